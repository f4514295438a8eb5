package io.stria.impl.target;

import io.stria.Histogram;
import io.stria.TargetStatistics;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Histograms of the RPCs of one lane in one direction. Written by its event loop only, hence plain adds with ordered
 * stores; read by anybody.
 *
 * <p>The share of RPCs that left with a full window is judged over the steady part: the first {@value #EXCLUDED} RPCs
 * are not counted, and a delay line of as many keeps the last ones out at any time.
 */
final class RpcStats {
    private static final int EXCLUDED = 16;
    private static final int SIZE_BUCKETS = 28;
    private static final int LATENCY_BUCKETS = 28;
    private static final int STEADY = 0;
    private static final int STEADY_FULL = 1;

    private final AtomicLongArray sizes = new AtomicLongArray(SIZE_BUCKETS);
    private final AtomicLongArray inFlight;
    private final AtomicLongArray latencies = new AtomicLongArray(LATENCY_BUCKETS);
    private final AtomicLongArray steady = new AtomicLongArray(2);
    private long left;
    private int fullBits;

    RpcStats(int window) {
        this.inFlight = new AtomicLongArray(window + 1);
    }

    void left(int bytes, int nowInFlight) {
        add(sizes, Math.min(log2(bytes), SIZE_BUCKETS - 1));
        add(inFlight, Math.min(nowInFlight, inFlight.length() - 1));
    }

    /** RPCs left in one flush, after which the window was full or not. */
    void flushed(int rpcs, boolean windowFull) {
        for (int i = 0; i < rpcs; i++) {
            if (left >= 2 * EXCLUDED) {
                add(steady, STEADY);
                if ((fullBits & 1 << (EXCLUDED - 1)) != 0) {
                    add(steady, STEADY_FULL);
                }
            }
            fullBits = fullBits << 1 | (windowFull ? 1 : 0);
            left++;
        }
    }

    void answered(long latencyNs) {
        add(latencies, Math.min(log2(Math.max(0, latencyNs / 1000)), LATENCY_BUCKETS - 1));
    }

    /** The sum over the lanes of a target. */
    static TargetStatistics.Direction sum(RpcStats[] lanes) {
        long rpcs = 0;
        long full = 0;
        for (RpcStats lane : lanes) {
            rpcs += lane.steady.get(STEADY);
            full += lane.steady.get(STEADY_FULL);
        }
        return new TargetStatistics.Direction(
                powersOfTwo(lanes, SIZE_BUCKETS, Field.SIZES),
                linear(lanes),
                powersOfTwo(lanes, LATENCY_BUCKETS, Field.LATENCIES),
                rpcs,
                full);
    }

    private enum Field {
        SIZES,
        LATENCIES
    }

    private static Histogram powersOfTwo(RpcStats[] lanes, int buckets, Field field) {
        long[] bounds = new long[buckets];
        long[] counts = new long[buckets];
        for (int i = 0; i < buckets; i++) {
            bounds[i] = 1L << i;
            for (RpcStats lane : lanes) {
                counts[i] += (field == Field.SIZES ? lane.sizes : lane.latencies).get(i);
            }
        }
        return new Histogram(bounds, counts);
    }

    private static Histogram linear(RpcStats[] lanes) {
        int buckets = lanes[0].inFlight.length() - 1;
        long[] bounds = new long[buckets];
        long[] counts = new long[buckets];
        for (int i = 0; i < buckets; i++) {
            bounds[i] = i + 1L;
            for (RpcStats lane : lanes) {
                counts[i] += lane.inFlight.get(i + 1);
            }
        }
        return new Histogram(bounds, counts);
    }

    private static int log2(long value) {
        return value <= 1 ? 0 : 63 - Long.numberOfLeadingZeros(value);
    }

    private static void add(AtomicLongArray counts, int index) {
        counts.lazySet(index, counts.getPlain(index) + 1);
    }
}
