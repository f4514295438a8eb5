package io.stria.examples.ior;

import io.stria.examples.cli.Version;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What both reports say of the test before its results.
 *
 * @param options what is measured
 * @param arguments the command line
 * @param machine the machine's name and, if verbose, kernel
 * @param clock tells the date
 * @param began when the program began
 */
record Setting(IorOptions options, List<String> arguments, String machine, Clock clock, String began) {

    static Setting of(IorOptions options, List<String> arguments, Clock clock) {
        String machine = System.getProperty("os.name") + " " + hostName();
        if (options.verbosity() >= 2) {
            machine += " " + System.getProperty("os.version") + " " + System.getProperty("os.arch");
        }
        return new Setting(options, arguments, machine, clock, date(clock));
    }

    private static String date(Clock clock) {
        return Cells.date(ZonedDateTime.now(clock));
    }

    /** The date now, as IOR writes it. */
    String now() {
        return date(clock);
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    /** The format is that of IOR 4.1, which parsers of its output look for. */
    static String version() {
        return "4.1.0+stria-" + Version.text();
    }

    String commandLine() {
        return String.join(" ", arguments);
    }

    /** The lines under {@code Options:}. */
    Map<String, Object> lines() {
        Map<String, Object> lines = new LinkedHashMap<>();
        lines.put("api", options.api.name());
        lines.put("apiVersion", "");
        lines.put("test filename", options.testFile);
        lines.put("access", options.filePerProcess ? "file-per-process" : "single-shared-file");
        lines.put("type", "independent");
        lines.put("segments", options.segments);
        lines.put("ordering in a file", options.random.length > 0 ? "random" : "sequential");
        lines.put("ordering inter file", options.reorderTasks ? "constant task offset" : "no tasks offsets");
        if (options.reorderTasks) {
            lines.put("task offset", options.taskPerNodeOffset);
        }
        lines.put("nodes", 1);
        lines.put("tasks", options.tasks);
        lines.put("clients per node", options.tasks);
        lines.put("memoryBuffer", "CPU");
        lines.put("dataAccess", "CPU");
        lines.put("GPUDirect", 0);
        lines.put("repetitions", options.repetitions);
        lines.put("xfersize", Cells.size(options.transferSize));
        lines.put("blocksize", Cells.size(options.blockSize));
        lines.put("aggregate filesize", Cells.size(options.aggregateBytes()));
        if (options.stonewallSeconds > 0) {
            lines.put("stonewallingTime", options.stonewallSeconds);
            lines.put("stoneWallingWearOut", options.directives().stoneWallingWearOut() ? 1 : 0);
        }
        if (options.verbosity() > 0) {
            lines.put("verbose", options.verbosity());
        }
        // These are not IOR's: what a reader must know to compare.
        lines.put("processes", options.processes);
        lines.put("queue depth", options.depth());
        if (options.api == IorOptions.Api.STRIA) {
            lines.putAll(options.striping.describe());
        }
        lines.put("timed loop", timedLoop());
        return lines;
    }

    /** What happens between the first and the last reading of the clock, beside the transfers themselves. */
    private String timedLoop() {
        StringBuilder loop = new StringBuilder(
                options.depth() == 1 ? "transfers, each waited for" : "transfers, each completion starts the next");
        if (options.stonewallSeconds > 0) {
            loop.append(", clock read per transfer");
        }
        if (options.write && (options.checkWrite || options.checkRead || options.dataPacketType != null)) {
            loop.append(", offset pattern");
        }
        if (options.checkRead) {
            loop.append(", compare on read (by the task, oldest transfer first)");
        }
        if (options.fsync) {
            loop.append(", sync of writes");
        }
        return loop.toString();
    }

    /** The line that tells how full the file system is; empty for Stria. The JDK does not tell about inodes. */
    String fileSystem() throws IOException {
        if (options.api != IorOptions.Api.POSIX) {
            return "";
        }
        Path file = Path.of(options.testFile).toAbsolutePath();
        FileStore store = Files.getFileStore(file.getParent() == null ? file : file.getParent());
        double gib = store.getTotalSpace() / (double) (1 << 30);
        double used =
                100.0 * (store.getTotalSpace() - store.getUnallocatedSpace()) / Math.max(1, store.getTotalSpace());
        boolean large = gib >= 1024;
        return String.format(
                Locale.ROOT,
                "%.1f %s   Used FS: %.1f%%   Inodes: 0.0 Mi   Used Inodes: 0.0%%",
                large ? gib / 1024 : gib,
                large ? "TiB" : "GiB",
                used);
    }
}
