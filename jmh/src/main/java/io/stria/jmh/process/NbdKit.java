package io.stria.jmh.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** nbdkit's file plugin: a network block device served from one file, over loopback. */
public final class NbdKit {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(20);
    private static final long POLL_MS = 20;

    private final int port;
    private final Child server;

    private NbdKit(int port, Child server) {
        this.port = port;
        this.server = server;
    }

    /**
     * Starts it on a new sparse file.
     *
     * @param processes where it runs until closed
     * @param directory holds the file
     * @param bytes size of the device
     * @throws IOException if nbdkit is not installed or does not start
     */
    public static NbdKit start(Processes processes, Path directory, long bytes)
            throws IOException, InterruptedException {
        String program = Programs.peer("nbdkit");
        Path file = directory.resolve("nbd.img");
        Path ready = directory.resolve("nbdkit.pid");
        resize(file, bytes);
        int port = Programs.freePort();
        Child server = processes.start(
                "nbdkit",
                List.of(
                        program,
                        "-f",
                        "-i",
                        "127.0.0.1",
                        "-p",
                        Integer.toString(port),
                        "-P",
                        ready.toString(),
                        "file",
                        file.toString()));
        long deadlineNs = System.nanoTime() + START_TIMEOUT.toNanos();
        while (!Files.exists(ready)) {
            if (!server.isAlive() || System.nanoTime() > deadlineNs) {
                throw new IOException("nbdkit did not start" + server.stderr());
            }
            Thread.sleep(POLL_MS);
        }
        return new NbdKit(port, server);
    }

    /** The device's address. */
    String uri() {
        return "nbd://127.0.0.1:" + port;
    }

    /** CPU seconds used so far. */
    double cpuSeconds() {
        return server.cpuSeconds();
    }

    private static void resize(Path file, long bytes) throws IOException {
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(bytes);
        }
    }
}
