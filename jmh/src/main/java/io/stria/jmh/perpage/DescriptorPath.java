package io.stria.jmh.perpage;

import io.stria.FileLayout;
import io.stria.Memory;
import io.stria.StriaException;
import io.stria.impl.layout.Striping;
import io.stria.impl.transfer.MemoryCursor;
import io.stria.impl.transfer.Operation;
import io.stria.impl.transfer.OperationQueue;
import io.stria.impl.transfer.Request;
import io.stria.impl.transfer.RequestPool;
import io.stria.impl.transfer.Transfer;
import io.stria.impl.transfer.TransferFuture;
import java.util.Objects;

/**
 * The client's way: a pooled request with one descriptor per stripe object, each queued once, cut into RPCs as the window
 * has room. A loop on the caller's thread stands for the event loop of the targets; the rest is the client's own.
 */
public final class DescriptorPath implements DataPath, Request.Owner {
    private static final long FILE_ID = 1;

    private final Striping striping;
    private final Memory memory;
    private final int maxRpcBytes;
    private final NullTransport transport = new NullTransport();
    private final RequestPool pool = new RequestPool(64, Long.MAX_VALUE);
    private final OperationQueue[] targets;
    private final MemoryCursor cursor = new MemoryCursor();
    private final Transfer[] window;
    private final long[] rpcOffsets;
    private final int[] rpcLengths;
    private int inFlight;

    /**
     * Makes it.
     *
     * @param layout with a target of its own for each stripe
     * @param memory of every transfer
     * @param maxRpcBytes largest payload of an RPC
     * @param windowCount RPCs in flight per target
     */
    public DescriptorPath(FileLayout layout, Memory memory, int maxRpcBytes, int windowCount) {
        this.striping = new Striping(layout);
        this.memory = memory;
        this.maxRpcBytes = maxRpcBytes;
        this.targets = new OperationQueue[layout.stripeCount()];
        for (int i = 0; i < targets.length; i++) {
            targets[i] = new OperationQueue();
        }
        this.window = new Transfer[windowCount];
        this.rpcOffsets = new long[windowCount];
        this.rpcLengths = new int[windowCount];
    }

    @Override
    public void carry(boolean isWrite, long offset) {
        TransferFuture future = new TransferFuture();
        Request request = Objects.requireNonNull(pool.acquire(memory.length()));
        request.set(this, isWrite, FILE_ID, memory, offset, future);
        int count = request.cut(striping);
        for (int i = 0; i < count; i++) {
            Transfer transfer = request.transfer(i);
            targets[transfer.stripe()].offer(transfer);
        }
        for (OperationQueue target : targets) {
            drain(target);
        }
        if (future.join() != memory.length()) {
            throw new IllegalStateException("short transfer");
        }
    }

    private void drain(OperationQueue target) {
        long nowNs = System.nanoTime();
        for (Operation operation = target.poll(); operation != null; operation = target.poll()) {
            operation.acceptedNs = nowNs;
            Transfer transfer = (Transfer) operation;
            while (!transfer.isExhausted()) {
                if (inFlight == window.length) {
                    answer();
                }
                send(transfer);
            }
            transfer.dequeued();
        }
        answer();
    }

    private void send(Transfer transfer) {
        int length = transfer.nextLength(maxRpcBytes);
        long objectOffset = transfer.nextOffset();
        window[inFlight] = transfer;
        rpcOffsets[inFlight] = objectOffset;
        rpcLengths[inFlight] = length;
        inFlight++;
        cursor.set(transfer.cursor());
        transfer.cut(length);
        for (int left = length; left > 0; ) {
            int count = cursor.contiguous(left);
            transport.piece(
                    transfer.stripe(), objectOffset + length - left, cursor.segment(), cursor.segmentOffset(), count);
            cursor.advance(count);
            left -= count;
        }
        transport.rpc();
    }

    private void answer() {
        for (int i = 0; i < inFlight; i++) {
            window[i].rpcEnded(rpcOffsets[i], rpcLengths[i], rpcLengths[i]);
        }
        inFlight = 0;
    }

    @Override
    public void requestEnded(Request request) {
        TransferFuture future = request.future();
        boolean isShort = !request.isWrite() && request.isShort();
        long moved = isShort ? 0 : request.length();
        pool.release(request);
        future.complete(moved);
        future.requestEnded(null, null);
    }

    @Override
    public void requestExpired(Request request, StriaException cause) {
        throw new IllegalStateException("nothing expires here", cause);
    }

    @Override
    public String path() {
        return "/per-page";
    }

    @Override
    public NullTransport transport() {
        return transport;
    }
}
