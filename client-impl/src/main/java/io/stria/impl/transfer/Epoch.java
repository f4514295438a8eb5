package io.stria.impl.transfer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a handle between two barriers. Sync, truncate and close seal the present epoch and begin the next
 * one; what they do starts when the sealed epoch and all before it have drained. The next epoch counts the barrier
 * itself as one of its own, so it cannot drain before the barrier's work is done; if the barrier holds back what
 * follows, its requests wait at its gate until {@link #open}. A barrier that holds back nobody puts up no gate of its
 * own: behind it requests wait at the gate in front of it, as long as that is closed.
 *
 * <p>Entering and leaving are one atomic operation each; nothing here blocks or locks.
 */
public final class Epoch {
    private static final VarHandle COUNT;
    private static final int SEALED = 1;
    private static final int ONE = 2;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(Epoch.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Sends a request on its way. */
    @FunctionalInterface
    public interface Sender {
        void send(Request request);
    }

    private final Gate gate;
    private final boolean isLast;
    private Runnable whenDrained = () -> {};
    /** Twice the number inside, plus {@link #SEALED}. */
    private volatile int count;

    private Epoch(int count, Gate gate, boolean isLast) {
        this.gate = gate;
        this.isLast = isLast;
        this.count = count;
    }

    /** The first epoch of a handle. */
    public static Epoch first() {
        return new Epoch(0, new Gate(true), false);
    }

    /** The epoch behind a barrier, with the barrier inside; {@code held} if the barrier holds back what follows. */
    public Epoch successor(boolean held) {
        return new Epoch(ONE, held ? new Gate(false) : gate, false);
    }

    /** The epoch behind the close: whoever gets there was too late. */
    public Epoch last() {
        return new Epoch(ONE, gate, true);
    }

    public boolean isLast() {
        return isLast;
    }

    /** Goes in; false if this epoch is sealed, then try the present one. Any thread. */
    public boolean enter() {
        return enter(1);
    }

    /** So many go in; each leaves by itself. */
    public boolean enter(int requests) {
        int now = count;
        while ((now & SEALED) == 0) {
            int seen = (int) COUNT.compareAndExchange(this, now, now + requests * ONE);
            if (seen == now) {
                return true;
            }
            now = seen;
        }
        return false;
    }

    /** Keeps a request that is inside until the gate opens; false if it is open and the request may be sent. Any thread. */
    public boolean holds(Request request) {
        return gate.holds(request);
    }

    /** Whether what is sent now has to wait for a barrier in front of it. */
    public boolean isHolding() {
        return !gate.isOpen();
    }

    /** Goes out. Any thread. */
    public void leave() {
        if ((int) COUNT.getAndAdd(this, -ONE) == ONE + SEALED) {
            whenDrained.run();
        }
    }

    /** Lets nobody in any more and has an action run when everybody has left. Once, by whoever began the successor. */
    public void seal(Runnable action) {
        whenDrained = action;
        if ((int) COUNT.getAndBitwiseOr(this, SEALED) == 0) {
            action.run();
        }
    }

    /** Opens the gate: what was held back is given to a sender in the order it came. */
    public void open(Sender held) {
        gate.open(held);
    }

    /** Where requests wait for a barrier that holds them back; once open it stays so. */
    private static final class Gate {
        private static final VarHandle NEWEST;
        /** Stands for an open gate. */
        private static final Request OPEN = new Request();

        static {
            try {
                NEWEST = MethodHandles.lookup().findVarHandle(Gate.class, "newest", Request.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        /** {@link #OPEN}, or the newest of the requests held back. */
        private volatile @Nullable Request newest;

        Gate(boolean isOpen) {
            newest = isOpen ? OPEN : null;
        }

        boolean isOpen() {
            return newest == OPEN;
        }

        /** Keeps a request; false if the gate is open. */
        boolean holds(Request request) {
            Request before = newest;
            while (before != OPEN) {
                request.nextHeld = before;
                Request seen = (Request) NEWEST.compareAndExchange(this, before, request);
                if (seen == before) {
                    return true;
                }
                before = seen;
            }
            return false;
        }

        void open(Sender sender) {
            Request last = (Request) NEWEST.getAndSet(this, OPEN);
            Request inOrder = null;
            while (last != null && last != OPEN) {
                Request older = last.nextHeld;
                last.nextHeld = inOrder;
                inOrder = last;
                last = older;
            }
            while (inOrder != null) {
                Request following = inOrder.nextHeld;
                inOrder.nextHeld = null;
                sender.send(inOrder);
                inOrder = following;
            }
        }
    }
}
