package io.stria.examples.ior;

/**
 * A pseudo-random permutation of 0 … n−1 that needs no memory, since a list of the offsets of a large block would be
 * larger than the buffers ({@code -b 9920000m -t 4k} has 2.5 billion).
 *
 * <p>Multiplying by an odd number and xor-shifting are both one-to-one on numbers of b bits, so their chain permutes
 * 0 … 2ᵇ−1; results of n or more are sent through again until they fall inside (cycle walking), which keeps it one-to-one
 * on 0 … n−1 and takes two rounds at most on average.
 */
final class Shuffle {
    private static final long[] ODD = {0x9E3779B97F4A7C15L, 0xBF58476D1CE4E5B9L, 0x94D049BB133111EBL};

    private final long count;
    private final long mask;
    private final int shift;
    private final long seed;

    Shuffle(long count, long seed) {
        int bits = count <= 1 ? 0 : Long.SIZE - Long.numberOfLeadingZeros(count - 1);
        this.count = count;
        this.mask = (1L << bits) - 1;
        this.shift = Math.max(1, bits / 2);
        this.seed = mix(seed);
    }

    /** The place of {@code index} in the permutation; both are 0 … n−1. */
    long at(long index) {
        long value = index;
        do {
            value = permute(value);
        } while (value >= count);
        return value;
    }

    private long permute(long value) {
        long x = (value + seed) & mask;
        for (long odd : ODD) {
            x = (x * odd) & mask;
            x ^= x >>> shift;
        }
        return (x + (seed >>> 7)) & mask;
    }

    /** A well spread number for each number: the finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
    static long mix(long value) {
        long z = value + ODD[0];
        z = (z ^ (z >>> 30)) * ODD[1];
        z = (z ^ (z >>> 27)) * ODD[2];
        return z ^ (z >>> 31);
    }
}
