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
import io.stria.StriaFuture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Moves transfers over 1 MiB RPCs and tells what the client allocates. {@code move write|read URI on|off TRANSFER_MIB
 * RPCS ROUNDS} makes a client with or without checksums and answers with a line per round: the bytes that all threads of
 * this JVM allocated. {@code future URI} answers with the class of the future that a write returns and its size.
 */
public final class AllocationProbe {
    private static final int SMALL_IN_FLIGHT = 8;
    private static final int LARGE_IN_FLIGHT = 4;
    private static final int FILE_MIB = 1024;
    private static final FileLayout LAYOUT = FileLayout.striped(4, MiB.of(1));

    private final Allocations allocations = new Allocations();
    private final Map<Integer, TransferLoop> loops = new TreeMap<>();

    private AllocationProbe() {}

    /** Answers commands until standard input ends. */
    public static void main(String[] args) throws IOException {
        Commands.answer(new AllocationProbe()::handle);
    }

    private void handle(List<String> words) throws Exception {
        if (words.get(0).equals("future")) {
            future(words.get(1));
        } else {
            move(
                    words.get(1).equals("write"),
                    words.get(2),
                    words.get(3).equals("on"),
                    Integer.parseInt(words.get(4)),
                    Integer.parseInt(words.get(5)),
                    Integer.parseInt(words.get(6)));
        }
    }

    private void move(boolean write, String uri, boolean checksum, int transferMib, int rpcCount, int roundCount)
            throws IOException {
        TransferLoop loop = loops.computeIfAbsent(transferMib, AllocationProbe::loop);
        ClientConfig config = ClientConfig.builder(uri)
                .maxRpcBytes(MiB.of(1))
                .checksum(checksum)
                .build();
        try (StriaClient client = Stria.connect(config);
                AsyncFile file =
                        client.open("/allocation", LAYOUT, CREATE, READ, WRITE).join()) {
            long[] allocatedBytes = new long[roundCount];
            for (int round = 0; round < roundCount; round++) {
                long before = allocations.ofAllThreads();
                loop.run(file, write, rpcCount / transferMib);
                allocatedBytes[round] = allocations.ofAllThreads() - before;
            }
            for (long bytes : allocatedBytes) {
                System.out.println(bytes);
            }
        }
    }

    private static TransferLoop loop(int transferMib) {
        int inFlight = transferMib == 1 ? SMALL_IN_FLIGHT : LARGE_IN_FLIGHT;
        return new TransferLoop(inFlight, transferMib << 20, FILE_MIB / transferMib, TransferLoop.Wait.LOOK);
    }

    private void future(String uri) throws Exception {
        try (StriaClient client = Stria.connect(uri);
                AsyncFile file =
                        client.open("/allocation", LAYOUT, CREATE, WRITE).join()) {
            StriaFuture<Long> returned = file.write(ByteBuffer.allocateDirect(1), 0);
            returned.join();
            System.out.println(returned.getClass().getName() + "\t" + allocations.ofOne(returned.getClass()));
        }
    }
}
