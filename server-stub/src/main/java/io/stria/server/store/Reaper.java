package io.stria.server.store;

import java.io.IOException;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread for what may take long and nobody waits for: closing and removing files. */
final class Reaper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Reaper.class);

    /** Beyond this the thread that evicts closes, so that descriptors stay bounded. */
    private static final int MAX_BACKLOG = 128;

    private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final Thread thread;
    /** Touched by the thread only. */
    private boolean ended;

    Reaper(String name) {
        thread = new Thread(this::run, "stria-reaper-" + name) {
            /** Ignored: it would close the file being worked on. */
            @Override
            public void interrupt() {}
        };
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Runs the task after those before it. */
    void execute(Runnable task) {
        tasks.add(task);
    }

    /** Closes the file of an object nobody uses. */
    void close(ObjectFile file) {
        if (tasks.size() < MAX_BACKLOG) {
            execute(() -> closeNow(file));
        } else {
            closeNow(file);
        }
    }

    static void closeNow(ObjectFile file) {
        try {
            file.close();
        } catch (IOException e) {
            LOG.warn("close failed path={}", file.path, e);
        }
    }

    /** Finishes what was submitted. */
    @Override
    public void close() {
        tasks.add(() -> ended = true);
        Uninterruptibly.join(thread);
    }

    private void run() {
        while (!ended) {
            try {
                tasks.take().run();
            } catch (InterruptedException e) {
                // Cannot be: interrupts are ignored.
            } catch (RuntimeException | Error e) {
                LOG.error("a task of the reaper failed; it goes on", e);
            }
        }
    }
}
