package io.stria.examples.tools;

import io.stria.examples.cli.Failures;
import io.stria.examples.cli.Progress;
import io.stria.examples.cli.Sizes;
import io.stria.examples.cli.UserError;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One run of {@code put} or {@code get}: the threads that copy files, their memory, what has been done and what failed.
 * Jobs are run in the order of their submission; submitting waits while very many wait already. When the program is
 * interrupted the jobs under way end and clean up before it does.
 */
final class Copying implements AutoCloseable {
    private static final int MAX_WAITING = 100_000;
    private static final int CLEANUP_S = 10;

    private final ToolCommand command;
    private final BufferPool buffers;
    private final ThreadPoolExecutor executor;
    private final boolean isDrawn;
    private final boolean isSummarised;
    private final long startNs = System.nanoTime();
    private final AtomicLong expectedBytes = new AtomicLong();
    private final AtomicLong movedBytes = new AtomicLong();
    private final AtomicLong files = new AtomicLong();
    private final AtomicLong untried = new AtomicLong();
    private final Thread onInterrupt = new Thread(this::interrupted, "interrupt");
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile @Nullable Progress progress;
    private volatile @Nullable String stopped;

    /** A copy of one file. */
    interface Job {
        /** Returns whether it was copied; if not, the reason has been told. */
        boolean run() throws Exception;
    }

    /**
     * Begins.
     *
     * @param jobs files in flight
     * @param memoryBytes bound on the memory for data in flight
     * @param isDrawn whether to draw a progress bar
     * @param isSummarised whether to say in the end what has been done
     */
    Copying(ToolCommand command, int jobs, long memoryBytes, boolean isDrawn, boolean isSummarised) throws UserError {
        if (jobs < 1 || memoryBytes / BufferPool.BUFFER_BYTES < jobs) {
            throw new UserError("--jobs " + jobs + " with --memory " + Sizes.text(memoryBytes)
                    + ": use at least one job, and " + Sizes.text(BufferPool.BUFFER_BYTES) + " of memory for each");
        }
        this.command = command;
        this.buffers = new BufferPool((int) Math.min(Integer.MAX_VALUE, memoryBytes / BufferPool.BUFFER_BYTES));
        this.executor = new ThreadPoolExecutor(
                jobs, jobs, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_WAITING), Copying::daemon, Copying::wait);
        this.isDrawn = isDrawn;
        this.isSummarised = isSummarised;
        Runtime.getRuntime().addShutdownHook(onInterrupt);
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "copy");
        thread.setDaemon(true);
        return thread;
    }

    private static void wait(Runnable work, ThreadPoolExecutor executor) {
        try {
            executor.getQueue().put(work);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    BufferPool buffers() {
        return buffers;
    }

    /** Has a file of this size copied. */
    void submit(String from, String to, long bytes, Job job) {
        expect(expectedBytes.addAndGet(bytes));
        executor.execute(() -> {
            if (stopped != null) {
                untried.incrementAndGet();
                return;
            }
            try {
                if (job.run()) {
                    files.incrementAndGet();
                }
            } catch (Exception | OutOfMemoryError e) {
                failed(from, to, e);
            }
        });
    }

    /** There is a bar as soon as there is something to do. */
    private synchronized void expect(long bytes) {
        Progress present = progress;
        if (present != null) {
            present.expect(bytes);
        } else if (isDrawn && bytes > 0) {
            progress = new Progress(command.name(), bytes, command.out());
        }
    }

    /** Counts bytes that have arrived. */
    void moved(long bytes) {
        movedBytes.addAndGet(bytes);
        Progress present = progress;
        if (present != null) {
            present.add(bytes);
        }
    }

    void failed(String from, String to, Throwable failure) {
        String sentence = "cannot copy " + Facts.printable(from) + " to " + Facts.printable(to) + ": ";
        aside(() -> command.tell(sentence + Failures.sentence(failure), failure));
    }

    /** A failure that does not concern one copy. */
    void failed(Throwable failure) {
        aside(() -> command.tell(failure));
    }

    void skipped(String what) {
        aside(() -> command.note("skipped: " + Facts.printable(what)));
    }

    private synchronized void aside(Runnable message) {
        Progress present = progress;
        if (present != null) {
            present.aside(message);
        } else {
            message.run();
        }
    }

    /** Begins no further copy. */
    void stop(String why) {
        stopped = why;
    }

    boolean isStopped() {
        return stopped != null;
    }

    /** For copies under way, between two requests. */
    void checkInterrupted() throws UserError {
        if ("interrupted".equals(stopped)) {
            throw new UserError("interrupted: run the command again");
        }
    }

    private void interrupted() {
        stop("interrupted");
        try {
            over.await(CLEANUP_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for all copies, then says what has been done. */
    @Override
    public void close() {
        executor.shutdown();
        try {
            executor.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            stop("interrupted");
            Thread.currentThread().interrupt();
        }
        Progress present = progress;
        if (present != null) {
            present.close();
        }
        String why = stopped;
        if (why != null) {
            String more = untried.get() > 0 ? "; " + untried + " more files were not copied" : "";
            command.tell(new UserError("stopped: " + why + more));
        }
        if (isSummarised) {
            double seconds = (System.nanoTime() - startNs) / 1e9;
            command.out()
                    .printf(
                            "%s: %d files, %s in %.1f s, %s/s%n",
                            command.name(), files.get(), Sizes.text(movedBytes.get()), seconds, Sizes.text((long)
                                    (movedBytes.get() / seconds)));
        }
        over.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(onInterrupt);
        } catch (IllegalStateException e) {
            // The program is being interrupted: the hook is running, and ends now.
            return;
        }
    }
}
