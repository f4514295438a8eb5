package io.stria.jmh;

import io.stria.jmh.client.IorHost;
import io.stria.jmh.process.BothWays;
import io.stria.jmh.process.ClientJvm;
import io.stria.jmh.process.IorReport;
import io.stria.jmh.process.StriaServer;
import io.stria.jmh.process.Transfer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Stria's side of the stream comparisons: one server JVM with four targets, one client JVM that runs {@code ior}. Every
 * measurement writes over a file and reads it back with a client made for it; the JVMs stay, so their code is compiled.
 */
final class StriaStream {
    /** Transfers in flight. */
    static final int DEPTH = 8;

    static final String METHOD = """
            Stria: one server JVM (4 targets) and one client JVM, which stay; the client runs
              ior -t 1m -b BYTES --queue-depth 8 --stripe-count 4 --stripe-size 1m
            with -w -E and then with -r in each round: a new client each time, in JVMs whose code is compiled. The file is
            there from the warm-up on, since what a page costs that is touched for the first time is the machine's
            (under a hypervisor more than all copies together), not the software's. Before that come some GiB in
            transfers of 64 KiB, which have the JVMs compile the path.
            Its throughput is ior's, open and close included. CPU seconds are those of the whole client and server
            processes while ior ran. Before each measurement every process has become idle.
            """;

    private static final int TARGET_COUNT = 4;
    private static final int COMPILE_ROUNDS = 3;
    private static final String COMPILE_RPC = "64k";
    private static final long COMPILE_BYTES = 1L << 30;
    private static final String PATH = "/stream";

    private final Workbench bench;
    private final StriaServer server;
    private final ClientJvm client;

    private StriaStream(Workbench bench, StriaServer server, ClientJvm client) {
        this.bench = bench;
        this.server = server;
        this.client = client;
    }

    static StriaStream start(Workbench bench) throws IOException, InterruptedException {
        StriaServer server = StriaServer.start(bench.processes(), bench.directory(), TARGET_COUNT);
        StriaStream stria = new StriaStream(bench, server, ClientJvm.start(bench.processes(), IorHost.class));
        stria.compile();
        return stria;
    }

    /** Runs the path often enough for the JVMs to compile it, with RPCs as small as are still received into place. */
    private void compile() throws IOException, InterruptedException {
        for (int round = 0; round < COMPILE_ROUNDS; round++) {
            for (boolean checksum : new boolean[] {false, true}) {
                ior("-w", COMPILE_RPC, checksum, COMPILE_BYTES);
                ior("-r", COMPILE_RPC, checksum, COMPILE_BYTES);
            }
        }
    }

    /** Writes and reads some bytes. */
    BothWays run(boolean checksum, long bytes) throws IOException, InterruptedException {
        Transfer write = ior("-w", "1m", checksum, bytes);
        Transfer read = ior("-r", "1m", checksum, bytes);
        return new BothWays(write, read);
    }

    private Transfer ior(String direction, String transfer, boolean checksum, long bytes)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("ior", "--uri", server.uri(), "-o", PATH, direction, "-k", "-E"));
        command.addAll(List.of("-t", transfer, "-b", Long.toString(bytes), "--queue-depth", Integer.toString(DEPTH)));
        command.addAll(List.of("--stripe-count", Integer.toString(TARGET_COUNT), "--stripe-size", "1m"));
        command.addAll(List.of("--checksum", checksum ? "on" : "off", "-O", "summaryFormat=JSON"));
        bench.processes().settle();
        double clientBeforeS = client.cpuSeconds();
        double serverBeforeS = server.cpuSeconds();
        List<String> report = client.ask(command.toArray(new String[0]));
        double clientCpuS = client.cpuSeconds() - clientBeforeS;
        double serverCpuS = server.cpuSeconds() - serverBeforeS;
        return IorReport.parse(String.join("\n", report), clientCpuS, serverCpuS);
    }
}
