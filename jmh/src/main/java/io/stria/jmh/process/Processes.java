package io.stria.jmh.process;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Every process that a comparison starts. {@link #close()} ends those that still run, by their handles and nothing else;
 * it may be called from any thread, the other methods are for one.
 */
public final class Processes implements AutoCloseable {
    private static final Duration RUN_TIMEOUT = Duration.ofMinutes(5);
    private static final long CALM_MS = 100;
    private static final double CALM_CPU_S = 0.02;
    private static final int CALM_ATTEMPTS = 100;

    private final List<Child> children = new ArrayList<>();
    private boolean closed;

    /**
     * What a process that ran to its end left behind.
     *
     * @param stdout what it printed
     * @param cpuS CPU seconds it used, user and system
     */
    public record Finished(String stdout, double cpuS) {}

    /**
     * Starts a process that lives until {@link #close()}.
     *
     * @param name what to call it in messages
     * @param command program and arguments
     */
    public Child start(String name, List<String> command) throws IOException {
        synchronized (children) {
            if (closed) {
                throw new IOException(name + " is not started any more: the comparison is ending");
            }
            Child child = new Child(name, new ProcessBuilder(command).start());
            children.add(child);
            return child;
        }
    }

    /**
     * Runs a process to its end, which has to be a success within some minutes.
     *
     * @param name what to call it in messages
     * @param command program and arguments
     */
    public Finished run(String name, List<String> command) throws IOException, InterruptedException {
        double beforeS = CpuTime.ofEndedChildrenS();
        Child child = start(name, command);
        try {
            String stdout = child.awaitSuccess(RUN_TIMEOUT);
            return new Finished(stdout, CpuTime.ofEndedChildrenS() - beforeS);
        } finally {
            end(child);
        }
    }

    /** Ends one process and forgets it. */
    public void end(Child child) {
        child.end();
        synchronized (children) {
            children.remove(child);
        }
    }

    /**
     * Waits until what was started here has become idle, so that the rest of one measurement (memory freed after the
     * reply, code being compiled) is not charged to the next; at most ten seconds.
     */
    public void settle() throws InterruptedException {
        for (int attempt = 0; attempt < CALM_ATTEMPTS; attempt++) {
            double beforeS = cpuSeconds();
            Thread.sleep(CALM_MS);
            if (cpuSeconds() - beforeS < CALM_CPU_S) {
                return;
            }
        }
    }

    @Override
    public void close() {
        List<Child> left;
        synchronized (children) {
            closed = true;
            left = List.copyOf(children);
            children.clear();
        }
        for (int i = left.size() - 1; i >= 0; i--) {
            left.get(i).end();
        }
    }

    private double cpuSeconds() {
        synchronized (children) {
            return children.stream().mapToDouble(Child::cpuSeconds).sum();
        }
    }
}
