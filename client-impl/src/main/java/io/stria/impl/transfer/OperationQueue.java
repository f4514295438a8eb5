package io.stria.impl.transfer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The queue from callers to an event loop: many producers, one consumer, intrusive and so without allocation or bound
 * of its own (the client's bound on pending requests bounds it). A producer exchanges the tail and then links its
 * predecessor (Vyukov's queue); a chain of operations is handed over by the same two writes as a single one.
 *
 * <p>Memory order: the exchange releases what the producer wrote to the operation; the consumer's acquiring read of
 * {@code next} sees it. Between the two writes the queue is not empty although its head has no successor yet; the
 * consumer then spins for the few instructions that the producer needs.
 */
public final class OperationQueue {
    private static final VarHandle TAIL;
    private static final VarHandle NEXT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TAIL = lookup.findVarHandle(OperationQueue.class, "tail", Operation.class);
            NEXT = lookup.findVarHandle(Operation.class, "next", Operation.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Operation stub = new Stub();
    private volatile Operation tail = stub;
    private Operation head = stub;

    /** Adds an operation; any thread. */
    public void offer(Operation operation) {
        offer(operation, operation);
    }

    /** Adds a chain whose members are linked already from first to last; any thread. */
    public void offer(Operation first, Operation last) {
        NEXT.set(last, (Operation) null);
        Operation before = (Operation) TAIL.getAndSet(this, last);
        NEXT.setRelease(before, first);
    }

    /** Links an operation behind another, to make a chain for {@link #offer(Operation, Operation)}. */
    public static void link(Operation before, Operation after) {
        NEXT.set(before, after);
    }

    /** Takes the oldest operation, or null if there is none; the consumer's thread only. */
    public @Nullable Operation poll() {
        Operation first = head;
        Operation second = nextOf(first);
        if (first == stub) {
            if (second == null) {
                if (tail == stub) {
                    return null;
                }
                second = awaitNext(first);
            }
            head = second;
            first = second;
            second = nextOf(first);
        }
        if (second == null) {
            if (tail == first) {
                offer(stub);
            }
            second = awaitNext(first);
        }
        head = second;
        NEXT.set(first, (Operation) null);
        return first;
    }

    private static @Nullable Operation nextOf(Operation operation) {
        return (Operation) NEXT.getAcquire(operation);
    }

    private static Operation awaitNext(Operation operation) {
        Operation next = nextOf(operation);
        while (next == null) {
            Thread.onSpinWait();
            next = nextOf(operation);
        }
        return next;
    }

    /** Keeps the queue from ever being without a node. */
    private static final class Stub extends Operation {
        @Override
        public int opcode() {
            return 0;
        }

        @Override
        public long fileId() {
            return 0;
        }

        @Override
        public int stripe() {
            return 0;
        }

        @Override
        public boolean isAbandoned() {
            return true;
        }

        @Override
        public void fail(io.stria.StriaException cause) {}

        @Override
        public void expire(io.stria.StriaException cause) {}

        @Override
        public void dequeued() {}

        @Override
        public String verb() {
            return "nothing";
        }

        @Override
        public String subject() {
            return "";
        }
    }
}
