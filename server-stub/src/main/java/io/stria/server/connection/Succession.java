package io.stria.server.connection;

import io.stria.wire.Messages.Hello;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which connections follow on which, and whose are there. A client that has lost a connection takes what was in flight
 * for lost and may write the same place again; so no other connection must bring anything before the server is done with
 * all that the lost one has brought, or an old write could land on a new one. The connections of one group and turn
 * stand side by side; the first of a later turn closes those of earlier turns, and waits for their end. Any thread.
 */
public final class Succession {
    private final Map<Long, Generation> latest = new HashMap<>();
    private final Set<Place> places = new HashSet<>();

    /** Makes one for the connections of a server. */
    public Succession() {}

    /**
     * A connection has come; those that it replaces, if they are still there, are closed.
     *
     * @param hello its greeting
     * @param close closes it
     * @return null if one of a later turn has come first
     */
    @Nullable
    Place enter(Hello hello, Runnable close) {
        Place place;
        List<Place> replaced = List.of();
        synchronized (this) {
            Generation before = latest.get(hello.group());
            if (before != null && before.number > hello.turn()) {
                return null;
            }
            Generation generation;
            if (before == null) {
                generation = new Generation(hello.turn(), CompletableFuture.completedFuture(null));
            } else if (before.number < hello.turn()) {
                generation = new Generation(hello.turn(), before.end);
                replaced = placesWhere(other -> other.generation == before);
            } else {
                generation = before;
            }
            latest.put(hello.group(), generation);
            place = new Place(hello, generation, close);
            places.add(place);
            generation.size++;
        }
        replaced.forEach(other -> other.close.run());
        return place;
    }

    private synchronized List<Place> placesWhere(Predicate<Place> wanted) {
        return places.stream().filter(wanted).toList();
    }

    /** The sessions from which something may be under way to a service. */
    public List<Long> sessions(int service) {
        return placesWhere(place -> place.hello.service() == service).stream()
                .map(place -> place.hello.session())
                .distinct()
                .toList();
    }

    /** Closes the connections of some sessions with a service. */
    public void evict(int service, Collection<Long> sessions) {
        placesWhere(place -> place.hello.service() == service && sessions.contains(place.hello.session()))
                .forEach(place -> place.close.run());
    }

    private synchronized void left(Place place) {
        if (places.remove(place) && --place.generation.size == 0) {
            // They may all go before their turn; those after them wait for those before them all the same.
            place.generation.turn.thenRun(() -> ended(place.hello.group(), place.generation));
        }
    }

    private synchronized void ended(long group, Generation generation) {
        if (generation.size == 0) {
            latest.remove(group, generation);
            generation.end.complete(null);
        }
    }

    /** The connections of one group and turn. */
    private static final class Generation {
        final int number;
        final CompletableFuture<Void> turn;
        final CompletableFuture<Void> end = new CompletableFuture<>();
        int size;

        Generation(int number, CompletableFuture<Void> turn) {
            this.number = number;
            this.turn = turn;
        }
    }

    /** A connection's place among the others. */
    final class Place {
        private final Hello hello;
        private final Generation generation;
        private final Runnable close;

        private Place(Hello hello, Generation generation, Runnable close) {
            this.hello = hello;
            this.generation = generation;
            this.close = close;
        }

        /** Completes, on any thread, when nothing of earlier turns can happen any more. */
        CompletableFuture<Void> turn() {
            return generation.turn;
        }

        /** The connection is gone and all that it brought has ended. */
        void leave() {
            left(this);
        }
    }
}
