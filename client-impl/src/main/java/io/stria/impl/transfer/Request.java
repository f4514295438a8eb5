package io.stria.impl.transfer;

import io.stria.Memory;
import io.stria.StriaException;
import io.stria.impl.layout.Striping;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One read or write: the completion anchor of its transfer descriptors. Pooled; its descriptors stay with it. Each
 * descriptor that has ended counts it down, and the last one reports to the {@link Owner}, on the event loop it ended
 * on. The first error wins. Nothing is recycled before that, so nothing in flight can refer to a recycled request.
 */
public final class Request {
    private static final VarHandle OUTSTANDING;
    private static final VarHandle ERROR;
    private static final Memory NOTHING = Memory.of();
    private static final long UNKNOWN_SIZE = -1;
    private static final TransferFuture NOBODY = new TransferFuture();

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            OUTSTANDING = lookup.findVarHandle(Request.class, "outstanding", int.class);
            ERROR = lookup.findVarHandle(Request.class, "error", StriaException.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The file a request belongs to. */
    public interface Owner {
        /** All descriptors have ended and nothing refers to the memory any more. Must recycle the request. */
        void requestEnded(Request request);

        /** The deadline of a request has passed: tell the caller now; it has not ended yet. */
        void requestExpired(Request request, StriaException cause);

        /** The file's path, for error messages. */
        String path();
    }

    private Transfer[] transfers = {};
    private int transferCount;
    private @Nullable Owner owner;
    private boolean isWrite;
    private long fileId;
    private long offset;
    private Memory memory = NOTHING;
    private TransferFuture future = NOBODY;
    private @Nullable Epoch epoch;
    private long knownSize = UNKNOWN_SIZE;

    @SuppressWarnings("UnusedVariable") // read through OUTSTANDING
    private volatile int outstanding;

    private volatile @Nullable StriaException error;

    /** Links requests that wait for a barrier; used by {@link Epoch} only. */
    @Nullable
    Request nextHeld;

    Request() {}

    /** Fills a pooled request. */
    public void set(Owner owner, boolean isWrite, long fileId, Memory memory, long offset, TransferFuture future) {
        this.owner = owner;
        this.isWrite = isWrite;
        this.fileId = fileId;
        this.memory = memory;
        this.offset = offset;
        this.future = future;
    }

    /**
     * Cuts the request into one descriptor per stripe object; they begin with the stripe of the first byte.
     *
     * @return how many there are
     */
    public int cut(Striping striping) {
        int count = striping.stripesTouched(offset, length());
        ensureTransfers(count);
        int stripe = striping.stripeOf(offset);
        for (int i = 0; i < count; i++) {
            transfers[i].set(striping, stripe, offset, length(), memory);
            stripe = stripe + 1 == striping.stripeCount() ? 0 : stripe + 1;
        }
        transferCount = count;
        outstanding = count;
        return count;
    }

    /**
     * After all descriptors have ended: fills holes below the end of the file with zeros, and readies those descriptors
     * that have to ask once more.
     *
     * @param endOfFile the file's size, no more than where this request ends
     * @return how many have to be sent, that is all that are not exhausted
     */
    public int cutMissing(Striping striping, long endOfFile) {
        int count = 0;
        for (int i = 0; i < transferCount; i++) {
            count += transfers[i].cutMissing(striping, endOfFile) ? 1 : 0;
        }
        outstanding = count;
        return count;
    }

    private void ensureTransfers(int count) {
        if (transfers.length < count) {
            Transfer[] grown = java.util.Arrays.copyOf(transfers, count);
            for (int i = transfers.length; i < count; i++) {
                grown[i] = new Transfer(this);
            }
            transfers = grown;
        }
    }

    /** Forgets everything of this use. */
    void clear() {
        for (int i = 0; i < transferCount; i++) {
            transfers[i].clear();
        }
        transferCount = 0;
        owner = null;
        memory = NOTHING;
        future = NOBODY;
        epoch = null;
        error = null;
        nextHeld = null;
        knownSize = UNKNOWN_SIZE;
    }

    /** Whether an object ended before the range did. */
    public boolean isShort() {
        for (int i = 0; i < transferCount; i++) {
            if (transfers[i].isShort()) {
                return true;
            }
        }
        return false;
    }

    /** The file's size as it was learnt for this request. */
    public long knownSize() {
        return knownSize;
    }

    public void knownSize(long size) {
        this.knownSize = size;
    }

    public boolean knowsSize() {
        return knownSize != UNKNOWN_SIZE;
    }

    public Transfer transfer(int index) {
        return transfers[index];
    }

    public boolean isWrite() {
        return isWrite;
    }

    public long fileId() {
        return fileId;
    }

    public long offset() {
        return offset;
    }

    public long length() {
        return memory.length();
    }

    public Memory memory() {
        return memory;
    }

    public TransferFuture future() {
        return future;
    }

    public @Nullable StriaException error() {
        return error;
    }

    public @Nullable Epoch epoch() {
        return epoch;
    }

    public void epoch(Epoch entered) {
        this.epoch = entered;
    }

    String path() {
        return owner == null ? "" : owner.path();
    }

    /** Whether what has not been sent yet need not be: it failed, or the caller settled the future. */
    boolean isAbandoned() {
        return error != null || future.isDone();
    }

    /** Keeps the first error; the future fails with it when all descriptors have ended. Any event loop. */
    void fail(StriaException cause) {
        ERROR.compareAndSet(this, null, cause);
    }

    /** Fails the future at once; the memory stays busy until all descriptors have ended. Any event loop. */
    void expire(StriaException cause) {
        fail(cause);
        if (owner != null) {
            owner.requestExpired(this, cause);
        }
    }

    /** A descriptor has ended. Any event loop. */
    void transferEnded() {
        if ((int) OUTSTANDING.getAndAdd(this, -1) == 1 && owner != null) {
            owner.requestEnded(this);
        }
    }
}
