package io.stria.server.store;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Reads and writes any range of an object through O_DIRECT, which takes whole blocks only.
 *
 * <pre>
 *   blocks   |        |        |        |        |
 *   range         [============================)
 *   write    head ^^^^|  middle, direct |^^^^^^^^ tail, both through the page cache
 *   read     |  all blocks it touches, direct   |
 * </pre>
 *
 * <p>Two ranges that do not overlap but share a block have a ragged edge there, both of them; so a shared block is only
 * ever changed through the page cache, where the page lock keeps its writers apart, and no lock is needed here. It
 * follows that a block must not be smaller than a page ({@link AlignmentProbe}). A direct read makes the kernel write
 * back what is dirty in its range, hence sees the edges. Reads never go through the page cache, whatever their size: a
 * page filled by one while a direct write of the same block is on its way would be stale, and the next edge written
 * into it would bring the old bytes back.
 *
 * <p>An aligned range is exactly one system call. One that the kernel ends early is continued.
 */
final class RaggedIo {
    private final int alignment;

    /** 1 for no O_DIRECT at all. */
    RaggedIo(int alignment) {
        this.alignment = alignment;
    }

    /** Memory as in {@link ObjectIo}. */
    void write(ObjectFile file, ByteBuffer memory, long objectOffset, int length) throws IOException {
        int phase = phase(objectOffset);
        int head = -phase & alignment - 1;
        if (alignment == 1 || length < head + (long) alignment) {
            writeBuffered(file, memory, phase, objectOffset, length);
            return;
        }
        int middle = length - head & -alignment;
        int tail = length - head - middle;
        if (head > 0) {
            writeBuffered(file, memory, phase, objectOffset, head);
        }
        writeDirect(file, memory, phase + head, objectOffset + head, middle);
        if (tail > 0) {
            writeBuffered(file, memory, phase + head + middle, objectOffset + head + middle, tail);
        }
    }

    /** Reads a range that lies inside the object. Memory as in {@link ObjectIo}. */
    void read(ObjectFile file, ByteBuffer memory, long objectOffset, int length) throws IOException {
        int phase = phase(objectOffset);
        int needed = phase + length;
        int superset = needed + alignment - 1 & -alignment;
        FileChannel channel = alignment == 1 ? file.buffered(false) : file.direct(false);
        int done = 0;
        while (done < needed) {
            memory.limit(superset).position(done);
            int count = channel.read(memory, objectOffset - phase + done);
            // Ends inside a block at the end of the file only, unless it was interrupted: then go on from that block.
            int next = done + Math.max(count, 0);
            if (next < needed && (next & -alignment) <= done) {
                throw new EOFException("the object's file is shorter than it was: changed by another program?");
            }
            done = next & -alignment;
            if (next >= needed) {
                return;
            }
        }
    }

    private void writeDirect(ObjectFile file, ByteBuffer memory, int index, long objectOffset, int length)
            throws IOException {
        FileChannel channel = file.direct(true);
        int done = 0;
        while (done < length) {
            memory.limit(index + length).position(index + done);
            int count = channel.write(memory, objectOffset + done);
            int next = done + count & -alignment;
            if (next == done) {
                // Less than a block, as on a full disk: the page cache takes the rest or says why not.
                writeBuffered(file, memory, index + done, objectOffset + done, length - done);
                return;
            }
            done = next;
        }
    }

    private static void writeBuffered(ObjectFile file, ByteBuffer memory, int index, long objectOffset, int length)
            throws IOException {
        FileChannel channel = file.buffered(true);
        memory.limit(index + length).position(index);
        while (memory.hasRemaining()) {
            channel.write(memory, objectOffset + memory.position() - index);
        }
    }

    private int phase(long objectOffset) {
        return (int) (objectOffset & alignment - 1);
    }
}
