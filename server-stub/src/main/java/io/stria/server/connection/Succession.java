package io.stria.server.connection;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Connections of which each replaces the one before. A client that has lost a connection takes what was in flight for
 * lost and may write the same place again; so its next connection must not bring anything before the server is done with
 * all that the lost one has brought, or an old write could land on a new one. Any thread.
 */
public final class Succession {
    private final ConcurrentMap<Long, Place> newest = new ConcurrentHashMap<>();

    /** Makes one for the connections of a server. */
    public Succession() {}

    /**
     * A connection has come; the one that it replaces, if that is still there, is closed.
     *
     * @param lane what the connections that replace one another have in common
     * @param turn grows from one to the next
     * @param close closes the connection that has come, when another replaces it
     * @return null if a later one has come first
     */
    @Nullable
    Place enter(long lane, int turn, Runnable close) {
        Place place = new Place(lane, turn, close);
        Place before;
        do {
            before = newest.get(lane);
            if (before != null && before.number > turn) {
                return null;
            }
        } while (before == null ? newest.putIfAbsent(lane, place) != null : !newest.replace(lane, before, place));
        if (before == null) {
            place.turn.complete(null);
        } else {
            before.close.run();
            before.end.whenComplete((ended, never) -> place.turn.complete(null));
        }
        return place;
    }

    /** A connection's place among those that replace one another. */
    final class Place {
        private final long lane;
        private final int number;
        private final Runnable close;
        private final CompletableFuture<Void> turn = new CompletableFuture<>();
        private final CompletableFuture<Void> end = new CompletableFuture<>();

        private Place(long lane, int number, Runnable close) {
            this.lane = lane;
            this.number = number;
            this.close = close;
        }

        /** Completes, on any thread, when nothing of earlier connections can happen any more. */
        CompletableFuture<Void> turn() {
            return turn;
        }

        /** The connection is gone and all that it brought has ended. */
        void leave() {
            // It may go before its turn; those after it wait for those before it all the same.
            turn.whenComplete((came, never) -> {
                newest.remove(lane, this);
                end.complete(null);
            });
        }
    }
}
