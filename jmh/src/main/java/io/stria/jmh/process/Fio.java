package io.stria.jmh.process;

import java.io.IOException;
import java.util.List;

/** fio against a network block device: sequential, 1 MiB at a time. Each measurement is a process of its own. */
public final class Fio {
    private final Processes processes;
    private final String program;
    private final NbdKit device;
    private final int depthCount;

    /**
     * Measures with a device.
     *
     * @param processes where it runs
     * @param device the device, as large as what is transferred
     * @param depthCount transfers in flight
     * @throws IOException if fio is not installed
     */
    public Fio(Processes processes, NbdKit device, int depthCount) throws IOException {
        this.processes = processes;
        this.program = Programs.peer("fio");
        this.device = device;
        this.depthCount = depthCount;
    }

    /** Writes some bytes. */
    public Transfer write(long bytes) throws IOException, InterruptedException {
        return run("write", bytes);
    }

    /** Reads some bytes. */
    public Transfer read(long bytes) throws IOException, InterruptedException {
        return run("read", bytes);
    }

    private Transfer run(String direction, long bytes) throws IOException, InterruptedException {
        double serverBeforeS = device.cpuSeconds();
        Processes.Finished client = processes.run("fio", command(direction, bytes));
        return parse(client.stdout(), direction, client.cpuS(), device.cpuSeconds() - serverBeforeS);
    }

    private List<String> command(String direction, long bytes) {
        return List.of(
                program,
                "--name=stream",
                "--ioengine=nbd",
                "--uri=" + device.uri(),
                "--rw=" + direction,
                "--bs=1m",
                "--size=" + bytes,
                "--iodepth=" + depthCount,
                "--thread",
                "--output-format=json");
    }

    /** Reads a report of {@code fio --output-format=json} with one job. */
    static Transfer parse(String report, String direction, double clientCpuS, double serverCpuS) throws IOException {
        int error = (int) Json.number(report, "jobs", 0, "error");
        if (error != 0) {
            throw new IOException("fio's " + direction + " failed with errno " + error + ": " + report.strip());
        }
        long bytes = (long) Json.number(report, "jobs", 0, direction, "io_bytes");
        double bytesPerS = Json.number(report, "jobs", 0, direction, "bw_bytes");
        return new Transfer(bytes, bytes / bytesPerS, clientCpuS, serverCpuS);
    }
}
