package io.stria.server.cli;

import io.stria.StriaException;
import io.stria.Transport;
import io.stria.server.ServerConfig;
import io.stria.server.StoreKind;
import io.stria.server.StriaServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code java -jar stria-server.jar}: runs one server until it is told to stop. */
@Command(
        name = "stria-server",
        mixinStandardHelpOptions = true,
        versionProvider = ServerMain.Version.class,
        description = "Serves targets, and the namespace of a cluster, to Stria clients.",
        sortOptions = false)
public final class ServerMain implements Callable<Integer> {
    private static final int DEFAULT_PORT = 7440;
    private static final int MAX_PAYLOAD_MEMORY_MIB = 1 << 24;
    private static final int MAX_TIMEOUT_SECONDS = 3600;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:7440",
            description = "Address to listen on; port 0 lets the system choose (default: ${DEFAULT-VALUE})")
    String listen = "127.0.0.1:" + DEFAULT_PORT;

    @Option(
            names = "--advertise",
            paramLabel = "HOST:PORT",
            description = "Address that clients are given, if it is not the one listened on")
    @Nullable
    String advertise;

    @Option(names = "--target", paramLabel = "DIR", description = "Existing directory of a target; may be repeated")
    List<Path> targets = new ArrayList<>();

    @Option(
            names = "--namespace",
            paramLabel = "DIR",
            description = "Carry the namespace of the cluster, in this existing directory")
    @Nullable
    Path namespace;

    @Option(
            names = "--join",
            paramLabel = "HOST:PORT",
            description = "Join the cluster whose namespace is on the server at this address")
    @Nullable
    String join;

    @Option(
            names = "--store",
            paramLabel = "KIND",
            defaultValue = "file",
            description = "Where objects are kept: file, memory or null; the last two are for measurements "
                    + "(default: ${DEFAULT-VALUE})")
    String store = "file";

    @Option(names = "--buffered", description = "Go through the page cache, on file systems that refuse O_DIRECT")
    boolean buffered;

    @Option(
            names = "--transport",
            paramLabel = "KIND",
            defaultValue = "auto",
            description = "How sockets are driven: auto, epoll, io_uring or nio (default: ${DEFAULT-VALUE})")
    String transport = "auto";

    @Option(
            names = "--io-threads",
            paramLabel = "N",
            description = "Event loop threads (default: half of the CPUs, 1 to 4)")
    @Nullable
    Integer ioThreads;

    @Option(
            names = "--disk-threads",
            paramLabel = "N",
            defaultValue = "0",
            description = "Disk threads per target; 0 is twice the CPUs shared by the targets, 1 to 4 each "
                    + "(default: ${DEFAULT-VALUE})")
    int diskThreads;

    @Option(
            names = "--payload-memory-mib",
            paramLabel = "MIB",
            defaultValue = "512",
            description = "Bound on the memory that payloads are received into (default: ${DEFAULT-VALUE})")
    long payloadMemoryMib = 512;

    @Option(
            names = "--join-timeout",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "How long to wait for the server with the namespace (default: ${DEFAULT-VALUE})")
    long joinTimeoutSeconds = 30;

    @Option(
            names = "--session-timeout",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description =
                    "How long a client may be away, or need to come back after a restart of this server, before the"
                            + " files that it has open are closed (default: ${DEFAULT-VALUE})")
    long sessionTimeoutSeconds = 30;

    @Option(
            names = "--max-connections",
            paramLabel = "N",
            description = "How many connections may be open at a time (default: 4096)")
    @Nullable
    Integer maxConnections;

    @Option(names = "--stacktrace", description = "Print where an error comes from")
    boolean stackTrace;

    /** Runs the command line and exits: 0 after a stop, 1 after an error. */
    public static void main(String[] arguments) {
        logWithTime();
        CommandLine command = new CommandLine(new ServerMain());
        command.setParameterExceptionHandler((error, given) -> {
            report(error.getCommandLine(), error.getMessage() + " (see --help)");
            return 1;
        });
        command.setExecutionExceptionHandler((error, line, result) -> {
            report(line, String.valueOf(error.getMessage()));
            ServerMain self = line.getCommand();
            if (self.stackTrace) {
                error.printStackTrace(line.getErr());
            }
            return 1;
        });
        System.exit(command.execute(arguments));
    }

    /** For the logger that the runnable jar brings along; before it is first used. */
    private static void logWithTime() {
        System.getProperties().putIfAbsent("org.slf4j.simpleLogger.showDateTime", "true");
        System.getProperties().putIfAbsent("org.slf4j.simpleLogger.dateTimeFormat", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX");
    }

    private static void report(CommandLine line, String message) {
        line.getErr().println("stria-server: " + message);
        line.getErr().flush();
    }

    @Override
    public Integer call() throws StriaException, InterruptedException {
        StriaServer server = StriaServer.start(config());
        System.out.println("listening on " + server.address());
        System.out.flush();
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, stopped), "stria-server-stop"));
        stopped.await();
        return 0;
    }

    private static void stop(StriaServer server, CountDownLatch stopped) {
        try {
            server.close();
        } catch (StriaException e) {
            LoggerFactory.getLogger(ServerMain.class).error("server did not stop cleanly", e);
        } finally {
            stopped.countDown();
        }
    }

    private ServerConfig config() throws StriaException {
        int colon = listen.lastIndexOf(':');
        ServerConfig.Builder builder = ServerConfig.builder()
                .listen(colon < 0 ? listen : listen.substring(0, colon), port(colon))
                .advertise(advertise)
                .namespace(namespace)
                .join(join)
                .store(oneOf("--store", store, StoreKind.class))
                .buffered(buffered)
                .transport(oneOf("--transport", transport, Transport.class))
                .diskThreads(diskThreads)
                .payloadMemoryBytes(payloadMemoryBytes())
                .joinTimeout(seconds("--join-timeout", joinTimeoutSeconds))
                .sessionTimeout(seconds("--session-timeout", sessionTimeoutSeconds));
        if (maxConnections != null) {
            builder.maxConnections(maxConnections);
        }
        if (ioThreads != null) {
            builder.ioThreads(ioThreads);
        }
        targets.forEach(builder::target);
        return builder.build();
    }

    private long payloadMemoryBytes() {
        if (payloadMemoryMib < 16 || payloadMemoryMib > MAX_PAYLOAD_MEMORY_MIB) {
            throw outOfRange("--payload-memory-mib", payloadMemoryMib, "16 to " + MAX_PAYLOAD_MEMORY_MIB);
        }
        return payloadMemoryMib << 20;
    }

    private Duration seconds(String option, long value) {
        if (value < 1 || value > MAX_TIMEOUT_SECONDS) {
            throw outOfRange(option, value, "1 to " + MAX_TIMEOUT_SECONDS);
        }
        return Duration.ofSeconds(value);
    }

    private ParameterException outOfRange(String option, long value, String bounds) {
        return new ParameterException(new CommandLine(this), option + " " + value + ": use " + bounds);
    }

    private int port(int colon) {
        if (colon < 0) {
            return DEFAULT_PORT;
        }
        try {
            return Integer.parseInt(listen.substring(colon + 1));
        } catch (NumberFormatException e) {
            throw new ParameterException(new CommandLine(this), "--listen '" + listen + "': write it as HOST:PORT", e);
        }
    }

    private <E extends Enum<E>> E oneOf(String option, String value, Class<E> kinds) {
        for (E kind : kinds.getEnumConstants()) {
            if (kind.name().equals(value.toUpperCase(Locale.ROOT))) {
                return kind;
            }
        }
        throw new ParameterException(
                new CommandLine(this),
                option + " '" + value + "': use one of "
                        + String.join(
                                ", ",
                                java.util.Arrays.stream(kinds.getEnumConstants())
                                        .map(kind -> kind.name().toLowerCase(Locale.ROOT))
                                        .toList()));
    }

    /** Says which version this is. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = ServerMain.class.getPackage().getImplementationVersion();
            return new String[] {"stria-server " + (version == null ? "(development)" : version)};
        }
    }
}
