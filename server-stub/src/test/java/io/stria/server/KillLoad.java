package io.stria.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/** Threads that let their workers step until they are paused; begins paused. */
final class KillLoad implements AutoCloseable {
    /** So that a load which is refused at once does not take the machine from the server that starts. */
    private static final long PAUSE_AFTER_FAILURE_NS = 5_000_000;

    /** Read by a step, written by a pause; fair, so that a pause comes about. */
    private final ReentrantReadWriteLock steps = new ReentrantReadWriteLock(true);

    private final List<Runner> runners = new ArrayList<>();
    private volatile boolean isEnded;
    private volatile @Nullable Throwable failure;

    /** The thread of one worker. */
    private final class Runner extends Thread {
        private final KillWorker worker;
        final AtomicLong done = new AtomicLong();
        /** Successful steps since the last that was not. */
        final AtomicLong successes = new AtomicLong();

        Runner(KillWorker worker) {
            super("kill-load-" + worker.getClass().getSimpleName());
            this.worker = worker;
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                while (!isEnded) {
                    boolean isOk;
                    steps.readLock().lock();
                    try {
                        isOk = isEnded || worker.step();
                    } finally {
                        steps.readLock().unlock();
                    }
                    done.incrementAndGet();
                    if (isOk) {
                        successes.incrementAndGet();
                    } else {
                        successes.set(0);
                        LockSupport.parkNanos(PAUSE_AFTER_FAILURE_NS);
                    }
                }
            } catch (Exception | AssertionError e) {
                failure = e;
            }
        }
    }

    KillLoad(List<KillWorker> workers) {
        steps.writeLock().lock();
        for (KillWorker worker : workers) {
            Runner runner = new Runner(worker);
            runners.add(runner);
            runner.start();
        }
    }

    /** Goes on. */
    void resume() {
        steps.writeLock().unlock();
    }

    /** Returns when no worker steps any more. */
    void pause() {
        steps.writeLock().lock();
        check();
    }

    private void check() {
        Throwable cause = failure;
        if (cause != null) {
            throw new AssertionError("a worker failed: " + cause.getMessage(), cause);
        }
    }

    private long stepsDone() {
        return runners.stream().mapToLong(runner -> runner.done.get()).sum();
    }

    /** Waits until so many more steps were done, whatever came of them. */
    void awaitSteps(int count) throws Exception {
        long end = stepsDone() + count;
        Await.until("the load has gone on for " + count + " steps", () -> {
            check();
            return stepsDone() >= end;
        });
    }

    /** Waits until each worker succeeds again, this many times in a row. */
    void awaitSuccesses(int count) throws Exception {
        runners.forEach(runner -> runner.successes.set(0));
        Await.until("every worker succeeds again", () -> {
            check();
            return runners.stream().allMatch(runner -> runner.successes.get() >= count);
        });
    }

    @Override
    public void close() {
        isEnded = true;
        if (steps.isWriteLockedByCurrentThread()) {
            steps.writeLock().unlock();
        }
        for (Runner runner : runners) {
            assertThat(ended(runner)).as("%s has ended", runner.getName()).isTrue();
        }
    }

    private static boolean ended(Thread thread) {
        try {
            thread.join(Await.LONG.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}
