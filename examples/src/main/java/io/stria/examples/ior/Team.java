package io.stria.examples.ior;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.LongAccumulator;

/**
 * Where the ranks of a process meet, and through the {@link Upstream} those of other processes: a barrier that also finds
 * the greatest of the values brought. All ranks call the same sequence of methods.
 */
final class Team {

    /** The rest of the ranks. Called by the last of this process's ranks to arrive, while the others wait. */
    @FunctionalInterface
    interface Upstream {
        /** Meets the other processes; returns the greatest of all their values. */
        long max(long greatestHere) throws Exception;
    }

    private final LongAccumulator greatest = new LongAccumulator(Math::max, Long.MIN_VALUE);
    private final CyclicBarrier barrier;
    private long agreed;

    Team(int ranksHere, Upstream upstream) {
        this.barrier = new CyclicBarrier(ranksHere, () -> {
            try {
                agreed = upstream.max(greatest.getThenReset());
            } catch (Exception e) {
                throw new IllegalStateException("the other processes cannot be reached: " + e.getMessage(), e);
            }
        });
    }

    /** Waits until all ranks are here. */
    void meet() throws InterruptedException, BrokenBarrierException {
        max(0);
    }

    /** Waits until all ranks are here and tells the greatest of their values. */
    long max(long value) throws InterruptedException, BrokenBarrierException {
        greatest.accumulate(value);
        barrier.await();
        // Safe to read: the next round's action cannot run before this thread has arrived there.
        return agreed;
    }

    /** Makes every present and future meeting fail, because this rank will not come. */
    void leave() {
        try {
            // An interrupted thread breaks the barrier for good before it counts as arrived.
            Thread.currentThread().interrupt();
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException expected) {
            // that was the purpose
        } finally {
            // A barrier that was broken already has not looked at the flag.
            Thread.interrupted();
        }
    }
}
