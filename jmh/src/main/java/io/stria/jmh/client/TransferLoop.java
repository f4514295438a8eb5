package io.stria.jmh.client;

import io.stria.AsyncFile;
import io.stria.Memory;
import io.stria.StriaFuture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a number of equal transfers in flight, one after the other through a file and round again. Allocates nothing
 * itself while it runs. One thread.
 */
final class TransferLoop {
    private static final long LOOK_NS = 20_000;

    /** How to wait for a transfer. */
    enum Wait {
        /** As an application does: costs no CPU time, but allocates. */
        JOIN,
        /** By looking again and again: allocates nothing. */
        LOOK
    }

    private final Memory[] memory;
    private final @Nullable StriaFuture<Long>[] inFlight;
    private final int transferBytes;
    private final int fileTransfers;
    private final Wait wait;

    /**
     * Allocates the memory of the transfers.
     *
     * @param depthCount transfers in flight
     * @param transferBytes size of each
     * @param fileTransfers after how many the file begins again
     * @param wait how to wait for one
     */
    @SuppressWarnings({"unchecked", "rawtypes"})
    TransferLoop(int depthCount, int transferBytes, int fileTransfers, Wait wait) {
        this.transferBytes = transferBytes;
        this.fileTransfers = fileTransfers;
        this.wait = wait;
        memory = new Memory[depthCount];
        inFlight = new StriaFuture[depthCount];
        for (int i = 0; i < depthCount; i++) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(transferBytes);
            for (int at = 0; at < transferBytes; at += Long.BYTES) {
                buffer.putLong(at, at * 0x9E3779B97F4A7C15L);
            }
            memory[i] = Memory.of(buffer);
        }
    }

    /** Runs some transfers one way to their end. */
    void run(AsyncFile file, boolean write, int transferCount) throws IOException {
        for (int i = 0; i < transferCount; i++) {
            int slot = i % memory.length;
            await(slot);
            long offset = (long) (i % fileTransfers) * transferBytes;
            inFlight[slot] = write ? file.write(memory[slot], offset) : file.read(memory[slot], offset);
        }
        for (int slot = 0; slot < memory.length; slot++) {
            await(slot);
        }
    }

    private void await(int slot) throws IOException {
        StriaFuture<Long> future = inFlight[slot];
        if (future == null) {
            return;
        }
        while (wait == Wait.LOOK && !future.isDone()) {
            LockSupport.parkNanos(LOOK_NS);
        }
        long moved = future.join();
        if (moved != transferBytes) {
            throw new IOException(moved + " bytes moved instead of " + transferBytes);
        }
        inFlight[slot] = null;
    }
}
