package io.stria.jmh.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** One reference server in a JVM of its own, carrying some targets and the namespace. */
public final class StriaServer {
    private static final Pattern READY = Pattern.compile("listening on (\\S+:\\d+)");
    private static final Duration START_TIMEOUT = Duration.ofSeconds(30);

    private final String address;
    private final Child server;

    private StriaServer(String address, Child server) {
        this.address = address;
        this.server = server;
    }

    /**
     * Starts it on a port of the loopback interface.
     *
     * @param processes where it runs until closed
     * @param directory holds its data
     * @param targetCount how many targets it carries
     * @throws IOException if its jar has not been built or it does not start
     */
    public static StriaServer start(Processes processes, Path directory, int targetCount)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.addAll(List.of(
                Programs.java(),
                "-jar",
                Programs.jar("server-stub", "stria-server.jar").toString()));
        command.addAll(List.of("--listen", "127.0.0.1:0"));
        command.addAll(List.of("--namespace", newDirectory(directory, "namespace")));
        for (int target = 0; target < targetCount; target++) {
            command.addAll(List.of("--target", newDirectory(directory, "target-" + target)));
        }
        Child server = processes.start("the Stria server", command);
        return new StriaServer(server.awaitLine(READY, START_TIMEOUT).group(1), server);
    }

    private static String newDirectory(Path parent, String name) throws IOException {
        return Files.createDirectory(parent.resolve(name)).toString();
    }

    /** The URI of the cluster that it is. */
    public String uri() {
        return "stria://" + address + "/";
    }

    /** CPU seconds used so far. */
    public double cpuSeconds() {
        return server.cpuSeconds();
    }
}
