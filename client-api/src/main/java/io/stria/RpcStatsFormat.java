package io.stria;

import java.util.Locale;

/** Prints {@link TargetStatistics} as Lustre prints {@code rpc_stats}: per bucket count, percent, running percent. */
final class RpcStatsFormat {

    private RpcStatsFormat() {}

    static void append(StringBuilder out, TargetStatistics target) {
        out.append("target ")
                .append(target.target())
                .append(" (")
                .append(target.address())
                .append(")\n");
        section(
                out,
                "bytes per rpc",
                target.read().bytesPerRpc(),
                target.write().bytesPerRpc(),
                true);
        section(
                out,
                "rpcs in flight",
                target.read().rpcsInFlight(),
                target.write().rpcsInFlight(),
                false);
        section(
                out,
                "RPC latency (us)",
                target.read().latencyUs(),
                target.write().latencyUs(),
                false);
    }

    private static void section(StringBuilder out, String title, Histogram read, Histogram write, boolean bytes) {
        long reads = read.total();
        long writes = write.total();
        if (reads + writes == 0) {
            return;
        }
        out.append("\n\t\t\tread\t\t\twrite\n");
        out.append(String.format(Locale.ROOT, "%-21s rpcs   %% cum %% |       rpcs   %% cum %%%n", title));
        long readSeen = 0;
        long writeSeen = 0;
        for (int i = 0; i < read.counts().length && (readSeen < reads || writeSeen < writes); i++) {
            long readCount = read.counts()[i];
            long writeCount = write.counts()[i];
            readSeen += readCount;
            writeSeen += writeCount;
            if (readSeen + writeSeen == 0) {
                continue;
            }
            long bound = read.lowerBounds()[i];
            out.append(String.format(
                    Locale.ROOT,
                    "%s:\t\t%10d %3d %3d   | %10d %3d %3d%n",
                    bytes ? size(bound) : Long.toString(bound),
                    readCount,
                    percent(readCount, reads),
                    percent(readSeen, reads),
                    writeCount,
                    percent(writeCount, writes),
                    percent(writeSeen, writes)));
        }
    }

    private static long percent(long part, long whole) {
        return whole == 0 ? 0 : part * 100 / whole;
    }

    private static String size(long bytes) {
        if (bytes >= 1 << 20) {
            return (bytes >> 20) + "M";
        }
        return bytes >= 1 << 10 ? (bytes >> 10) + "K" : Long.toString(bytes);
    }
}
