package io.stria.impl.target;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.jctools.queues.atomic.MpmcAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Bounded pooled direct memory through which heap memory is sent and received. When it runs dry the transfer waits:
 * whoever gives a chunk back wakes the lanes that wait. Any thread.
 */
final class BouncePool {
    private static final int MAX_CHUNK_BYTES = 1 << 20;

    private final int chunkBytes;
    private final int chunkCount;
    private final AtomicInteger made = new AtomicInteger();
    private final MpmcAtomicArrayQueue<ByteBuffer> free;
    private final MpmcAtomicArrayQueue<Runnable> waiting = new MpmcAtomicArrayQueue<>(4096);

    BouncePool(long bytes) {
        this.chunkBytes = (int) Math.min(MAX_CHUNK_BYTES, bytes);
        this.chunkCount = (int) Math.min(1 << 20, bytes / chunkBytes);
        this.free = new MpmcAtomicArrayQueue<>(Math.max(2, chunkCount));
    }

    int chunkBytes() {
        return chunkBytes;
    }

    /** A chunk, or null if none is free now. */
    @Nullable
    ByteBuffer acquire() {
        ByteBuffer chunk = free.poll();
        if (chunk != null) {
            return chunk;
        }
        for (int count = made.get(); count < chunkCount; count = made.get()) {
            if (made.compareAndSet(count, count + 1)) {
                return allocate();
            }
        }
        return null;
    }

    private ByteBuffer allocate() {
        try {
            return ByteBuffer.allocateDirect(chunkBytes);
        } catch (OutOfMemoryError e) {
            made.decrementAndGet();
            throw e;
        }
    }

    /** Whether a chunk could be had now. */
    boolean isAvailable() {
        return !free.isEmpty() || made.get() < chunkCount;
    }

    /** Has an action run once when a chunk comes free; ask afterwards whether one has come meanwhile. */
    void awaitFree(Runnable wake) {
        waiting.offer(wake);
    }

    void release(ByteBuffer chunk) {
        free.offer(chunk);
        for (Runnable wake = waiting.poll(); wake != null; wake = waiting.poll()) {
            wake.run();
        }
    }
}
