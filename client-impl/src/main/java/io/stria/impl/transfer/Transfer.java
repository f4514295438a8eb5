package io.stria.impl.transfer;

import io.stria.Memory;
import io.stria.StriaException;
import io.stria.impl.layout.Striping;
import io.stria.wire.Opcode;

/**
 * The transfer descriptor: what one request reads or writes in one stripe object. One contiguous range of the object,
 * and a strided walk through the request's memory; a handful of longs, whatever the size. It is cut into RPCs as the
 * window of its target has room. Belongs to its {@link Request}; confined to the event loop of the target it is sent to.
 */
public final class Transfer extends Operation {
    private static final long NOTHING_MISSING = Long.MAX_VALUE;

    private final Request request;
    private final MemoryCursor cursor = new MemoryCursor();
    private int stripe;
    private long begin;
    private long position;
    private long end;
    private int rpcsInFlight;
    private boolean dequeued;
    private long missingFrom;
    private long receivedTo;
    /** Whether the file is known to have reached to the end of this before it was sent. */
    private boolean isBelowEndOfFile;

    Transfer(Request request) {
        this.request = request;
    }

    void set(Striping striping, int stripe, long offset, long length, Memory memory) {
        this.stripe = stripe;
        this.begin = striping.bytesBelow(stripe, offset);
        this.position = begin;
        this.end = striping.bytesBelow(stripe, offset + length);
        this.rpcsInFlight = 0;
        this.dequeued = false;
        this.missingFrom = NOTHING_MISSING;
        this.receivedTo = begin;
        this.isBelowEndOfFile = false;
        rewind(striping, memory, offset);
    }

    private void rewind(Striping striping, Memory memory, long offset) {
        cursor.set(
                memory,
                striping.fileOffset(stripe, begin) - offset,
                striping.chunkRemaining(begin),
                striping.stripeSize(),
                striping.skip());
    }

    void clear() {
        cursor.clear();
    }

    /** The request it is part of. */
    public Request request() {
        return request;
    }

    /** Where the next RPC begins, in the object. */
    public long nextOffset() {
        return position;
    }

    /** Where it ends, in the object. */
    public long endOffset() {
        return end;
    }

    /** The memory of the next RPC; valid until {@link #cut}. */
    public MemoryCursor cursor() {
        return cursor;
    }

    /** Whether all of it was cut into RPCs. */
    public boolean isExhausted() {
        return position == end;
    }

    /**
     * How long the next RPC is: it ends at a multiple of {@code maxRpcBytes} in the object, so that all but the first
     * and the last are whole and aligned.
     */
    public int nextLength(int maxRpcBytes) {
        return (int) Math.min(end - position, maxRpcBytes - position % maxRpcBytes);
    }

    /** An RPC of that length leaves; its cursor has been copied. */
    public void cut(int length) {
        cursor.skip(length);
        position += length;
        rpcsInFlight++;
    }

    /**
     * An RPC has ended well.
     *
     * @param rpcOffset where it began
     * @param wanted its length
     * @param moved the bytes that were read or written, fewer only if the object ends
     */
    public void rpcEnded(long rpcOffset, int wanted, int moved) {
        if (moved < wanted) {
            missingFrom = Math.min(missingFrom, rpcOffset + moved);
        }
        if (moved > 0) {
            receivedTo = Math.max(receivedTo, rpcOffset + moved);
        }
        ended();
    }

    /** An RPC has failed. */
    public void rpcFailed(StriaException cause) {
        request.fail(cause);
        ended();
    }

    private void ended() {
        rpcsInFlight--;
        if (rpcsInFlight == 0 && dequeued) {
            request.transferEnded();
        }
    }

    @Override
    public void dequeued() {
        dequeued = true;
        if (rpcsInFlight == 0) {
            request.transferEnded();
        }
    }

    @Override
    public boolean isAbandoned() {
        return request.isAbandoned();
    }

    @Override
    public void fail(StriaException cause) {
        request.fail(cause);
    }

    @Override
    public void expire(StriaException cause) {
        request.expire(cause);
    }

    @Override
    public int opcode() {
        return request.isWrite() ? Opcode.WRITE : Opcode.READ;
    }

    @Override
    public long fileId() {
        return request.fileId();
    }

    @Override
    public int stripe() {
        return stripe;
    }

    /** Whether the object ended before the range did. */
    boolean isShort() {
        return missingFrom != NOTHING_MISSING;
    }

    /**
     * Of what the object did not have, takes what lies below the end of the file for a hole and fills it with zeros, if
     * that is certain; otherwise readies it to be sent again. Certain it is if the file was known to reach that far
     * before the object was asked, and the object did not grow between two RPCs.
     */
    boolean cutMissing(Striping striping, long endOfFile) {
        long limit = Math.min(end, striping.bytesBelow(stripe, endOfFile));
        if (missingFrom >= limit) {
            position = end;
            return false;
        }
        rewind(striping, request.memory(), request.offset());
        cursor.skip(missingFrom - begin);
        if (isBelowEndOfFile && receivedTo <= missingFrom) {
            fill(limit - missingFrom);
            position = end;
            missingFrom = NOTHING_MISSING;
            return false;
        }
        position = missingFrom;
        end = limit;
        rpcsInFlight = 0;
        dequeued = false;
        receivedTo = missingFrom;
        missingFrom = NOTHING_MISSING;
        isBelowEndOfFile = true;
        return true;
    }

    private void fill(long count) {
        for (long left = count; left > 0; ) {
            int step = cursor.contiguous(left);
            Zeros.fill(cursor.segment(), cursor.segmentOffset(), step);
            cursor.advance(step);
            left -= step;
        }
    }

    @Override
    public String verb() {
        return request.isWrite() ? "write" : "read";
    }

    @Override
    public String subject() {
        return "path=" + request.path() + ", offset=" + request.offset() + ", length=" + request.length();
    }
}
