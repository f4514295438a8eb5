package io.stria;

/**
 * What the RPCs to one target looked like, in the manner of Lustre's {@code rpc_stats}.
 *
 * @param target number of the target
 * @param address where it is reached
 * @param read the read RPCs
 * @param write the write RPCs
 */
public record TargetStatistics(int target, String address, Direction read, Direction write) {

    /**
     * The RPCs of one direction.
     *
     * @param bytesPerRpc payload bytes, in powers of two
     * @param rpcsInFlight RPCs of both directions in flight just after one left, itself included
     * @param latencyUs microseconds from leaving to reply, in powers of two, as seen with one clock read per batch
     * @param steadyRpcs RPCs that left, the first and last 16 not counted
     * @param steadyRpcsWindowFull those of {@code steadyRpcs} that left in a flush after which the window was full
     */
    public record Direction(
            Histogram bytesPerRpc,
            Histogram rpcsInFlight,
            Histogram latencyUs,
            long steadyRpcs,
            long steadyRpcsWindowFull) {}
}
