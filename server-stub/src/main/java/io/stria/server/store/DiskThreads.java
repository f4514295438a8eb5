package io.stria.server.store;

import io.stria.ErrorCode;
import io.stria.StriaException;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jctools.queues.atomic.MpmcAtomicArrayQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that do blocking I/O, and the one bounded queue before them. Any thread may submit, and never waits.
 *
 * <p>Waking: a thread that finds nothing looks again for some microseconds, about what a hand-over to a sleeping thread
 * costs; then it says so in {@code parked}, looks once more, and parks. A submitter first publishes the operation, then
 * looks for a parked thread. A full fence on both sides between the write and the look lets one of them see the other.
 * While all threads are busy, submitting is one queue operation, one fence and one look at each flag.
 */
final class DiskThreads implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DiskThreads.class);
    private static final int IDLE_SPINS = 100;

    private final String name;
    private final Consumer<ObjectIo> operations;
    private final MpmcAtomicArrayQueue<ObjectIo> queue;
    private final DiskThread[] threads;
    private volatile boolean closing;
    private volatile boolean ended;

    DiskThreads(String name, int threadCount, int queueCapacity, Consumer<ObjectIo> operations) {
        this.name = name;
        this.operations = operations;
        queue = new MpmcAtomicArrayQueue<>(queueCapacity);
        threads = new DiskThread[threadCount];
        for (int i = 0; i < threadCount; i++) {
            threads[i] = new DiskThread("stria-disk-" + i + "-" + name);
        }
    }

    void start() {
        for (DiskThread thread : threads) {
            thread.start();
        }
    }

    void submit(ObjectIo io) {
        if (closing) {
            reject(io, ErrorCode.CLOSED, "the object store is closed");
        } else if (!queue.offer(io)) {
            reject(io, ErrorCode.BUSY, queue.capacity() + " operations are waiting for the disk: try again later");
        } else {
            // The queue publishes with release only; without the fence the look below could come first.
            VarHandle.fullFence();
            wakeOne();
            if (ended) {
                rejectQueued();
            }
        }
    }

    private void wakeOne() {
        for (DiskThread thread : threads) {
            if (thread.parked.get() && thread.parked.compareAndSet(true, false)) {
                LockSupport.unpark(thread);
                return;
            }
        }
    }

    /** Executes what was accepted, then ends the threads. */
    @Override
    public void close() {
        closing = true;
        for (DiskThread thread : threads) {
            LockSupport.unpark(thread);
        }
        for (DiskThread thread : threads) {
            Uninterruptibly.join(thread);
        }
        // A submitter that passed the check before it was closing either sees this or is seen here.
        ended = true;
        VarHandle.fullFence();
        rejectQueued();
    }

    private void rejectQueued() {
        for (ObjectIo io = queue.poll(); io != null; io = queue.poll()) {
            reject(io, ErrorCode.CLOSED, "the object store is closed");
        }
    }

    private void reject(ObjectIo io, ErrorCode code, String reason) {
        io.error = new StriaException(code, io.operation.label() + " refused: " + reason + " (target=" + name + ")");
        complete(io);
    }

    /** Completes on this thread, which outlives whatever the completion throws. */
    static void complete(ObjectIo io) {
        try {
            io.completed();
        } catch (RuntimeException | Error e) {
            LOG.error("the completion of an operation failed; the thread goes on", e);
        }
    }

    /** Takes operations until the store closes. */
    private final class DiskThread extends Thread {
        final AtomicBoolean parked = new AtomicBoolean();

        DiskThread(String name) {
            super(name);
            setDaemon(true);
        }

        /** Ignored: an interrupt during I/O would close the file for every other thread. */
        @Override
        public void interrupt() {}

        @Override
        public void run() {
            for (; ; ) {
                ObjectIo io = next();
                if (io != null) {
                    operations.accept(io);
                    complete(io);
                } else if (closing && queue.isEmpty()) {
                    return;
                } else {
                    park();
                }
            }
        }

        private @Nullable ObjectIo next() {
            ObjectIo io = queue.poll();
            for (int spins = IDLE_SPINS; io == null && spins > 0; spins--) {
                Thread.onSpinWait();
                io = queue.poll();
            }
            return io;
        }

        private void park() {
            parked.set(true);
            VarHandle.fullFence();
            if (queue.isEmpty() && !closing) {
                LockSupport.park(queue);
            }
            parked.set(false);
        }
    }
}
