package io.stria.examples.quickstart;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * All the memory there is for the state: 32 direct buffers of 8 MiB. Writes take them one by one; a read takes eight
 * at once as one window of 64 MiB, so while one window is checked the next three are being read.
 */
final class Ring {
    static final int CHUNK_BYTES = 8 << 20;
    static final int CHUNKS = 32;
    static final int CHUNKS_PER_WINDOW = 8;
    static final int WINDOWS = CHUNKS / CHUNKS_PER_WINDOW;
    static final long WINDOW_BYTES = (long) CHUNK_BYTES * CHUNKS_PER_WINDOW;

    private final ByteBuffer[] chunks = new ByteBuffer[CHUNKS];

    Ring() {
        Arrays.setAll(chunks, i -> ByteBuffer.allocateDirect(CHUNK_BYTES).order(ByteOrder.nativeOrder()));
    }

    /** A chunk, limited to a length. */
    ByteBuffer chunk(int index, long length) {
        return chunks[index].clear().limit((int) Math.min(length, CHUNK_BYTES));
    }

    /** The chunks of a window, together limited to a length. */
    List<ByteBuffer> window(int index, long length) {
        List<ByteBuffer> window = new ArrayList<>();
        for (long done = 0; done < length; done += CHUNK_BYTES) {
            window.add(chunk(index * CHUNKS_PER_WINDOW + window.size(), length - done));
        }
        return window;
    }
}
