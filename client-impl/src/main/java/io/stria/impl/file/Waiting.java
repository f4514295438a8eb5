package io.stria.impl.file;

import io.stria.ErrorCode;
import io.stria.StriaException;
import io.stria.StriaFuture;
import java.util.concurrent.ExecutionException;

/** Waits for a future that has a deadline of its own. */
public final class Waiting {

    private Waiting() {}

    /** Waits; an interrupt ends the wait, not the work, and stays set. */
    public static void await(StriaFuture<?> future) throws StriaException {
        try {
            future.get();
        } catch (ExecutionException e) {
            StriaException cause = Completions.asStria(e.getCause() == null ? e : e.getCause());
            throw new StriaException(cause.code(), String.valueOf(cause.getMessage()), cause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StriaException(
                    ErrorCode.UNKNOWN_OUTCOME, "interrupted while waiting; the operation goes on in the background", e);
        }
    }
}
