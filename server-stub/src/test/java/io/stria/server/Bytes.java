package io.stria.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.AsyncFile;
import io.stria.Memory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Memory for tests, of every kind that a caller can have. */
final class Bytes {
    private static final byte UNTOUCHED = 0x55;

    private Bytes() {}

    static byte[] random(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    /** Memory of a random kind and alignment that holds these bytes. */
    static Memory memory(Random random, byte[] bytes) {
        List<ByteBuffer> segments = segments(random, bytes.length);
        int at = 0;
        for (ByteBuffer segment : segments) {
            segment.put(segment.position(), bytes, at, segment.remaining());
            at += segment.remaining();
        }
        return Memory.of(segments.toArray(ByteBuffer[]::new));
    }

    /** Heap, direct or both, in one to four pieces, some of them empty, at any alignment. */
    private static List<ByteBuffer> segments(Random random, int length) {
        List<ByteBuffer> segments = new ArrayList<>();
        int kind = random.nextInt(3);
        int left = length;
        for (int pieces = random.nextInt(4); pieces > 0; pieces--) {
            int count = random.nextInt(left + 1);
            segments.add(buffer(random, count, kind));
            left -= count;
        }
        segments.add(buffer(random, left, kind));
        return segments;
    }

    private static ByteBuffer buffer(Random random, int length, int kind) {
        int before = random.nextInt(9);
        int capacity = before + length + random.nextInt(9);
        boolean isDirect = kind == 0 || (kind == 2 && random.nextBoolean());
        ByteBuffer buffer = isDirect ? ByteBuffer.allocateDirect(capacity) : ByteBuffer.allocate(capacity);
        for (int i = 0; i < capacity; i++) {
            buffer.put(i, UNTOUCHED);
        }
        return buffer.limit(before + length).position(before);
    }

    /**
     * Reads into memory of a random kind.
     *
     * @return the bytes that were read, none at the end of file; that the others were left alone has been checked
     */
    static byte[] read(Random random, AsyncFile file, long offset, int length) throws Exception {
        List<ByteBuffer> segments = segments(random, length);
        List<Integer> positions = segments.stream().map(ByteBuffer::position).toList();
        long count = Await.value(file.read(Memory.of(segments.toArray(ByteBuffer[]::new)), offset));
        assertThat(segments.stream().map(ByteBuffer::position)).isEqualTo(positions);
        assertThat(count).isBetween(-1L, (long) length);
        byte[] bytes = new byte[(int) Math.max(0, count)];
        int at = 0;
        for (ByteBuffer segment : segments) {
            ByteBuffer whole = segment.duplicate().clear();
            for (int i = 0; i < whole.capacity(); i++) {
                boolean isRead = i >= segment.position() && i < segment.limit() && at < bytes.length;
                if (isRead) {
                    bytes[at++] = whole.get(i);
                } else if (whole.get(i) != UNTOUCHED) {
                    throw new AssertionError("byte " + i + " of " + segment + " was touched by a read of " + count + "/"
                            + length + " bytes at " + offset);
                }
            }
        }
        return bytes;
    }

    /** Reads all of a file that is expected to have a size. */
    static byte[] readAll(AsyncFile file, int size) throws Exception {
        ByteBuffer back = ByteBuffer.allocateDirect(size + 1);
        long count = Await.value(file.read(back, 0));
        assertThat(count).isEqualTo(size == 0 ? -1 : size);
        byte[] bytes = new byte[size];
        back.get(0, bytes);
        return bytes;
    }

    /** The first place where two arrays differ, said in a way that does not print megabytes. */
    static void assertSame(byte[] actual, byte[] expected, Object what) {
        assertThat(actual.length).as("%s: length", what).isEqualTo(expected.length);
        int at = java.util.Arrays.mismatch(actual, expected);
        if (at >= 0) {
            throw new AssertionError(what + ": byte " + at + " of " + expected.length + " is " + actual[at]
                    + " instead of " + expected[at]);
        }
    }
}
