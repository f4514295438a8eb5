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
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Moves transfers of some size over 1 MiB RPCs, always with as many bytes in flight from as much memory, for its CPU time
 * to be read from outside: {@code write|read URI TRANSFER_MIB TOTAL_MIB}.
 */
public final class CpuProbe {
    private static final int IN_FLIGHT_MIB = 128;
    private static final int FILE_MIB = 1024;
    private static final FileLayout LAYOUT = FileLayout.striped(4, MiB.of(1));

    private final Map<Integer, TransferLoop> loops = new TreeMap<>();

    private CpuProbe() {}

    /** Answers commands until standard input ends. */
    public static void main(String[] args) throws IOException {
        Commands.answer(new CpuProbe()::handle);
    }

    private void handle(List<String> words) throws IOException {
        int transferMib = Integer.parseInt(words.get(2));
        TransferLoop loop = loops.computeIfAbsent(
                transferMib,
                mib -> new TransferLoop(IN_FLIGHT_MIB / mib, mib << 20, FILE_MIB / mib, TransferLoop.Wait.JOIN));
        ClientConfig config =
                ClientConfig.builder(words.get(1)).maxRpcBytes(MiB.of(1)).build();
        try (StriaClient client = Stria.connect(config);
                AsyncFile file =
                        client.open("/cpu", LAYOUT, CREATE, READ, WRITE).join()) {
            loop.run(file, words.get(0).equals("write"), Integer.parseInt(words.get(3)) / transferMib);
        }
    }
}
