package io.stria.impl.transfer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a handle between two barriers. Sync, truncate and close seal the present epoch and begin the next
 * one; what they do starts when the sealed epoch and all before it have drained. The next epoch counts the barrier
 * itself as one of its own, so it cannot drain before the barrier's work is done; if the barrier holds back what
 * follows, its requests wait at its gate until {@link #open}.
 *
 * <p>Entering and leaving are one atomic operation each; nothing here blocks or locks.
 */
public final class Epoch {
    private static final VarHandle COUNT;
    private static final VarHandle GATE;
    private static final int SEALED = 1;
    private static final int ONE = 2;
    /** At the gate of an epoch that holds nobody back. */
    private static final Request OPEN = new Request();

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            COUNT = lookup.findVarHandle(Epoch.class, "count", int.class);
            GATE = lookup.findVarHandle(Epoch.class, "gate", Request.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Sends a request on its way. */
    @FunctionalInterface
    public interface Sender {
        void send(Request request);
    }

    private final Sender sender;
    private final boolean isLast;
    private Runnable whenDrained = () -> {};
    /** Twice the number inside, plus {@link #SEALED}. */
    private volatile int count;
    /** {@link #OPEN}, or the newest of the requests held back. */
    private volatile @Nullable Request gate;

    private Epoch(Sender sender, int count, @Nullable Request gate, boolean isLast) {
        this.sender = sender;
        this.isLast = isLast;
        this.count = count;
        this.gate = gate;
    }

    /** The first epoch of a handle. */
    public static Epoch first(Sender sender) {
        return new Epoch(sender, 0, OPEN, false);
    }

    /** The epoch behind a barrier, with the barrier inside; open unless the barrier holds back what follows. */
    public Epoch successor(boolean held) {
        return new Epoch(sender, ONE, held ? null : OPEN, false);
    }

    /** The epoch behind the close: whoever gets there was too late. */
    public Epoch last() {
        return new Epoch(sender, ONE, OPEN, true);
    }

    public boolean isLast() {
        return isLast;
    }

    /** Goes in; false if this epoch is sealed, then try the present one. Any thread. */
    public boolean enter() {
        int now = count;
        while ((now & SEALED) == 0) {
            int seen = (int) COUNT.compareAndExchange(this, now, now + ONE);
            if (seen == now) {
                return true;
            }
            now = seen;
        }
        return false;
    }

    /** Sends a request that is inside, now or when the gate opens. Any thread. */
    public void send(Request request) {
        Request newest = gate;
        while (newest != OPEN) {
            request.nextHeld = newest;
            Request seen = (Request) GATE.compareAndExchange(this, newest, request);
            if (seen == newest) {
                return;
            }
            newest = seen;
        }
        sender.send(request);
    }

    /** Whether what is sent now has to wait for the barrier in front of it. */
    public boolean isHolding() {
        return gate != OPEN;
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
        Request newest = (Request) GATE.getAndSet(this, OPEN);
        Request inOrder = null;
        while (newest != null && newest != OPEN) {
            Request older = newest.nextHeld;
            newest.nextHeld = inOrder;
            inOrder = newest;
            newest = older;
        }
        while (inOrder != null) {
            Request following = inOrder.nextHeld;
            inOrder.nextHeld = null;
            held.send(inOrder);
            inOrder = following;
        }
    }
}
