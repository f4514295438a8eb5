package io.stria.server;

import io.stria.ErrorCode;
import org.jspecify.annotations.Nullable;

/** What a client must be told instead of a result. */
final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    Refusal(ErrorCode code) {
        super(code.toString());
        this.code = code;
    }

    ErrorCode code() {
        return code;
    }

    /** Something that is done to a model. */
    @FunctionalInterface
    interface Change {
        void apply() throws Refusal;
    }

    /** Why the model refuses; null if the change was applied. */
    static @Nullable ErrorCode of(Change change) {
        try {
            change.apply();
            return null;
        } catch (Refusal refusal) {
            return refusal.code;
        }
    }
}
