package io.stria.impl.transfer;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jctools.queues.atomic.MpmcAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The pooled requests of a client, and its bounds on what is pending. Taking one never blocks: beyond a bound there is
 * none. Any thread.
 */
public final class RequestPool {
    /** Requests kept for reuse; more can be pending, those are left to the collector afterwards. */
    private static final int KEPT = 4096;

    private final int maxPendingRequests;
    private final long maxPendingBytes;
    private final MpmcAtomicArrayQueue<Request> free = new MpmcAtomicArrayQueue<>(KEPT);
    private final AtomicInteger pendingRequests = new AtomicInteger();
    private final AtomicLong pendingBytes = new AtomicLong();
    private final LongAdder allocated = new LongAdder();

    public RequestPool(int maxPendingRequests, long maxPendingBytes) {
        this.maxPendingRequests = maxPendingRequests;
        this.maxPendingBytes = maxPendingBytes;
    }

    /** Takes a request for some bytes, or null if a bound is reached; a single one may exceed the bound on bytes. */
    public @Nullable Request acquire(long bytes) {
        return admit(1, bytes) ? take() : null;
    }

    /** Whether there is room for so many more requests, and bytes, which are pending from now on; then take each. */
    public boolean admit(int requests, long bytes) {
        if (pendingRequests.addAndGet(requests) > maxPendingRequests) {
            pendingRequests.addAndGet(-requests);
            return false;
        }
        long before = pendingBytes.getAndAdd(bytes);
        if (before > 0 && before + bytes > maxPendingBytes) {
            pendingBytes.addAndGet(-bytes);
            pendingRequests.addAndGet(-requests);
            return false;
        }
        return true;
    }

    /** One of the requests that were admitted. */
    public Request take() {
        Request request = free.poll();
        if (request == null) {
            allocated.increment();
            request = new Request();
        }
        return request;
    }

    /** Gives a request back; it must not be used afterwards. */
    public void release(Request request) {
        pendingBytes.addAndGet(-request.length());
        request.clear();
        pendingRequests.decrementAndGet();
        free.offer(request);
    }

    /** Bytes of the requests pending now. */
    public long pendingBytes() {
        return pendingBytes.get();
    }

    /** Requests pending now. */
    public int pendingRequests() {
        return pendingRequests.get();
    }

    /** Requests that had to be made because none was free. */
    public long allocated() {
        return allocated.sum();
    }

    /** The bounds, for the error of a refused call. */
    public String bounds() {
        return "pending " + pendingRequests.get() + " of " + maxPendingRequests + " requests, " + pendingBytes.get()
                + " of " + maxPendingBytes + " bytes";
    }
}
