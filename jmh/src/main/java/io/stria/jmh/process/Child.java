package io.stria.jmh.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A process that was started here. What it prints is collected; the last lines of its standard error are quoted when it
 * ends before its time. For one thread, except that any may call {@link #end()}.
 */
public final class Child {
    private static final int STDERR_LINES = 40;
    private static final long GRACE_MS = 5_000;

    private final String name;
    private final Process process;
    private final Writer stdin;
    private final BlockingQueue<Optional<String>> stdout = new LinkedBlockingQueue<>();
    private final Deque<String> stderrTail = new ArrayDeque<>();
    private final Thread stderrReader;

    Child(String name, Process process) {
        this.name = name;
        this.process = process;
        this.stdin = process.outputWriter(StandardCharsets.UTF_8);
        collect(process.inputReader(), line -> stdout.add(Optional.of(line)), () -> stdout.add(Optional.empty()));
        this.stderrReader = collect(process.errorReader(), this::keepStderr, () -> {});
    }

    /** Sends a line to its standard input. */
    public void send(String line) throws IOException, InterruptedException {
        try {
            stdin.write(line + "\n");
            stdin.flush();
        } catch (IOException e) {
            throw new IOException(name + " takes no more input" + stderr(), e);
        }
    }

    /** The next line of its standard output. */
    public String nextLine(Duration timeout) throws IOException, InterruptedException {
        Optional<String> line = stdout.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
        if (line == null) {
            throw new IOException(name + " printed nothing for " + timeout.toSeconds() + " s" + stderr());
        }
        if (line.isEmpty()) {
            stdout.add(line);
            throw new IOException(name + " ended with exit code " + process.waitFor() + stderr());
        }
        return line.get();
    }

    /** The first line to come on its standard output in which a pattern is found; those before are dropped. */
    public Matcher awaitLine(Pattern pattern, Duration timeout) throws IOException, InterruptedException {
        while (true) {
            Matcher matcher = pattern.matcher(nextLine(timeout));
            if (matcher.find()) {
                return matcher;
            }
        }
    }

    /** Waits for its end, which has to be a success, and returns what it printed and nobody has taken yet. */
    public String awaitSuccess(Duration timeout) throws IOException, InterruptedException {
        if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IOException(name + " did not end within " + timeout.toSeconds() + " s" + stderr());
        }
        StringBuilder out = new StringBuilder();
        for (Optional<String> line = stdout.take(); line.isPresent(); line = stdout.take()) {
            out.append(line.get()).append('\n');
        }
        if (process.exitValue() != 0) {
            throw new IOException(name + " ended with exit code " + process.exitValue() + stderr() + "\n" + out);
        }
        return out.toString();
    }

    /** Whether it still runs. */
    boolean isAlive() {
        return process.isAlive();
    }

    /** CPU seconds of all its threads so far, user and system; 0 once it has ended. */
    public double cpuSeconds() {
        return process.toHandle()
                .info()
                .totalCpuDuration()
                .map(used -> used.toNanos() / 1e9)
                .orElse(0.0);
    }

    /** Ends it and what it started, first politely; returns when it is gone. */
    public void end() {
        try (Stream<ProcessHandle> descendants = process.descendants()) {
            ProcessHandle[] started = descendants.toArray(ProcessHandle[]::new);
            process.destroy();
            if (!process.waitFor(GRACE_MS, TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
            for (ProcessHandle descendant : started) {
                descendant.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** What it last said on standard error, for a message; complete if it has ended. */
    String stderr() throws InterruptedException {
        if (!process.isAlive()) {
            stderrReader.join(GRACE_MS);
        }
        synchronized (stderrTail) {
            return stderrTail.isEmpty() ? "" : ": " + String.join("\n", stderrTail);
        }
    }

    private void keepStderr(String line) {
        synchronized (stderrTail) {
            if (stderrTail.size() == STDERR_LINES) {
                stderrTail.removeFirst();
            }
            stderrTail.addLast(line);
        }
    }

    private Thread collect(BufferedReader from, Consumer<String> line, Runnable atEnd) {
        Thread reader = new Thread(
                () -> {
                    try (from) {
                        for (String read = from.readLine(); read != null; read = from.readLine()) {
                            line.accept(read);
                        }
                    } catch (IOException e) {
                        line.accept("(its output cannot be read: " + e + ")");
                    } finally {
                        atEnd.run();
                    }
                },
                "output of " + name);
        reader.setDaemon(true);
        reader.start();
        return reader;
    }
}
