package io.stria;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The one exception of the API: an {@link ErrorCode} and a message that says what happened, to what, and what to do.
 * Futures fail with it as their cause.
 */
public class StriaException extends IOException {
    private static final long serialVersionUID = 1L;

    /** The error code. */
    private final ErrorCode code;

    /**
     * Makes an exception without a cause.
     *
     * @param code the error code
     * @param message what happened, to what, and what to do
     */
    public StriaException(ErrorCode code, String message) {
        this(code, message, null);
    }

    /**
     * Makes an exception.
     *
     * @param code the error code
     * @param message what happened, to what, and what to do
     * @param cause what it was caused by, or null
     */
    public StriaException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /**
     * The error code, for programs that branch on it.
     *
     * @return the code
     */
    public final ErrorCode code() {
        return code;
    }
}
