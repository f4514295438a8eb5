package io.stria.jmh.client;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.stria.AsyncFile;
import io.stria.ClientConfig;
import io.stria.FileLayout;
import io.stria.MiB;
import io.stria.Stria;
import io.stria.StriaClient;
import io.stria.TargetStatistics;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/**
 * Moves large transfers and tells how full the windows of the targets were: {@code write|read URI TRANSFERS}. Every
 * command is a client of its own, since its statistics begin with it. Answers with one line: RPCs that count, those that
 * left with the window full, RPCs in flight at the median.
 */
public final class WindowProbe {
    private static final int TRANSFER_BYTES = 256 << 20;
    private static final int IN_FLIGHT = 4;
    private static final int STRIPE_COUNT = 8;
    private static final int FILE_TRANSFERS = 8;
    private static final int WINDOW = 16;

    private final TransferLoop loop =
            new TransferLoop(IN_FLIGHT, TRANSFER_BYTES, FILE_TRANSFERS, TransferLoop.Wait.JOIN);

    private WindowProbe() {}

    /** Answers commands until standard input ends. */
    public static void main(String[] args) throws IOException {
        Commands.answer(new WindowProbe()::handle);
    }

    private void handle(List<String> words) throws Exception {
        boolean write = words.get(0).equals("write");
        int transferCount = Integer.parseInt(words.get(2));
        ClientConfig config = ClientConfig.builder(words.get(1))
                .maxRpcBytes(MiB.of(1))
                .maxRpcsInFlight(WINDOW)
                .build();
        try (StriaClient client = Stria.connect(config)) {
            FileLayout layout = FileLayout.striped(STRIPE_COUNT, MiB.of(1));
            try (AsyncFile file =
                    client.open("/window", layout, CREATE, READ, WRITE).join()) {
                loop.run(file, write, transferCount);
            }
            report(client, write ? TargetStatistics::write : TargetStatistics::read);
        }
    }

    private static void report(StriaClient client, Function<TargetStatistics, TargetStatistics.Direction> direction) {
        long steady = 0;
        long full = 0;
        long inFlight = Long.MAX_VALUE;
        for (TargetStatistics target : client.statistics().targets()) {
            TargetStatistics.Direction rpcs = direction.apply(target);
            steady += rpcs.steadyRpcs();
            full += rpcs.steadyRpcsWindowFull();
            inFlight = Math.min(inFlight, rpcs.rpcsInFlight().quantile(0.5));
        }
        System.out.println(steady + "\t" + full + "\t" + inFlight);
    }
}
