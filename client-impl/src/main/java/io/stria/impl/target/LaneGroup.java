package io.stria.impl.target;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The lanes of one service, over which requests are spread. What was lost with one connection may still arrive; so when
 * one is lost the turn of all is over, and only the connections of the next, which the server lets come after that,
 * carry anything more. Any thread.
 */
public final class LaneGroup {
    private final long id = ThreadLocalRandom.current().nextLong();
    private final AtomicInteger turn = new AtomicInteger();
    private final boolean isShared;

    /**
     * Makes it.
     *
     * @param lanes how many there are
     */
    public LaneGroup(int lanes) {
        isShared = lanes > 1;
    }

    /** Tells the server which connections belong together. */
    long id() {
        return id;
    }

    int turn() {
        return turn.get();
    }

    /** A connection of some turn is lost. To be called before anybody learns what was lost with it. */
    void lost(int lostTurn) {
        turn.compareAndSet(lostTurn, lostTurn + 1);
    }

    /** Something is under way in some turn of which a caller is told that nobody waits for it any more. */
    void expired(int itsTurn) {
        if (isShared) { // a single connection keeps the order
            lost(itsTurn);
        }
    }
}
