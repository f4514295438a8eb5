package io.stria.examples.quickstart;

import io.stria.AsyncFile;
import io.stria.FileLayout;
import io.stria.FileStatus;
import io.stria.Stria;
import io.stria.StriaClient;
import io.stria.StriaException;
import io.stria.examples.cli.Progress;
import io.stria.examples.cli.Sizes;
import io.stria.examples.cli.UserError;
import java.io.PrintWriter;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/** The steps of the quickstart, in the order in which a program of yours would take them. */
final class Tour {
    private static final String TEMPORARY = "/state.tmp";
    private static final String PUBLISHED = "/state";
    private static final double NS_PER_S = 1e9;
    private static final double NS_PER_MS = 1e6;

    private final PrintWriter out;
    private final Cleanup cleanup;

    Tour(PrintWriter out, Cleanup cleanup) {
        this.out = out;
        this.cleanup = cleanup;
    }

    /** Takes all steps; returns the line that says that all bytes were verified. */
    String run(Workspace workspace, int servers, long bytes, long stripeSize) throws Exception {
        cleanup.add(workspace::delete);
        EmbeddedCluster cluster = start(workspace, servers);
        StriaClient client = Stria.connect(cluster.uri());
        cleanup.add(client::close);

        Checkpoint checkpoint = new Checkpoint(bytes);
        FileLayout layout = layout(servers, stripeSize);
        AsyncFile written = client.open(TEMPORARY, layout, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)
                .join();
        int stripes = written.layout().stripeCount();
        say("state: %s of doubles in %d stripes of %s chunks", Sizes.text(bytes), stripes, Sizes.text(stripeSize));

        write(checkpoint, written, bytes);
        publish(client, bytes);
        verify(checkpoint, client, bytes);

        out.print(client.statistics().rpcStats());
        out.println();
        RpcSummary.print(client.statistics(), client.config(), out);
        return String.format(Locale.ROOT, "verified: %d bytes in %d stripes over %d servers", bytes, stripes, servers);
    }

    private EmbeddedCluster start(Workspace workspace, int servers) throws Exception {
        boolean direct = workspace.allowsDirectIo();
        EmbeddedCluster cluster = EmbeddedCluster.start(workspace.directory(), servers, !direct);
        cleanup.add(cluster::close);
        say(
                "servers: %d on loopback at %s, storage in %s, %s",
                servers,
                cluster.uri(),
                workspace.directory(),
                direct
                        ? "O_DIRECT"
                        : "buffered, because its file system (" + workspace.fileSystem() + ") refuses O_DIRECT");
        return cluster;
    }

    private static FileLayout layout(int servers, long stripeSize) throws UserError {
        try {
            return FileLayout.striped(servers, stripeSize);
        } catch (IllegalArgumentException e) {
            throw new UserError(String.valueOf(e.getMessage()), e);
        }
    }

    private void write(Checkpoint checkpoint, AsyncFile file, long bytes) throws StriaException {
        long start = System.nanoTime();
        try (Progress progress = new Progress("write", bytes, out)) {
            checkpoint.write(file, progress::add);
        }
        long acknowledged = System.nanoTime();
        file.sync().join();
        long synced = System.nanoTime();
        file.close();
        say(
                "write: %s, making the state included, with up to %d writes of %s in flight; then sync in %.0f ms",
                throughput(bytes, acknowledged - start),
                Ring.CHUNKS,
                Sizes.text(Ring.CHUNK_BYTES),
                (synced - acknowledged) / NS_PER_MS);
    }

    /** From here on a reader sees the whole state or none of it, whatever crashes. */
    private void publish(StriaClient client, long bytes) throws UserError {
        long start = System.nanoTime();
        client.rename(TEMPORARY, PUBLISHED).join();
        say("publish: rename %s to %s in %.1f ms", TEMPORARY, PUBLISHED, (System.nanoTime() - start) / NS_PER_MS);
        FileStatus status = client.stat(PUBLISHED).join();
        if (status.size() != bytes) {
            throw new UserError("verification failed: " + PUBLISHED + " has " + status.size() + " bytes instead of "
                    + bytes + "; please report this");
        }
    }

    private void verify(Checkpoint checkpoint, StriaClient client, long bytes) throws StriaException, UserError {
        AsyncFile file = client.open(PUBLISHED, StandardOpenOption.READ).join();
        long start = System.nanoTime();
        try (Progress progress = new Progress("read ", bytes, out)) {
            checkpoint.verify(file, progress::add);
        }
        say(
                "read: %s, comparing every byte included, in windows of %s",
                throughput(bytes, System.nanoTime() - start), Sizes.text(Ring.WINDOW_BYTES));
        file.close();
    }

    private static String throughput(long bytes, long ns) {
        double gibPerSecond = bytes / (double) (1 << 30) / (ns / NS_PER_S);
        return String.format(Locale.ROOT, "%.2f GiB/s (%.3f s)", gibPerSecond, ns / NS_PER_S);
    }

    private void say(String format, Object... arguments) {
        out.println(String.format(Locale.ROOT, format, arguments));
        out.flush();
    }
}
