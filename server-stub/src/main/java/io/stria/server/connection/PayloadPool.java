package io.stria.server.connection;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jctools.queues.atomic.MpmcAtomicArrayQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bounded payload memory of a server: page-aligned buffers of a few sizes, four times apart, each size with its
 * share of the memory. Direct memory cannot be given back to the system at will, so buffers are made when first needed
 * and kept. A request that finds its size used up takes the next larger one; when there is none either, its connection
 * stops reading until a buffer is given back: that is the server's back-pressure. Any thread.
 *
 * <p>The buffer given back last is taken first, for its lines are still in the processor's caches; that is worth the
 * short lock, which no I/O is done under.
 */
public final class PayloadPool {
    private static final Logger LOG = LoggerFactory.getLogger(PayloadPool.class);
    private static final int PAGE_BYTES = 4096;
    private static final int SMALLEST_BYTES = 16 << 10;
    private static final int STEP = 4;
    private static final int MAX_WAITING = 1 << 16;

    private final int alignment;
    private final SizeClass[] classes;
    private final MpmcAtomicArrayQueue<Runnable> waiting = new MpmcAtomicArrayQueue<>(MAX_WAITING);

    /**
     * Makes an empty pool.
     *
     * @param totalBytes the bound on the memory of all buffers
     * @param largestBytes the largest payload
     * @param storeAlignment the largest alignment any store asks for
     */
    public PayloadPool(long totalBytes, int largestBytes, int storeAlignment) {
        this.alignment = Math.max(PAGE_BYTES, storeAlignment);
        int count = 1;
        for (long size = SMALLEST_BYTES; size < largestBytes; size *= STEP) {
            count++;
        }
        this.classes = new SizeClass[count];
        long unassigned = totalBytes;
        int size = largestBytes;
        for (int i = count - 1; i >= 0; i--) {
            // Room for the phase of the payload in front of it and the rest of its last block behind it.
            int bytes = size + 2 * alignment;
            long share = i == 0 ? unassigned : unassigned / 2;
            classes[i] = new SizeClass(i, bytes, (int) Math.max(2, Math.min(share / bytes, 1 << 16)), alignment);
            unassigned -= share;
            size = Math.max(SMALLEST_BYTES, size / STEP);
        }
    }

    /** A buffer for so many bytes from an aligned place on, at any phase; null if there is none now. */
    @Nullable
    PayloadBuffer acquire(int bytes) {
        for (SizeClass candidate : classes) {
            if (bytes + 2 * alignment <= candidate.bytes) {
                PayloadBuffer buffer = candidate.acquire();
                if (buffer != null) {
                    buffer.memory.clear(); // the store leaves its marks
                    return buffer;
                }
            }
        }
        return null;
    }

    /**
     * Has an action run once when a buffer has been given back.
     *
     * @return false if too many wait already
     */
    boolean awaitFree(Runnable action) {
        return waiting.offer(action);
    }

    /** Buffers taken and not given back. */
    public int inUse() {
        int count = 0;
        for (SizeClass each : classes) {
            count += each.inUse();
        }
        return count;
    }

    void release(PayloadBuffer buffer) {
        classes[buffer.sizeClass].release(buffer);
        for (Runnable action = waiting.poll(); action != null; action = waiting.poll()) {
            action.run();
        }
    }

    /** The buffers of one size. */
    private static final class SizeClass {
        private final int index;
        private final int bytes;
        private int limit;
        private final int alignment;
        private final ArrayDeque<PayloadBuffer> free = new ArrayDeque<>();
        private int made;

        SizeClass(int index, int bytes, int limit, int alignment) {
            this.index = index;
            this.bytes = bytes;
            this.limit = limit;
            this.alignment = alignment;
        }

        synchronized @Nullable PayloadBuffer acquire() {
            PayloadBuffer buffer = free.pollLast();
            if (buffer == null && made < limit) {
                buffer = allocate();
            }
            return buffer;
        }

        /** Direct memory can be scarcer than configured; then what there is has to do. */
        private @Nullable PayloadBuffer allocate() {
            try {
                ByteBuffer memory = ByteBuffer.allocateDirect(bytes + alignment).alignedSlice(alignment);
                made++;
                return new PayloadBuffer(memory, index);
            } catch (OutOfMemoryError e) {
                LOG.warn(
                        "direct memory is used up, payload memory stays smaller than configured: buffers={} bytes={}; "
                                + "raise -XX:MaxDirectMemorySize or lower the payload memory",
                        made,
                        bytes);
                if (made == 0) {
                    throw e;
                }
                limit = made;
                return null;
            }
        }

        synchronized int inUse() {
            return made - free.size();
        }

        synchronized void release(PayloadBuffer buffer) {
            free.addLast(buffer);
        }
    }
}
