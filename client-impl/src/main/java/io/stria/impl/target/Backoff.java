package io.stria.impl.target;

import java.util.concurrent.ThreadLocalRandom;

/** Pauses between attempts: they double from a sixteenth of the longest, each cut short by up to half at random. */
final class Backoff {
    private final long configuredNs;
    private long longestNs;
    private long nextNs;

    Backoff(long configuredNs) {
        this.configuredNs = configuredNs;
        limit(configuredNs);
    }

    /** No pause is longer from now on, whatever is configured; the next is the shortest. */
    void limit(long ns) {
        longestNs = Math.min(configuredNs, ns);
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
