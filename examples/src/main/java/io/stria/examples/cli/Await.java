package io.stria.examples.cli;

import io.stria.StriaException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Waits for calls of the client. */
public final class Await {

    private Await() {}

    /**
     * Waits for a call; its failure is thrown as what it is.
     *
     * @param <T> what the call yields
     * @param future of the call
     * @return what it yields
     * @throws StriaException if the call failed
     */
    public static <T> T value(CompletableFuture<T> future) throws StriaException {
        try {
            return future.join();
        } catch (CompletionException e) {
            if (Failures.unwrap(e) instanceof StriaException failure) {
                throw failure;
            }
            throw e;
        }
    }
}
