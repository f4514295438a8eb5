package io.stria.examples.ior;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A plain file. Each transfer is made when it is started. */
final class PosixFile implements OpenFile {
    private final FileChannel channel;
    private long moved;

    PosixFile(FileChannel channel) {
        this.channel = channel;
    }

    @Override
    public void startWrite(Slot slot) throws IOException {
        moved = 0;
        for (int i = 0; i < slot.buffer.segmentCount(); i++) {
            ByteBuffer segment = slot.buffer.segment(i).clear();
            while (segment.hasRemaining()) {
                moved += channel.write(segment, slot.offset + moved);
            }
            segment.clear();
        }
    }

    @Override
    public void startRead(Slot slot) throws IOException {
        moved = 0;
        for (int i = 0; i < slot.buffer.segmentCount(); i++) {
            ByteBuffer segment = slot.buffer.segment(i).clear();
            while (segment.hasRemaining()) {
                int count = channel.read(segment, slot.offset + moved);
                if (count < 0) {
                    segment.clear();
                    return;
                }
                moved += count;
            }
            segment.clear();
        }
    }

    @Override
    public long finish(Slot slot) {
        return moved;
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
