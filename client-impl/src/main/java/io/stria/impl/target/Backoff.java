package io.stria.impl.target;

import java.util.concurrent.ThreadLocalRandom;

/** Pauses between attempts: they double from a sixteenth of the longest, each cut short by up to half at random. */
final class Backoff {
    private final long longestNs;
    private long nextNs;

    Backoff(long longestNs) {
        this.longestNs = longestNs;
        reset();
    }

    void reset() {
        nextNs = Math.max(1, longestNs / 16);
    }

    long nextPauseNs() {
        long pause = nextNs;
        nextNs = Math.min(longestNs, nextNs * 2);
        return pause - ThreadLocalRandom.current().nextLong(pause / 2 + 1);
    }
}
