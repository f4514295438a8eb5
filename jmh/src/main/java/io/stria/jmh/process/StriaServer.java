package io.stria.jmh.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A reference server in a JVM of its own, carrying some targets, and others that join it. */
public final class StriaServer {
    private static final Pattern READY = Pattern.compile("listening on (\\S+:\\d+)");
    private static final Duration START_TIMEOUT = Duration.ofSeconds(30);

    private final Processes processes;
    private final String address;
    private final Child server;
    private int targets;

    private StriaServer(Processes processes, String address, Child server, int targets) {
        this.processes = processes;
        this.address = address;
        this.server = server;
        this.targets = targets;
    }

    /**
     * Starts it, with the namespace, on a port of the loopback interface.
     *
     * @param processes where it runs until closed
     * @param directory holds its data
     * @param targetCount how many targets it carries
     * @throws IOException if its jar has not been built or it does not start
     */
    public static StriaServer start(Processes processes, Path directory, int targetCount)
            throws IOException, InterruptedException {
        return start(
                processes,
                List.of("--namespace", newDirectory(directory, "namespace")),
                newTargets(directory, 0, targetCount));
    }

    /**
     * Starts one that throws away what is written and makes up what is read.
     *
     * @param processes where it runs until closed
     * @param directory holds its namespace
     * @param targetCount how many targets it carries
     * @throws IOException if its jar has not been built or it does not start
     */
    public static StriaServer startWithoutStore(Processes processes, Path directory, int targetCount)
            throws IOException, InterruptedException {
        return start(
                processes,
                List.of("--store", "null", "--namespace", newDirectory(directory, "namespace")),
                newTargets(directory, 0, targetCount));
    }

    /**
     * Starts another one that joins this one.
     *
     * @param directory holds its data; may be that of the others
     * @param targetCount how many targets it carries
     * @throws IOException if it does not start
     */
    public void joinedBy(Path directory, int targetCount) throws IOException, InterruptedException {
        start(processes, List.of("--join", address), newTargets(directory, targets, targetCount));
        targets += targetCount;
    }

    private static StriaServer start(Processes processes, List<String> role, List<String> targets)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.addAll(List.of(
                Programs.java(),
                "-jar",
                Programs.jar("server-stub", "stria-server.jar").toString()));
        command.addAll(List.of("--listen", "127.0.0.1:0"));
        command.addAll(role);
        for (String target : targets) {
            command.addAll(List.of("--target", target));
        }
        Child server = processes.start("a Stria server", command);
        return new StriaServer(processes, server.awaitLine(READY, START_TIMEOUT).group(1), server, targets.size());
    }

    private static List<String> newTargets(Path directory, int from, int count) throws IOException {
        List<String> targets = new ArrayList<>();
        for (int target = from; target < from + count; target++) {
            targets.add(newDirectory(directory, "target-" + target));
        }
        return targets;
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
