package io.stria.jmh.client;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import io.stria.AsyncFile;
import io.stria.Extent;
import io.stria.FileLayout;
import io.stria.MiB;
import io.stria.Stria;
import io.stria.StriaClient;
import io.stria.StriaFuture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * Submits 64 writes of 4 KiB, one by one or as a batch, and tells what that takes of the caller's time: {@code single|batch
 * URI ROUNDS}. Answers with the median in nanoseconds per write.
 */
public final class BatchProbe {
    private static final int EXTENTS = 64;
    private static final int EXTENT_BYTES = 4096;
    private static final int DISTANCE = 64 << 10;
    private static final int STRIPE_COUNT = 4;
    /** Long enough for the event loop to have gone to sleep. */
    private static final long PARK_NS = 200_000;

    private final List<Extent> extents = new ArrayList<>();
    private final CompletableFuture<?>[] futures = new CompletableFuture<?>[EXTENTS];

    private BatchProbe() {}

    /** Answers commands until standard input ends. */
    public static void main(String[] args) throws IOException {
        Commands.answer(new BatchProbe()::handle);
    }

    private void handle(List<String> words) throws Exception {
        boolean isBatch = words.get(0).equals("batch");
        int rounds = Integer.parseInt(words.get(2));
        try (StriaClient client = Stria.connect(words.get(1));
                AsyncFile file = client.open("/batch", FileLayout.striped(STRIPE_COUNT, MiB.of(1)), CREATE, WRITE)
                        .join()) {
            extents.clear();
            for (int i = 0; i < EXTENTS; i++) {
                extents.add(Extent.of(file, ByteBuffer.allocateDirect(EXTENT_BYTES), (long) i * DISTANCE));
            }
            long[] times = new long[rounds];
            for (int round = 0; round < rounds; round++) {
                LockSupport.parkNanos(PARK_NS);
                times[round] = isBatch ? batch(client) : single(file);
            }
            Arrays.sort(times);
            System.out.println((double) times[rounds / 2] / EXTENTS);
        }
    }

    private long batch(StriaClient client) {
        long begunNs = System.nanoTime();
        StriaFuture<Long> future = client.writeBatch(extents);
        long ns = System.nanoTime() - begunNs;
        future.join();
        return ns;
    }

    private long single(AsyncFile file) {
        long begunNs = System.nanoTime();
        for (int i = 0; i < EXTENTS; i++) {
            Extent extent = extents.get(i);
            futures[i] = file.write(extent.memory(), extent.offset());
        }
        long ns = System.nanoTime() - begunNs;
        CompletableFuture.allOf(futures).join();
        return ns;
    }
}
