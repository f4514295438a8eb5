package io.stria.server.membership;

import io.stria.wire.Messages.Orders;
import io.stria.wire.Messages.Poll;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clients of a namespace: who is there, who has gone, and which targets are done with those that have. A client that
 * has lost its connection comes back with the same session; one that stays away longer than the timeout is gone, and the
 * targets are told to close what connections they have with it. Safe for many threads.
 *
 * <p>A count grows with every client that goes. A target that has been told a count, and then lists the clients it still
 * has connections with, none of which has gone, is done with all clients that had gone up to that count.
 */
public final class Sessions {
    private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);

    /** Is told of a client that has gone, and what the count is now. Must return at once. */
    @FunctionalInterface
    public interface Listener {
        void gone(long session, long asOf);
    }

    /** A client: how many connections it has, and how often it had none. */
    private static final class Session {
        int connections;
        int absences;
    }

    private final ScheduledExecutorService timer;
    private final long timeoutMs;
    private final Listener listener;
    private final Map<Long, Session> present = new HashMap<>();
    private final Map<Integer, Long> doneAsOf = new ConcurrentHashMap<>();
    /** Whether clients may come back that were there before the start. */
    private boolean isRecovering = true;
    /** Begins anywhere, so that what a target was told by another life of the namespace is not taken for this one's. */
    private long asOf = (long) (new SecureRandom().nextInt() >>> 1) << Integer.SIZE;

    /**
     * Makes it.
     *
     * @param timer ends sessions
     * @param timeoutMs how long a client may be away
     */
    public Sessions(ScheduledExecutorService timer, long timeoutMs, Listener listener) {
        this.timer = timer;
        this.timeoutMs = timeoutMs;
        this.listener = listener;
    }

    /** Clients from before the start had their time to come back. Returns the count. */
    public synchronized long recovered() {
        isRecovering = false;
        return ++asOf;
    }

    /** A connection of a client has come. */
    public synchronized void connected(long number) {
        present.computeIfAbsent(number, absent -> new Session()).connections++;
    }

    /** A connection of a client has gone; returns whether it was the last. */
    public synchronized boolean disconnected(long number) {
        Session session = present.get(number);
        if (session == null || --session.connections > 0) {
            return false;
        }
        int absence = ++session.absences;
        try {
            timer.schedule(() -> endIfAway(number, absence), timeoutMs, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("session is left to the next start session={}", number);
        }
        return true;
    }

    private synchronized void endIfAway(long number, int absence) {
        Session session = present.get(number);
        if (session != null && session.connections == 0 && session.absences == absence) {
            present.remove(number);
            listener.gone(number, ++asOf);
        }
    }

    /** Takes a target's report, and tells it what to do. */
    public synchronized Orders orders(Poll report, List<Long> destroy) {
        List<Long> gone = isRecovering
                ? List.of()
                : report.sessions().stream()
                        .filter(session -> !present.containsKey(session))
                        .toList();
        boolean isOfThisLife = report.asOf() >>> Integer.SIZE == asOf >>> Integer.SIZE;
        if (gone.isEmpty() && isOfThisLife) {
            doneAsOf.merge(report.target(), report.asOf(), Math::max);
        }
        return new Orders(destroy, asOf, gone);
    }

    /** Up to which count a target is done with the clients that have gone; 0 if it has not reported yet. */
    public long doneAsOf(int target) {
        return doneAsOf.getOrDefault(target, 0L);
    }
}
