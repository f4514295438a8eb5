package io.stria.jmh.client;

import io.stria.jmh.perpage.DataPath;
import io.stria.jmh.perpage.Paths;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Carries transfers to a transport that only counts: {@code descriptor|page write|read MILLIS}. Answers with the
 * nanoseconds per transfer.
 */
public final class PerPageProbe {
    private static final int WIDE = 1024;

    private final Map<Paths, DataPath> paths = new EnumMap<>(Paths.class);
    private long carried;

    private PerPageProbe() {}

    /** Answers commands until standard input ends. */
    public static void main(String[] args) throws IOException {
        Commands.answer(new PerPageProbe()::handle);
    }

    private void handle(List<String> words) {
        DataPath path = paths.computeIfAbsent(Paths.valueOf(words.get(0)), Paths::create);
        boolean isWrite = words.get(1).equals("write");
        long forNs = Long.parseLong(words.get(2)) * 1_000_000;
        long count = 0;
        long beginNs = System.nanoTime();
        long takenNs;
        do {
            path.carry(isWrite, (carried++ % WIDE) * Paths.TRANSFER_BYTES);
            count++;
            takenNs = System.nanoTime() - beginNs;
        } while (takenNs < forNs);
        System.out.println((double) takenNs / count);
    }
}
