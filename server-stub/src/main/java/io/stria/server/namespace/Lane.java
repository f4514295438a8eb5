package io.stria.server.namespace;

import io.stria.ErrorCode;
import io.stria.StriaException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A queue of operations and the one thread that runs them, all that wait as one transaction.
 *
 * <p>An operation that refuses ({@link StriaException}) must do so before its first change; the others of the batch go
 * on. Anything else that is thrown rolls the batch back. The connection is then replaced, because the driver finalizes a
 * statement that failed and SQLite may have ended the transaction by itself. If it was the storage (full, broken) the
 * whole batch fails with that; otherwise each operation gets a transaction of its own, so that one cannot take its
 * neighbours along.
 *
 * @param <S> what operations work on
 */
final class Lane<S extends Lane.Store> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

    /** Operations that may wait; more are refused, so that the queue cannot grow without limit. */
    private static final int MAX_PENDING_COUNT = 65_536;
    /** Bounds what the first of a batch waits for. */
    private static final int MAX_BATCH_COUNT = 1024;

    /** A connection with what was prepared on it. */
    interface Store {
        void commit() throws SQLException;

        void close() throws SQLException;
    }

    /** Makes a store; called anew after a failure. */
    @FunctionalInterface
    interface Opener<S> {
        S open() throws SQLException;
    }

    /** Runs on the lane's thread, again if its first batch failed. */
    @FunctionalInterface
    interface Operation<S, T> {
        @Nullable
        T run(S store) throws SQLException, StriaException;
    }

    private static final class Item<S, T> {
        final Operation<S, T> operation;
        final CompletableFuture<T> future = new CompletableFuture<>();
        final boolean untilDone;
        final boolean prompt;

        @Nullable
        T result;

        @Nullable
        Throwable failure;

        Item(Operation<S, T> operation, boolean untilDone, boolean prompt) {
            this.operation = operation;
            this.untilDone = untilDone;
            this.prompt = prompt;
        }

        void run(S store) throws SQLException {
            failure = null;
            try {
                result = operation.run(store);
            } catch (StriaException refusal) {
                failure = refusal;
            }
        }

        void complete() {
            if (failure == null) {
                future.complete(result);
            } else {
                future.completeExceptionally(failure);
            }
        }
    }

    private final Opener<S> opener;
    private final Runnable rolledBack;
    private final Thread thread;
    private final Queue<Item<S, ?>> queue = new MpscUnboundedAtomicArrayQueue<>(1024);
    /** Operations whose futures are not complete, counted before {@link #closed} is read: so close misses none. */
    private final AtomicInteger pending = new AtomicInteger();

    private volatile boolean closed;
    private volatile boolean parked;

    /** On the lane's thread, null after a failure until it could be opened again. */
    private @Nullable S store;
    /** On the lane's thread: whether the last transaction failed for the storage. */
    private boolean failing;
    /** On the lane's thread: what has to be tried again. */
    private final List<Item<S, ?>> unfinished = new ArrayList<>();

    Lane(String name, Opener<S> opener, Runnable rolledBack) throws StriaException {
        this.opener = opener;
        this.rolledBack = rolledBack;
        try {
            store = opener.open();
        } catch (SQLException e) {
            throw Failures.of(e);
        }
        thread = new Thread(this::loop, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Fails with BUSY if too many wait. */
    <T> CompletableFuture<T> submit(Operation<S, T> operation) {
        return submit(new Item<>(operation, false, true), MAX_PENDING_COUNT);
    }

    /**
     * For what gives resources back: never BUSY. If the storage fails the future says so, and the operation is tried again
     * with later batches all the same.
     */
    <T> CompletableFuture<T> submitAlways(Operation<S, T> operation) {
        return submit(new Item<>(operation, true, true), Integer.MAX_VALUE);
    }

    /** Never BUSY, and tried again with later batches if the storage fails; the future waits for that. */
    <T> CompletableFuture<T> submitUntilDone(Operation<S, T> operation) {
        return submit(new Item<>(operation, true, false), Integer.MAX_VALUE);
    }

    private <T> CompletableFuture<T> submit(Item<S, T> item, int limit) {
        int count = pending.incrementAndGet();
        if (closed || count > limit) {
            item.future.completeExceptionally(
                    closed
                            ? new StriaException(ErrorCode.CLOSED, "the namespace is closed")
                            : new StriaException(
                                    ErrorCode.BUSY, "the namespace has " + limit + " operations waiting: try again"));
            pending.decrementAndGet();
        } else {
            queue.add(item);
        }
        if (parked) {
            LockSupport.unpark(thread);
        }
        return item.future;
    }

    private void loop() {
        List<Item<S, ?>> batch = new ArrayList<>();
        while (await()) {
            batch.addAll(unfinished);
            unfinished.clear();
            for (Item<S, ?> item; batch.size() < MAX_BATCH_COUNT && (item = queue.poll()) != null; ) {
                batch.add(item);
            }
            run(batch);
            batch.clear();
        }
        unfinished.forEach(Item::complete);
        closeStore();
    }

    /** Waits until something is queued; false when closed and done. */
    private boolean await() {
        while (queue.isEmpty()) {
            parked = true;
            if (queue.isEmpty()) {
                if (closed && pending.get() == unfinished.size()) {
                    return false;
                }
                LockSupport.park(this);
                // A callback may have left the flag behind, with which park would return at once for ever.
                Thread.interrupted();
            }
            parked = false;
        }
        return true;
    }

    private void run(List<Item<S, ?>> batch) {
        Throwable failure = attempt(batch);
        if (failure != null && batch.size() > 1 && !Failures.isOfStorage(failure)) {
            batch.forEach(item -> run(List.of(item)));
            return;
        }
        int completed = 0;
        for (Item<S, ?> item : batch) {
            if (failure != null) {
                item.failure = Failures.of(failure);
            }
            if (failure != null && item.untilDone) {
                unfinished.add(item);
                if (item.prompt) {
                    item.complete();
                }
            } else {
                item.complete();
                completed++;
            }
        }
        pending.addAndGet(-completed);
    }

    /** One transaction; returns why it failed, null if it did not. */
    private @Nullable Throwable attempt(List<Item<S, ?>> batch) {
        try {
            S current = store;
            if (current == null) {
                current = opener.open();
                store = current;
            }
            for (Item<S, ?> item : batch) {
                item.run(current);
            }
            current.commit();
            failing = false;
            return null;
        } catch (Throwable e) {
            logFailure(e, batch.size());
            closeStore();
            rolledBack.run();
            return e;
        }
    }

    /** Once for each row of failures: a full disk fails every transaction, and each caller is told anyway. */
    private void logFailure(Throwable failure, int count) {
        if (Failures.isOfStorage(failure)) {
            if (!failing) {
                LOG.warn(
                        "namespace storage fails lane={} operations={} cause={}",
                        thread.getName(),
                        count,
                        failure.toString());
            }
            failing = true;
        } else {
            LOG.error("namespace transaction rolled back lane={} operations={}", thread.getName(), count, failure);
        }
    }

    private void closeStore() {
        S current = store;
        store = null;
        if (current != null) {
            try {
                current.close();
            } catch (SQLException e) {
                LOG.warn("namespace connection not closed cleanly lane={}", thread.getName(), e);
            }
        }
    }

    /** Finishes what waits. Refused on the lane's own thread, which would wait for itself. */
    @Override
    public void close() {
        if (Thread.currentThread() == thread) {
            throw new IllegalStateException("close() on a namespace thread: hop to another thread first");
        }
        closed = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
