package io.stria.jmh;

import io.stria.jmh.process.FileTree;
import io.stria.jmh.process.Processes;
import io.stria.jmh.stats.Goal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * What a comparison works with: processes and a directory in memory, both gone when it is closed or the JVM ends, and how
 * much to measure.
 */
final class Workbench implements AutoCloseable {
    private static final Path TMPFS = Path.of("/dev/shm");
    private static final int QUICK_PARTS = 16;

    private final Processes processes = new Processes();
    private final Path directory;
    private final int minRounds;
    private final boolean quick;
    private final Thread hook = new Thread(this::release, "end of the comparison");

    private Workbench(Path directory, int minRounds, boolean quick) {
        this.directory = directory;
        this.minRounds = minRounds;
        this.quick = quick;
    }

    /**
     * Sets up a workbench.
     *
     * @param minRounds rounds to take even where the goals ask for fewer
     * @param quick move a fraction of the bytes, to see that everything works; its figures mean nothing
     */
    static Workbench open(int minRounds, boolean quick) throws IOException {
        Path base = Files.isDirectory(TMPFS) ? TMPFS : Path.of(System.getProperty("java.io.tmpdir"));
        Workbench bench = new Workbench(Files.createTempDirectory(base, "stria-compare-"), minRounds, quick);
        Runtime.getRuntime().addShutdownHook(bench.hook);
        return bench;
    }

    Processes processes() {
        return processes;
    }

    /** On tmpfs where there is one. */
    Path directory() {
        return directory;
    }

    /** Rounds to take for some goals. */
    int rounds(List<Goal> goals) {
        return Math.max(minRounds, goals.stream().mapToInt(Goal::pairs).max().orElse(Goal.PAIRS));
    }

    /** An amount of work, less of it if this is a quick run. */
    long amount(long full) {
        return quick ? full / QUICK_PARTS : full;
    }

    /**
     * Makes sure that the directory can take some bytes.
     *
     * @throws IOException if it cannot
     */
    void requireSpace(long bytes) throws IOException {
        long usable = Files.getFileStore(directory).getUsableSpace();
        if (usable < bytes) {
            throw new IOException(String.format(
                    Locale.ROOT,
                    "%s has %.1f GiB free and this needs %.1f GiB: free some or enlarge it",
                    directory.getParent(),
                    usable / (double) (1 << 30),
                    bytes / (double) (1 << 30)));
        }
    }

    /** Tells a person who waits what was just measured. */
    void progress(String format, Object... values) {
        System.err.println(String.format(Locale.ROOT, format, values));
    }

    @Override
    public void close() {
        release();
        Runtime.getRuntime().removeShutdownHook(hook);
    }

    private void release() {
        processes.close();
        try {
            FileTree.delete(directory);
        } catch (NoSuchFileException e) {
            // Released before.
        } catch (IOException e) {
            System.err.println(directory + " could not be removed: " + e);
        }
    }
}
