package io.stria.jmh.process;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * iperf3 over loopback: one stream of 1 MiB writes, the speed of the wire itself. One server process stays; every
 * measurement is a client process of its own, as the peer has nothing to warm up.
 */
public final class Iperf3 {
    private static final Pattern READY = Pattern.compile("Server listening");
    private static final Duration START_TIMEOUT = Duration.ofSeconds(20);

    private final Processes processes;
    private final String program;
    private final String port;
    private final Child server;

    private Iperf3(Processes processes, String program, String port, Child server) {
        this.processes = processes;
        this.program = program;
        this.port = port;
        this.server = server;
    }

    /**
     * Starts the server.
     *
     * @param processes where it runs until closed
     * @throws IOException if iperf3 is not installed or does not start
     */
    public static Iperf3 start(Processes processes) throws IOException, InterruptedException {
        String program = Programs.peer("iperf3");
        String port = Integer.toString(Programs.freePort());
        Child server =
                processes.start("iperf3 server", List.of(program, "-s", "-B", "127.0.0.1", "-p", port, "--forceflush"));
        server.awaitLine(READY, START_TIMEOUT);
        return new Iperf3(processes, program, port, server);
    }

    /** Sends some bytes. */
    public Transfer send(long bytes) throws IOException, InterruptedException {
        double serverBeforeS = server.cpuSeconds();
        Processes.Finished client = processes.run("iperf3", command(bytes));
        return parse(client.stdout(), client.cpuS(), server.cpuSeconds() - serverBeforeS);
    }

    private List<String> command(long bytes) {
        return List.of(program, "-c", "127.0.0.1", "-p", port, "-n", Long.toString(bytes), "-l", "1M", "--json");
    }

    /** Reads a report of {@code iperf3 --json}: what has arrived at the receiver. */
    static Transfer parse(String report, double clientCpuS, double serverCpuS) throws IOException {
        return new Transfer(
                (long) Json.number(report, "end", "sum_received", "bytes"),
                Json.number(report, "end", "sum_received", "seconds"),
                clientCpuS,
                serverCpuS);
    }
}
