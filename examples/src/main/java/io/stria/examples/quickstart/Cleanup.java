package io.stria.examples.quickstart;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Undoes what was made, last first, exactly once: when closed, or when the virtual machine is told to end before that
 * (Ctrl-C). Safe for several threads.
 */
final class Cleanup implements AutoCloseable {

    /** One thing to undo. */
    interface Step {
        void run() throws IOException;
    }

    private final Deque<Step> steps = new ArrayDeque<>();
    private final Thread hook = new Thread(this::shutDown, "stria-quickstart-cleanup");
    private volatile boolean shuttingDown;

    Cleanup() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    synchronized void add(Step step) {
        steps.push(step);
    }

    /** Whether the virtual machine is ending, so that failures are a consequence of that. */
    boolean shuttingDown() {
        return shuttingDown;
    }

    private void shutDown() {
        shuttingDown = true;
        try {
            undo();
        } catch (IOException e) {
            System.err.println("cleaning up: " + e.getMessage());
        }
    }

    private synchronized void undo() throws IOException {
        IOException first = null;
        while (!steps.isEmpty()) {
            try {
                steps.pop().run();
            } catch (IOException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }

    @Override
    public void close() throws IOException {
        undo();
        if (!shuttingDown) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // Shutdown began just now; the hook finds nothing left to do.
                return;
            }
        }
    }
}
