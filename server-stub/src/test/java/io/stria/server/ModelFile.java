package io.stria.server;

import io.stria.FileLayout;
import java.util.Arrays;

/** What a file must hold, whatever names and handles it has. */
final class ModelFile extends TreeModel.Node {
    /** As it was asked for. */
    private final long stripeSize;

    private final int stripeCount;
    private FileLayout layout = FileLayout.DEFAULT;
    private byte[] bytes = {};

    ModelFile(long stripeSize, int stripeCount) {
        this.stripeSize = stripeSize;
        this.stripeCount = stripeCount;
    }

    int size() {
        return bytes.length;
    }

    byte[] bytes() {
        return bytes;
    }

    void write(int offset, byte[] data) {
        if (data.length > 0) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length, offset + data.length));
            System.arraycopy(data, 0, bytes, offset, data.length);
        }
    }

    void truncate(int size) {
        bytes = Arrays.copyOf(bytes, size);
    }

    /** What a read gives: nothing at or past the end. */
    byte[] read(int offset, int length) {
        return offset >= bytes.length
                ? new byte[0]
                : Arrays.copyOfRange(bytes, offset, Math.min(bytes.length, offset + length));
    }

    /** What a read counts. */
    long count(int offset, int length) {
        return length == 0 ? 0 : offset >= bytes.length ? -1 : Math.min(length, bytes.length - offset);
    }

    /** Somebody was told this layout; once resolved it stays. */
    void told(FileLayout actual) {
        boolean isFirst = layout.equals(FileLayout.DEFAULT);
        if (isFirst
                ? actual.stripeSize() != stripeSize
                        || actual.targets().size() != stripeCount
                        || actual.stripeCount() != stripeCount
                : !actual.equals(layout)) {
            throw new AssertionError("layout " + actual + " instead of "
                    + (isFirst ? stripeCount + " stripes of " + stripeSize : layout));
        }
        layout = actual;
    }
}
