package io.stria.examples.ior;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.CompletableFuture;

/** A plain file. Each transfer is made by the call that starts it. */
final class PosixFile implements OpenFile {
    private final FileChannel channel;

    PosixFile(FileChannel channel) {
        this.channel = channel;
    }

    @Override
    public CompletableFuture<Long> write(Slot slot) throws IOException {
        long moved = 0;
        for (int i = 0; i < slot.buffer.segmentCount(); i++) {
            ByteBuffer segment = slot.buffer.segment(i).clear();
            while (segment.hasRemaining()) {
                moved += channel.write(segment, slot.offset + moved);
            }
            segment.clear();
        }
        return CompletableFuture.completedFuture(moved);
    }

    @Override
    public CompletableFuture<Long> read(Slot slot) throws IOException {
        long moved = 0;
        for (int i = 0; i < slot.buffer.segmentCount(); i++) {
            ByteBuffer segment = slot.buffer.segment(i).clear();
            int count = 0;
            while (segment.hasRemaining() && count >= 0) {
                count = channel.read(segment, slot.offset + moved);
                moved += Math.max(0, count);
            }
            segment.clear();
        }
        return CompletableFuture.completedFuture(moved);
    }

    @Override
    public void sync() throws IOException {
        channel.force(true);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
