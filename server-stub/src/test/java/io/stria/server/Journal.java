package io.stria.server;

import java.util.ArrayDeque;
import java.util.Deque;

/** The last operations, so that a failure can be understood, and the step, so that it can be found again. */
final class Journal {
    private static final int KEPT_COUNT = 20;

    private final long seed;
    private final Deque<String> last = new ArrayDeque<>();
    private int step;

    Journal(long seed) {
        this.seed = seed;
    }

    void nextStep() {
        step++;
    }

    void note(String operation) {
        if (last.size() == KEPT_COUNT) {
            last.removeFirst();
        }
        last.addLast(step + ": " + operation);
    }

    AssertionError failure(Throwable cause) {
        return new AssertionError(
                "step " + step + " of seed " + seed + ", again with -Dstria.property.seed=" + seed + ": "
                        + cause.getMessage() + "\nlast operations:\n  " + String.join("\n  ", last),
                cause);
    }
}
