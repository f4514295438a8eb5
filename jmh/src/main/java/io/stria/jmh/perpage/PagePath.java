package io.stria.jmh.perpage;

import io.stria.FileLayout;
import io.stria.Memory;
import java.nio.ByteBuffer;
import java.util.Queue;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;

/**
 * The way that LU-13799 did away with: an object for each 4 KiB page, which is allocated, referenced, given a time stamp,
 * queued at its target, collected into an RPC and ended by itself. Written as one would write it in earnest: stripe
 * arithmetic once per chunk, a queue that allocates nothing, one clock reading for all replies of a batch, no lock.
 */
public final class PagePath implements DataPath {
    private static final int QUEUE_CHUNK = 4096;

    private final int stripeBytes;
    private final int stripeCount;
    private final Memory memory;
    private final int pagesPerRpc;
    private final NullTransport transport = new NullTransport();
    private final Queue<Page>[] targets;
    private final Page[] window;
    private int inFlightPages;
    private long latencyNs;

    /**
     * Makes it.
     *
     * @param layout with a target of its own for each stripe
     * @param memory of every transfer; one segment, a multiple of the stripe size
     * @param maxRpcBytes largest payload of an RPC
     * @param windowCount RPCs in flight per target
     */
    @SuppressWarnings({"unchecked", "rawtypes"})
    public PagePath(FileLayout layout, Memory memory, int maxRpcBytes, int windowCount) {
        this.stripeBytes = (int) layout.stripeSize();
        this.stripeCount = layout.stripeCount();
        this.memory = memory;
        this.pagesPerRpc = maxRpcBytes / PAGE_BYTES;
        this.targets = new Queue[stripeCount];
        for (int i = 0; i < targets.length; i++) {
            targets[i] = new MpscUnboundedAtomicArrayQueue<>(QUEUE_CHUNK);
        }
        this.window = new Page[pagesPerRpc * windowCount];
    }

    @Override
    public void carry(boolean isWrite, long offset) {
        int length = (int) memory.length();
        PageRequest request = new PageRequest(isWrite, length, length / PAGE_BYTES);
        for (int at = 0; at < length; at += stripeBytes) {
            queueChunk(request, offset + at, at);
        }
        for (Queue<Page> target : targets) {
            drain(target);
        }
        if (request.future().join() != length) {
            throw new IllegalStateException("short transfer");
        }
    }

    private void queueChunk(PageRequest request, long offset, int memoryOffset) {
        ByteBuffer segment = memory.segment(0);
        long chunk = offset / stripeBytes;
        int stripe = (int) (chunk % stripeCount);
        long objectOffset = chunk / stripeCount * stripeBytes;
        Queue<Page> target = targets[stripe];
        for (int at = 0; at < stripeBytes; at += PAGE_BYTES) {
            Page page = new Page(
                    request, stripe, objectOffset + at, segment, memoryOffset + at, PAGE_BYTES, System.nanoTime());
            target.add(page);
        }
    }

    private void drain(Queue<Page> target) {
        int rpcPages = 0;
        for (Page page = target.poll(); page != null; page = target.poll()) {
            if (rpcPages == pagesPerRpc || (rpcPages > 0 && !follows(page))) {
                transport.rpc();
                rpcPages = 0;
            }
            if (inFlightPages == window.length) {
                answer();
            }
            page.get();
            transport.piece(page.stripe, page.objectOffset, page.segment, page.segmentOffset, page.length);
            window[inFlightPages++] = page;
            rpcPages++;
        }
        if (rpcPages > 0) {
            transport.rpc();
        }
        answer();
    }

    /** Whether a page goes on where the one before ended. */
    private boolean follows(Page page) {
        Page before = window[inFlightPages - 1];
        return before.objectOffset + before.length == page.objectOffset;
    }

    private void answer() {
        long nowNs = System.nanoTime();
        for (int i = 0; i < inFlightPages; i++) {
            Page page = window[i];
            page.moved = page.length;
            latencyNs += nowNs - page.submittedNs;
            page.put(); // the RPC's
            page.put(); // the request's
        }
        inFlightPages = 0;
    }

    /** Mean time from submission to reply of all pages so far. */
    public double meanLatencyNs() {
        return latencyNs / (double) Math.max(1, transport.pieces());
    }

    @Override
    public NullTransport transport() {
        return transport;
    }
}
