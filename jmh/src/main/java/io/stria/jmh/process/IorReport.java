package io.stria.jmh.process;

import java.io.IOException;

/** Reads what {@code ior -O summaryFormat=JSON} reports of one phase and one repetition. */
public final class IorReport {

    private IorReport() {}

    /** The transfer of a run. */
    public static Transfer parse(String report, double clientCpuS, double serverCpuS) throws IOException {
        long bytes = (long) Json.number(report, "tests", 0, "Results", 0, "bytes");
        double mibPerS = Json.number(report, "tests", 0, "Results", 0, "bwMiB");
        return new Transfer(bytes, bytes / (mibPerS * (1 << 20)), clientCpuS, serverCpuS);
    }
}
