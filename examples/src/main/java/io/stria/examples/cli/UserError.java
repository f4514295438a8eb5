package io.stria.examples.cli;

/** Something the user can put right: its message is one sentence that says what happened and what to do. */
public final class UserError extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * Makes one without a cause.
     *
     * @param message what happened and what to do
     */
    public UserError(String message) {
        super(message);
    }

    /**
     * Makes one with a cause, which {@code --stacktrace} shows.
     *
     * @param message what happened and what to do
     * @param cause what it was caused by
     */
    public UserError(String message, Throwable cause) {
        super(message, cause);
    }
}
