package io.stria.examples.tools;

import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** All the memory copies use: direct buffers of one size, made when first needed, never more than a bound. */
final class BufferPool {
    static final int BUFFER_BYTES = 1 << 20;

    private final Semaphore free;
    private final ConcurrentLinkedDeque<ByteBuffer> made = new ConcurrentLinkedDeque<>();

    BufferPool(int buffers) {
        this.free = new Semaphore(buffers);
    }

    /** A buffer of the caller's until it is given back; waits for one. Only for who holds none: else all might wait. */
    ByteBuffer take() {
        free.acquireUninterruptibly();
        return buffer();
    }

    /** A buffer of the caller's until it is given back, or null if none is free. */
    @Nullable
    ByteBuffer poll() {
        return free.tryAcquire() ? buffer() : null;
    }

    private ByteBuffer buffer() {
        // The last one given back is the likeliest to be in the caches.
        ByteBuffer buffer = made.pollFirst();
        return buffer != null ? buffer.clear() : ByteBuffer.allocateDirect(BUFFER_BYTES);
    }

    void give(ByteBuffer buffer) {
        made.addFirst(buffer);
        free.release();
    }
}
