package io.stria.jmh.process;

/**
 * Bytes moved one way, and what that took.
 *
 * @param bytes payload bytes
 * @param seconds wall clock as the mover itself measured it
 * @param clientCpuS CPU seconds of the client process
 * @param serverCpuS CPU seconds of the server process
 */
public record Transfer(long bytes, double seconds, double clientCpuS, double serverCpuS) {
    private static final double GIB = 1 << 30;

    /** Throughput in GiB per second. */
    public double gibPerS() {
        return bytes / GIB / seconds;
    }

    /** CPU seconds of the client per GiB. */
    public double clientCpuSPerGib() {
        return clientCpuS / (bytes / GIB);
    }

    /** CPU seconds of the server per GiB. */
    public double serverCpuSPerGib() {
        return serverCpuS / (bytes / GIB);
    }
}
