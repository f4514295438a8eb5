package io.stria.jmh.stats;

import java.util.Collection;

/** What a measurement says about its goal. */
public enum Verdict {
    /** The median meets the goal. */
    PASS,
    /** The median misses the goal. */
    FAIL,
    /** The measurement is too coarse to tell. */
    INCONCLUSIVE;

    /** Exit code of a run with these verdicts: 1 if any failed, else 2 if any is inconclusive, else 0. */
    public static int exitCode(Collection<Verdict> verdicts) {
        if (verdicts.contains(FAIL)) {
            return 1;
        }
        return verdicts.contains(INCONCLUSIVE) ? 2 : 0;
    }
}
