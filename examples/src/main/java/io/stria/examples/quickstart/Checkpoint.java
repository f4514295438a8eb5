package io.stria.examples.quickstart;

import io.stria.AsyncFile;
import io.stria.Memory;
import io.stria.StriaFuture;
import io.stria.examples.cli.UserError;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.LongConsumer;

/** Writes the state to a file and reads it back, through a {@link Ring}. */
final class Checkpoint {
    private final Ring ring = new Ring();
    private final long bytes;

    Checkpoint(long bytes) {
        this.bytes = bytes;
    }

    /**
     * Writes all of the state: makes the next chunk while the others are in flight, and waits for the oldest write only
     * when no chunk is left.
     *
     * @param progress told of bytes written since the last call
     */
    void write(AsyncFile file, LongConsumer progress) {
        Deque<StriaFuture<Long>> inFlight = new ArrayDeque<>();
        int next = 0;
        for (long offset = 0; offset < bytes; offset += Ring.CHUNK_BYTES) {
            if (inFlight.size() == Ring.CHUNKS) {
                progress.accept(inFlight.remove().join());
            }
            ByteBuffer chunk = ring.chunk(next, bytes - offset);
            State.fill(chunk, offset);
            inFlight.add(file.write(chunk, offset));
            next = (next + 1) % Ring.CHUNKS;
        }
        inFlight.forEach(write -> progress.accept(write.join()));
    }

    private record WindowRead(List<ByteBuffer> window, long offset, StriaFuture<Long> read) {}

    /**
     * Reads all of the state in windows, the next while one is compared, byte for byte.
     *
     * @param progress told of bytes verified since the last call
     * @throws UserError if a byte is not as it was written
     */
    void verify(AsyncFile file, LongConsumer progress) throws UserError {
        Deque<WindowRead> inFlight = new ArrayDeque<>();
        int next = 0;
        for (long offset = 0; offset < bytes; offset += Ring.WINDOW_BYTES) {
            if (inFlight.size() == Ring.WINDOWS) {
                progress.accept(verify(inFlight.remove()));
            }
            List<ByteBuffer> window = ring.window(next, Math.min(Ring.WINDOW_BYTES, bytes - offset));
            inFlight.add(
                    new WindowRead(window, offset, file.read(Memory.of(window.toArray(ByteBuffer[]::new)), offset)));
            next = (next + 1) % Ring.WINDOWS;
        }
        for (WindowRead read : inFlight) {
            progress.accept(verify(read));
        }
    }

    private long verify(WindowRead pending) throws UserError {
        long read = pending.read().join();
        long wanted = Math.min(Ring.WINDOW_BYTES, bytes - pending.offset());
        if (read != wanted) {
            throw new UserError("verification failed: " + read + " of " + wanted + " bytes at offset "
                    + pending.offset() + ": the file is shorter than what was written; please report this");
        }
        long offset = pending.offset();
        for (ByteBuffer chunk : pending.window()) {
            long difference = State.firstDifference(chunk, offset);
            if (difference >= 0) {
                throw new UserError("verification failed: the double at offset " + difference
                        + " is not the one that was written; please report this");
            }
            offset += chunk.remaining();
        }
        return read;
    }
}
