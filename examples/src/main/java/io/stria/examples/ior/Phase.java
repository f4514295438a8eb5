package io.stria.examples.ior;

import java.util.List;

/**
 * One step of the test that all ranks do together.
 *
 * @param access what they do
 * @param repetition which repetition, from 0
 * @param limits per rank of the data: how many transfers of its share exist or are wanted; empty means all
 */
record Phase(Access access, int repetition, List<Long> limits) {

    Phase {
        limits = List.copyOf(limits);
    }

    /** How many of {@code all} transfers of the share of {@code dataRank} to do. */
    long limit(int dataRank, long all) {
        return limits.isEmpty() ? all : Math.min(all, limits.get(dataRank));
    }
}
