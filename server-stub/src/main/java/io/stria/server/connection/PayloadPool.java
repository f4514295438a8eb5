package io.stria.server.connection;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jctools.queues.atomic.MpmcAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The bounded payload memory of a server: page-aligned buffers of a few sizes, four times apart, each size with its
 * share of the memory. Direct memory cannot be given back to the system at will, so buffers are made when first needed
 * and kept. A request that finds its size used up takes the next larger one; when there is none either, its connection
 * stops reading until a buffer is given back: that is the server's back-pressure. Any thread.
 */
public final class PayloadPool {
    private static final int PAGE_BYTES = 4096;
    private static final int SMALLEST_BYTES = 16 << 10;
    private static final int STEP = 4;
    private static final int MAX_WAITING = 1 << 16;

    private final int alignment;
    private final int[] sizes;
    private final int[] limits;
    private final AtomicIntegerArray made;
    private final MpmcAtomicArrayQueue<PayloadBuffer>[] free;
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
        int classes = 1;
        for (long size = SMALLEST_BYTES; size < largestBytes; size *= STEP) {
            classes++;
        }
        this.sizes = new int[classes];
        this.limits = new int[classes];
        this.made = new AtomicIntegerArray(classes);
        this.free = newQueues(classes);
        long unassigned = totalBytes;
        int size = largestBytes;
        for (int i = classes - 1; i >= 0; i--) {
            // Room for the phase of the payload in front of it and the rest of its last block behind it.
            sizes[i] = size + 2 * alignment;
            long share = i == 0 ? unassigned : unassigned / 2;
            limits[i] = (int) Math.max(2, Math.min(share / sizes[i], 1 << 16));
            unassigned -= share;
            free[i] = new MpmcAtomicArrayQueue<>(limits[i]);
            size = Math.max(SMALLEST_BYTES, size / STEP);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of generics cannot be made otherwise
    private static MpmcAtomicArrayQueue<PayloadBuffer>[] newQueues(int count) {
        return new MpmcAtomicArrayQueue[count];
    }

    /** A buffer for so many bytes from an aligned place on, at any phase; null if there is none now. */
    @Nullable
    PayloadBuffer acquire(int bytes) {
        for (int i = 0; i < sizes.length; i++) {
            if (bytes + 2 * alignment <= sizes[i]) {
                PayloadBuffer buffer = acquireOf(i);
                if (buffer != null) {
                    buffer.memory.clear(); // the store leaves its marks
                    return buffer;
                }
            }
        }
        return null;
    }

    private @Nullable PayloadBuffer acquireOf(int sizeClass) {
        PayloadBuffer buffer = free[sizeClass].poll();
        if (buffer != null) {
            return buffer;
        }
        for (int count = made.get(sizeClass); count < limits[sizeClass]; count = made.get(sizeClass)) {
            if (made.compareAndSet(sizeClass, count, count + 1)) {
                ByteBuffer memory =
                        ByteBuffer.allocateDirect(sizes[sizeClass] + alignment).alignedSlice(alignment);
                return new PayloadBuffer(memory, sizeClass);
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

    void release(PayloadBuffer buffer) {
        free[buffer.sizeClass].offer(buffer);
        for (Runnable action = waiting.poll(); action != null; action = waiting.poll()) {
            action.run();
        }
    }
}
