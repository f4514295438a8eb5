package io.stria.server;

import io.stria.AsyncFile;
import java.util.Arrays;
import java.util.Random;

/** What a file must hold, kept beside it while random operations are done on both. Lengths favour edges. */
final class FileModel {
    private final Random random;
    private final int maxSize;
    private final int unit;
    private byte[] bytes = {};

    FileModel(Random random, int maxSize, int unit) {
        this.random = random;
        this.maxSize = maxSize;
        this.unit = unit;
    }

    int size() {
        return bytes.length;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Does one operation through {@code writer} or checks a range through {@code reader}. */
    void step(AsyncFile writer, AsyncFile reader) throws Exception {
        switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> write(writer);
            case 4 -> truncate(writer);
            default -> read(reader);
        }
    }

    private void write(AsyncFile file) throws Exception {
        int offset = place();
        byte[] data = Bytes.random(random, Math.min(length(), maxSize - offset));
        long count = Await.value(file.write(Bytes.memory(random, data), offset));
        if (count != data.length) {
            throw new AssertionError("write of " + data.length + " gave " + count);
        }
        if (data.length > 0) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length, offset + data.length));
            System.arraycopy(data, 0, bytes, offset, data.length);
        }
    }

    private void truncate(AsyncFile file) throws Exception {
        int size = place();
        Await.value(file.truncate(size));
        bytes = Arrays.copyOf(bytes, size);
    }

    private void read(AsyncFile file) throws Exception {
        int offset = place();
        int length = length();
        byte[] expected = offset >= bytes.length || length == 0
                ? new byte[0]
                : Arrays.copyOfRange(bytes, offset, Math.min(bytes.length, offset + length));
        Bytes.assertSame(
                Bytes.read(random, file, offset, length),
                expected,
                "read of " + length + " at " + offset + " of " + bytes.length);
    }

    /** Anywhere, but half the time next to an edge of a stripe or block. */
    private int place() {
        int place = random.nextInt(maxSize);
        if (random.nextBoolean()) {
            int edge = random.nextBoolean() ? unit : 4096;
            place = place / edge * edge + random.nextInt(3) - 1;
        }
        return Math.max(0, Math.min(maxSize - 1, place));
    }

    private int length() {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(10);
            case 1 -> random.nextInt(3 * 4096);
            case 2 -> unit * random.nextInt(4) + random.nextInt(3);
            default -> random.nextInt(maxSize / 2);
        };
    }
}
