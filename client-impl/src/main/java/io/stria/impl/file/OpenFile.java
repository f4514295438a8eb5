package io.stria.impl.file;

import io.stria.AsyncFile;
import io.stria.Counter;
import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.Memory;
import io.stria.StriaException;
import io.stria.StriaFuture;
import io.stria.impl.layout.Striping;
import io.stria.impl.namespace.NamespaceService;
import io.stria.impl.target.ClientCounters;
import io.stria.impl.target.ObjectTarget;
import io.stria.impl.target.OperationSink;
import io.stria.impl.transfer.Epoch;
import io.stria.impl.transfer.Request;
import io.stria.impl.transfer.RequestPool;
import io.stria.impl.transfer.Transfer;
import io.stria.impl.transfer.TransferFuture;
import io.stria.wire.Messages;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An open file of any engine.
 *
 * <p>A request enters the present {@link Epoch}, is cut into one transfer for each stripe object, and these go to their
 * targets; {@link #requestEnded} follows on the event loop of the last. Size: the handle keeps none, for any client may
 * change it at any time. A read that finds an object short has met a hole or the end of the file; all objects are asked,
 * for only they together know where the file ends.
 */
public final class OpenFile implements AsyncFile, Request.Owner, Epoch.Sender {
    private static final VarHandle EPOCH;

    static {
        try {
            EPOCH = MethodHandles.lookup().findVarHandle(OpenFile.class, "epoch", Epoch.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final String path;
    private final Messages.FileRecord file;
    private final boolean isReadable;
    private final boolean isWritable;
    private final Striping striping;
    private final ObjectTarget[] targets;
    private final ObjectCalls objects;
    private final Changes changes;
    private final NamespaceService namespace;
    private final RequestPool pool;
    private final ClientCounters counters;
    private final Completions completions;
    private final Consumer<OpenFile> whenClosed;
    private final AtomicReference<@Nullable StriaFuture<Void>> closing = new AtomicReference<>();
    private volatile Epoch epoch = Epoch.first();
    /** Whether its user has closed it, and the namespace has not been told. */
    private volatile boolean isLingering;

    /**
     * Makes a handle for a file the namespace has opened.
     *
     * @param flags of {@link Messages.Open}
     * @param targets the target of each stripe
     * @param whenClosed told when nothing is left to be done
     */
    public OpenFile(
            String path,
            Messages.FileRecord file,
            int flags,
            ObjectTarget[] targets,
            NamespaceService namespace,
            RequestPool pool,
            ClientCounters counters,
            Completions completions,
            Consumer<OpenFile> whenClosed) {
        this.path = path;
        this.file = file;
        this.isReadable = (flags & Messages.Open.READ) != 0;
        this.isWritable = (flags & Messages.Open.WRITE) != 0;
        this.striping = new Striping(file.layout());
        this.targets = targets;
        this.objects = new ObjectCalls(path, file.fileId(), striping, targets);
        this.changes = new Changes(targets.length, file.sizeValid() ? file.size() : Changes.UNKNOWN);
        this.namespace = namespace;
        this.pool = pool;
        this.counters = counters;
        this.completions = completions;
        this.whenClosed = whenClosed;
    }

    @Override
    public StriaFuture<Long> read(ByteBuffer destination, long offset) {
        return read(Memory.of(destination), offset);
    }

    @Override
    public StriaFuture<Long> read(Memory destination, long offset) {
        return submit(false, destination, offset);
    }

    @Override
    public StriaFuture<Long> write(ByteBuffer source, long offset) {
        return write(Memory.of(source), offset);
    }

    @Override
    public StriaFuture<Long> write(Memory source, long offset) {
        return submit(true, source, offset);
    }

    /** Whether it belongs to the client that has this pool. */
    boolean isOf(RequestPool other) {
        return pool == other;
    }

    long fileId() {
        return file.fileId();
    }

    /** Why a read or write cannot be, or null if it can. */
    @Nullable
    StriaException refusal(boolean isWrite, Memory memory, long offset) {
        if (isWrite) {
            return isWritable ? checkRange("write", offset, memory.length()) : notOpenFor("writing", "WRITE");
        }
        if (!isReadable) {
            return notOpenFor("reading", "READ");
        }
        return memory.isReadOnly()
                ? new StriaException(
                        ErrorCode.INVALID_ARGUMENT,
                        "read refused: its destination is read-only (path=" + path + "): give it a writable buffer")
                : checkRange("read", offset, memory.length());
    }

    private StriaException notOpenFor(String purpose, String option) {
        return new StriaException(
                ErrorCode.ACCESS_DENIED,
                "file is not open for " + purpose + " (path=" + path + "): open it with the option " + option);
    }

    private @Nullable StriaException checkRange(String verb, long offset, long length) {
        if (offset < 0 || offset > Long.MAX_VALUE - length) {
            return new StriaException(
                    ErrorCode.INVALID_ARGUMENT,
                    verb + " refused: the range is outside 0 to 2^63-1 (path=" + path + ", offset=" + offset
                            + ", length=" + length + "): choose an offset and a length within it");
        }
        return closing.get() != null ? closedError() : null;
    }

    private String subject() {
        return "path=" + path;
    }

    private StriaException closedError() {
        return new StriaException(ErrorCode.CLOSED, "file or its client is closed (path=" + path + "): open it again");
    }

    private StriaFuture<Long> submit(boolean isWrite, Memory memory, long offset) {
        StriaException refusal = refusal(isWrite, memory, offset);
        if (refusal != null) {
            return TransferFuture.failed(refusal);
        }
        long length = memory.length();
        if (length == 0) {
            return TransferFuture.completed(0);
        }
        Request request = pool.acquire(length);
        if (request == null) {
            counters.add(Counter.REQUESTS_REFUSED, 1);
            return TransferFuture.failed(new StriaException(
                    ErrorCode.BUSY,
                    (isWrite ? "write" : "read") + " refused: " + pool.bounds() + " (path=" + path
                            + "): wait for a completion and try again"));
        }
        TransferFuture future = new TransferFuture();
        counters.add(Counter.REQUESTS, 1);
        submit(request, isWrite, memory, offset, future, enter(1), Submission.AT_ONCE);
        return future;
    }

    /** Requests that are submitted from now on, or soon, belong to the present epoch. */
    Epoch enter(int requests) {
        Epoch entered = epoch;
        while (!entered.enter(requests)) {
            entered = epoch;
        }
        return entered;
    }

    /** The way to the target that has the byte at an offset. */
    OperationSink way(long offset) {
        return targets[striping.stripeOf(offset)].next();
    }

    /** Sends a read or write that was not refused, and is in an epoch, as soon as no barrier holds it back. */
    void submit(
            Request request,
            boolean isWrite,
            Memory memory,
            long offset,
            TransferFuture future,
            Epoch entered,
            Submission submission) {
        request.set(this, isWrite, file.fileId(), memory, offset, future);
        request.epoch(entered);
        if (entered.isLast()) {
            end(request, null, closedError());
            return;
        }
        if (entered.isHolding()) {
            completions.arm(isWrite ? "write" : "read", subject(), future);
        }
        if (!entered.holds(request)) {
            submit(request, request.cut(striping), submission);
        }
    }

    /** Cuts a request that a barrier has held back and hands its transfers to their targets. */
    @Override
    public void send(Request request) {
        submit(request, request.cut(striping), Submission.AT_ONCE);
    }

    /** Once the last of them is submitted the request may be another's. */
    private void submit(Request request, int unsentCount, Submission submission) {
        boolean isWrite = request.isWrite();
        int left = unsentCount;
        for (int i = 0; left > 0; i++) {
            Transfer transfer = request.transfer(i);
            if (!transfer.isExhausted()) {
                left--;
                if (isWrite) {
                    changes.touch(transfer.stripe());
                }
                submission.add(targets[transfer.stripe()], transfer);
            }
        }
    }

    @Override
    public void requestEnded(Request request) {
        StriaException error = request.error();
        if (error != null || request.future().isDone()) {
            if (request.isWrite()) {
                changes.uncertain();
            }
            end(request, null, error);
        } else if (request.knowsSize()) {
            endShortRead(request);
        } else if (request.isShort()) {
            askForSize(request);
        } else {
            if (request.isWrite()) {
                changes.written(request.offset() + request.length());
            }
            end(request, request.length(), null);
        }
    }

    /** Only all objects together can tell whether this is a hole or the end of the file. */
    private void askForSize(Request request) {
        completions.arm("read", subject(), request.future(), request.transfer(0).acceptedNs);
        objects.size().whenComplete((size, failure) -> {
            if (failure != null) {
                end(request, null, Completions.asStria(failure));
                return;
            }
            request.knownSize(size);
            endShortRead(request);
        });
    }

    /**
     * What is missing below the end of the file and was asked for when that was known is a hole. What was asked for
     * before may have been written since, so it is asked for once more: it must not be taken for zeros.
     */
    private void endShortRead(Request request) {
        long endOfFile = Math.min(request.knownSize(), request.offset() + request.length());
        int unsentCount;
        try {
            unsentCount = request.cutMissing(striping, endOfFile);
        } catch (RuntimeException e) {
            // Such as memory that only its own thread may touch, or that was freed under the request.
            end(request, null, Completions.asStria(e));
            return;
        }
        if (unsentCount > 0) {
            submit(request, unsentCount, Submission.AT_ONCE);
        } else if (endOfFile <= request.offset()) {
            end(request, -1L, null);
        } else {
            end(request, endOfFile - request.offset(), null);
        }
    }

    @Override
    public void requestExpired(Request request, StriaException cause) {
        completions.complete(request.future(), null, cause);
    }

    private void end(Request request, @Nullable Long value, @Nullable StriaException error) {
        TransferFuture future = request.future();
        Epoch entered = request.epoch();
        pool.release(request);
        // Released before it completes, so that whoever sees the one sees the other.
        if (future.requestEnded(value, error)) {
            completions.complete(future, future.outcome(value), future.failure(error));
        }
        if (entered != null) {
            entered.leave();
        }
    }

    @Override
    public StriaFuture<Void> sync() {
        return barrier("sync", epoch -> epoch.successor(false), () -> objects.sync(changes::isTouched));
    }

    @Override
    public StriaFuture<Void> truncate(long size) {
        if (!isWritable) {
            return Completions.failed(notOpenFor("writing", "WRITE"));
        }
        if (size < 0) {
            return Completions.failed(new StriaException(
                    ErrorCode.INVALID_ARGUMENT,
                    "truncate refused: negative size " + size + " (path=" + path + "): give 0 or more"));
        }
        return barrier("truncate", epoch -> epoch.successor(true), () -> truncateAll(size));
    }

    private CompletableFuture<Void> truncateAll(long size) {
        changes.touchAll();
        return objects.truncate(size).whenComplete((done, error) -> {
            if (error == null) {
                changes.truncated(size);
            } else {
                changes.uncertain();
            }
        });
    }

    @Override
    public StriaFuture<Long> size() {
        if (closing.get() != null) {
            return Completions.failed(closedError());
        }
        return completions.within("size", subject(), objects.size());
    }

    private StriaFuture<Void> barrier(
            String verb, UnaryOperator<Epoch> successor, Supplier<CompletableFuture<Void>> work) {
        if (closing.get() != null) {
            return Completions.failed(closedError());
        }
        StriaFuture<Void> future = new StriaFuture<>();
        completions.arm(verb, subject(), future);
        seal(successor, () -> future.isDone() ? CompletableFuture.completedFuture(null) : work.get())
                .whenComplete((value, error) -> completions.complete(future, null, error));
        return future;
    }

    private CompletableFuture<Void> seal(UnaryOperator<Epoch> successor, Supplier<CompletableFuture<Void>> work) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Epoch sealed;
        Epoch next;
        do {
            sealed = epoch;
            if (sealed.isLast()) {
                return CompletableFuture.failedFuture(closedError());
            }
            next = successor.apply(sealed);
        } while (!EPOCH.compareAndSet(this, sealed, next));
        Epoch following = next;
        sealed.seal(() -> work.get().whenComplete((value, error) -> {
            if (error == null) {
                done.complete(null);
            } else {
                done.completeExceptionally(error);
            }
            // If the barrier's outcome is unknown it may still happen: what it held back must not run into it.
            following.open(error == null ? this : held -> end(held, null, Completions.asStria(error)));
            following.leave();
        }));
        return done;
    }

    @Override
    public FileLayout layout() {
        return file.layout();
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public StriaFuture<Void> closeAsync() {
        StriaFuture<Void> future = new StriaFuture<>();
        if (!closing.compareAndSet(null, future)) {
            StriaFuture<Void> first = closing.get();
            return first == null ? future : first;
        }
        completions.arm("close", subject(), future);
        seal(Epoch::last, this::closeHandle).whenComplete((value, error) -> {
            if (!isLingering) {
                whenClosed.accept(this);
            }
            completions.complete(future, null, error);
        });
        return future;
    }

    /** Closes it, if its user has not, who then has been told of an error and need not be told again. */
    public CompletableFuture<Void> closeWithClient() {
        boolean isToldAlready = closing.get() != null;
        StriaFuture<Void> closed = closeAsync();
        return isToldAlready ? closed.exceptionally(told -> null) : closed;
    }

    /** Tells the namespace, with the size if this handle may have changed it; a close does not fail for want of it. */
    private CompletableFuture<Void> closeHandle() {
        long known = changes.size();
        if (!isWritable || known != Changes.UNKNOWN) {
            return closeHandle(isWritable ? known : Changes.UNKNOWN);
        }
        return closeHandleIfAnswered().thenCompose(isClosed -> {
            if (isClosed) {
                return CompletableFuture.<Void>completedFuture(null);
            }
            if (!changes.isUncertain()) {
                return closeHandle(Changes.UNKNOWN);
            }
            isLingering = true;
            closeHandleLater();
            return CompletableFuture.<Void>completedFuture(null);
        });
    }

    private CompletableFuture<Void> closeHandle(long size) {
        return namespace.close(path, new Messages.Close(file.fileId(), file.handle(), size));
    }

    /** Tells the namespace if all targets say how long their objects are; else completes with false. */
    private CompletableFuture<Boolean> closeHandleIfAnswered() {
        return objects.size()
                .handle((size, failure) -> {
                    boolean isGone =
                            failure != null && Completions.asStria(failure).code() == ErrorCode.STALE;
                    return failure == null || isGone
                            ? closeHandle(failure == null ? size : Changes.UNKNOWN)
                                    .thenApply(closed -> true)
                            : CompletableFuture.completedFuture(false);
                })
                .thenCompose(closing -> closing);
    }

    /**
     * Something that was sent to a target which does not answer may still arrive there. So the file goes on being written,
     * and the namespace must not take a size for certain, until all targets have answered something that was sent later.
     */
    private void closeHandleLater() {
        completions.later(() -> closeLingering().thenAccept(isClosed -> {
            if (!isClosed) {
                closeHandleLater();
            }
        }));
    }

    /**
     * Tries once more to end a handle that its user has closed while a target did not answer. What a failure leaves, the
     * end of the session ends.
     */
    public CompletableFuture<Boolean> closeLingering() {
        if (!isLingering) {
            return CompletableFuture.completedFuture(true);
        }
        return closeHandleIfAnswered().exceptionally(unheard -> true).thenApply(isClosed -> {
            if (isClosed) {
                isLingering = false;
                whenClosed.accept(this);
            }
            return isClosed;
        });
    }

    @Override
    public void close() throws StriaException {
        Waiting.await(closeAsync());
    }
}
