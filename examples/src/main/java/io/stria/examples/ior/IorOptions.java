package io.stria.examples.ior;

import io.stria.examples.cli.ClusterOptions;
import io.stria.examples.cli.LayoutOptions;
import io.stria.examples.cli.Sizes;
import io.stria.examples.cli.UserError;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * What to measure: IOR's options under IOR's letters (parse_options.c) and those of Stria. Fields are written by the
 * parser and by {@link #check()}, then only read.
 */
final class IorOptions {
    /** Buffers of one process stay within this unless the user says how many there shall be. */
    private static final long DEFAULT_BUFFER_BYTES = 1L << 30;

    private static final int DEFAULT_QUEUE_DEPTH = 8;

    /** Where the files are. */
    enum Api {
        STRIA,
        POSIX
    }

    @Option(
            names = "-a",
            paramLabel = "API",
            description = "STRIA (default) or POSIX, plain files through FileChannel.")
    Api api = Api.STRIA;

    @Option(
            names = "-b",
            paramLabel = "SIZE",
            converter = Sizes.class,
            description = "Block: contiguous bytes per task (1m).")
    long blockSize = 1 << 20;

    @Option(names = "-t", paramLabel = "SIZE", converter = Sizes.class, description = "Bytes per transfer (256k).")
    long transferSize = 256 << 10;

    @Option(names = "-s", paramLabel = "N", description = "Segments: how often the blocks repeat (1).")
    long segments = 1;

    @Option(names = "-i", paramLabel = "N", description = "Repetitions of the test (1).")
    int repetitions = 1;

    @Option(names = "-w", description = "Write; without any of -w -r -W -R: write and read.")
    boolean write;

    @Option(names = "-r", description = "Read.")
    boolean read;

    @Option(names = "-W", description = "Check what was written, untimed.")
    boolean checkWrite;

    @Option(names = "-R", description = "Check what is read; the time of the read then includes it.")
    boolean checkRead;

    @Option(names = "-F", description = "A file per process instead of one shared file.")
    boolean filePerProcess;

    @Option(names = "-z", description = "Random offsets, each once; twice: any, perhaps more than once.")
    boolean[] random = {};

    @Option(names = "--random-offset-seed", paramLabel = "N", description = "Seed of -z (0).")
    long randomSeed;

    @Option(names = "-e", description = "Sync at the end of the write, inside its time.")
    boolean fsync;

    @Option(names = "-E", description = "Write over an existing file instead of removing it first.")
    boolean useExistingFile;

    @Option(names = "-k", description = "Keep the files.")
    boolean keepFile;

    @Option(names = "-K", description = "Keep the files if there were errors.")
    boolean keepFileWithError;

    @Option(names = "-o", paramLabel = "FILE", description = "The test file (testFile).")
    String testFile = "testFile";

    @Option(names = "-m", description = "A file per repetition.")
    boolean multiFile;

    @Option(names = "-C", description = "Read what another task wrote.")
    boolean reorderTasks;

    @Option(
            names = "-Q",
            paramLabel = "N",
            description = "How many tasks (with --processes: processes) away -C goes (1).")
    int taskPerNodeOffset = 1;

    @Option(names = "-D", paramLabel = "SEC", description = "Stonewall: stop after this many seconds.")
    int stonewallSeconds;

    @Option(names = "-d", paramLabel = "SEC", description = "Pause before each phase.")
    int interTestDelay;

    @Option(names = "-g", description = "Barriers between open, transfers and close.")
    boolean intraTestBarriers;

    @Option(names = "-G", paramLabel = "N", description = "Signature in the data; default: the time.")
    @Nullable
    Integer signature;

    @Option(names = "-l", paramLabel = "KIND", description = "Data: timestamp or offset (default with -w -W, -w -R).")
    @Nullable
    String dataPacketType;

    @Option(names = "-N", paramLabel = "N", description = "Tasks (1).")
    int tasks = 1;

    @Option(
            names = "--processes",
            paramLabel = "N",
            description = "Processes to spread the tasks over (1: threads of this one).")
    int processes = 1;

    @Option(
            names = "--queue-depth",
            paramLabel = "N",
            description = "Transfers in flight per task (8, fewer if buffers exceed 1g).")
    @Nullable
    Integer queueDepth;

    @Option(names = "-v", description = "Verbose; -vv more so.")
    boolean[] verbose = {};

    @Option(
            names = "-O",
            paramLabel = "KEY=VALUE",
            description = "summaryFormat=JSON|default, summaryFile=FILE, stoneWallingWearOut=1.")
    List<String> directiveOptions = new ArrayList<>();

    @Option(names = "--json", paramLabel = "FILE", description = "Write the results as JSON to a file as well.")
    @Nullable
    Path json;

    @Option(names = "--posix.odirect", description = "Open plain files with O_DIRECT.")
    boolean direct;

    @Option(
            names = {"-c", "--posix.rangelocks", "--posix.lustre.ignorelocks"},
            hidden = true)
    boolean[] meaningless = {};

    @Option(
            names = {
                "--posix.lustre.stripecount",
                "--posix.lustre.stripesize",
                "--posix.lustre.startost",
                "--posix.lustre.pool"
            },
            hidden = true)
    List<String> meaninglessValues = new ArrayList<>();

    @Option(
            names = "--worker-ranks",
            hidden = true,
            description = "First rank and number of ranks of this worker process.")
    @Nullable
    String workerRanks;

    @Mixin
    ClusterOptions cluster = new ClusterOptions();

    @Mixin
    LayoutOptions striping = new LayoutOptions();

    private @Nullable Directives directives;

    /**
     * Completes what was left open and refuses what cannot be run.
     *
     * @throws UserError naming the option and what to use instead
     */
    void check() throws UserError {
        directives = Directives.parse(directiveOptions);
        if (!write && !read && !checkWrite && !checkRead) {
            write = true;
            read = true;
        }
        atLeast("-N", tasks, 1);
        atLeast("-s", segments, 1);
        atLeast("-i", repetitions, 1);
        atLeast("-D", stonewallSeconds, 0);
        atLeast("-d", interTestDelay, 0);
        atLeast("-Q", taskPerNodeOffset, 0);
        atLeast("--processes", processes, 1);
        checkSizes();
        checkData();
        if (tasks % processes != 0) {
            throw new UserError("-N " + tasks + " tasks cannot be spread evenly over --processes " + processes
                    + ": make the tasks a multiple of the processes");
        }
        if (queueDepth != null) {
            atLeast("--queue-depth", queueDepth, 1);
        }
        striping.layout();
    }

    private void checkSizes() throws UserError {
        if (transferSize == 0) {
            throw new UserError("test will not complete with zero transfer size: use -t with at least 8 bytes");
        }
        if (transferSize % Long.BYTES != 0) {
            throw new UserError("transfer size must be a multiple of access size: make -t " + transferSize
                    + " a multiple of 8 bytes");
        }
        if (blockSize < transferSize) {
            throw new UserError("block size must not be smaller than transfer size: -b is " + blockSize + " and -t "
                    + transferSize + " bytes");
        }
        if (blockSize % transferSize != 0) {
            throw new UserError("block size must be a multiple of transfer size: -b is " + blockSize + " and -t "
                    + transferSize + " bytes");
        }
        try {
            Math.multiplyExact(Math.multiplyExact(blockSize, segments), tasks);
        } catch (ArithmeticException e) {
            throw new UserError("the file would be larger than 2^63-1 bytes: lower -b, -s or -N", e);
        }
    }

    private void checkData() throws UserError {
        if (stonewallSeconds > 0 && (checkWrite || checkRead)) {
            throw new UserError("can not perform write or read check with stonewalling: drop -D, or -W and -R");
        }
        if (!write && (checkWrite || checkRead) && signature == null) {
            throw new UserError("checking data that another run wrote needs the signature it wrote: give both -G");
        }
        packet();
    }

    private static void atLeast(String option, long value, long least) throws UserError {
        if (value < least) {
            throw new UserError(option + " " + value + ": use " + least + " or more");
        }
    }

    Directives directives() {
        if (directives == null) {
            throw new IllegalStateException("check() comes first");
        }
        return directives;
    }

    /** Which words of the data tell their place. */
    Pattern.Packet packet() throws UserError {
        if (dataPacketType == null) {
            return write && (checkWrite || checkRead) ? Pattern.Packet.OFFSET : Pattern.Packet.TIMESTAMP;
        }
        return switch (dataPacketType.toLowerCase(Locale.ROOT)) {
            case "o", "offset" -> Pattern.Packet.OFFSET;
            case "t", "timestamp" -> Pattern.Packet.TIMESTAMP;
            default -> throw new UserError("-l " + dataPacketType + ": use offset or timestamp");
        };
    }

    Offsets.Order order() {
        return switch (random.length) {
            case 0 -> Offsets.Order.SEQUENTIAL;
            case 1 -> Offsets.Order.RANDOM;
            default -> Offsets.Order.RANDOM_OVERLAPPING;
        };
    }

    int verbosity() {
        return verbose.length;
    }

    int tasksPerProcess() {
        return tasks / processes;
    }

    long aggregateBytes() {
        return tasks * segments * blockSize;
    }

    /** Transfers in flight per task; a plain file has one at a time, being synchronous. */
    int depth() {
        if (api == Api.POSIX) {
            return 1;
        }
        long wanted = queueDepth != null
                ? queueDepth
                : Math.min(DEFAULT_QUEUE_DEPTH, DEFAULT_BUFFER_BYTES / transferSize / tasksPerProcess());
        return (int) Math.max(1, Math.min(wanted, segments * (blockSize / transferSize)));
    }

    /**
     * The rank whose share a rank reads. IOR moves by whole nodes, so that the reader's cache is cold; here a process is
     * what has a client of its own, and with one process it is the next task.
     */
    int dataRank(Access access, int rank) {
        if (access.writes() || access == Access.REMOVE || !reorderTasks) {
            return rank;
        }
        int shift = processes > 1 ? tasksPerProcess() : 1;
        return (int) ((rank + (long) taskPerNodeOffset * shift) % tasks);
    }

    /** The file that holds the share of a rank. */
    String fileOf(int dataRank, int repetition) {
        String name = filePerProcess ? String.format(Locale.ROOT, "%s.%08d", testFile, dataRank) : testFile;
        return multiFile ? name + "." + repetition : name;
    }

    /** Options that were given and mean nothing here. */
    List<String> ignored() {
        List<String> ignored = new ArrayList<>(directives().ignored());
        if (direct && api == Api.STRIA) {
            ignored.add("--posix.odirect (the servers of Stria use O_DIRECT on their own)");
        }
        if (meaningless.length + meaninglessValues.size() > 0) {
            ignored.add("-c, --posix.rangelocks and --posix.lustre.* (use --stripe-count and --stripe-size)");
        }
        if (api == Api.POSIX && queueDepth != null && queueDepth > 1) {
            ignored.add("--queue-depth (plain files are written one transfer at a time)");
        }
        return ignored;
    }
}
