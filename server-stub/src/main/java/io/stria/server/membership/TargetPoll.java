package io.stria.server.membership;

import io.stria.server.store.ObjectIo;
import io.stria.server.store.ObjectStore;
import io.stria.wire.Messages;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a target do what the namespace wants: asks every second, and at once again while there is more to destroy. What
 * was done is reported with the next question, so a crash in between only repeats it.
 */
public final class TargetPoll {
    private static final Logger LOG = LoggerFactory.getLogger(TargetPoll.class);
    private static final long PAUSE_MS = 1000;

    /** Those that have connections with a target. */
    public interface Clients {
        /** Their sessions. */
        List<Long> sessions();

        /** Closes the connections of some of them. */
        void evict(List<Long> sessions);
    }

    private final Registry registry;
    private final ScheduledExecutorService timer;
    private final int target;
    private final ObjectStore store;
    private final Clients clients;
    private volatile boolean isStopped;
    private boolean isFailing;

    public TargetPoll(
            Registry registry, ScheduledExecutorService timer, int target, ObjectStore store, Clients clients) {
        this.registry = registry;
        this.timer = timer;
        this.target = target;
        this.store = store;
        this.clients = clients;
    }

    /** Begins asking. */
    public void start() {
        schedule(List.of(), 0, PAUSE_MS);
    }

    /** Asks no more. */
    public void stop() {
        isStopped = true;
    }

    private void schedule(List<Long> destroyed, long asOf, long pauseMs) {
        if (isStopped) {
            return;
        }
        try {
            timer.schedule(() -> ask(destroyed, asOf), pauseMs, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("poll ends with its timer target={}", target);
        }
    }

    private void ask(List<Long> destroyed, long asOf) {
        registry.poll(new Messages.Poll(target, destroyed, asOf, clients.sessions()))
                .whenComplete((orders, failure) -> {
                    if (failure != null) {
                        if (!isFailing) {
                            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
                            LOG.info("namespace cannot be asked target={} reason=\"{}\"", target, cause.getMessage());
                        }
                        isFailing = true;
                        schedule(destroyed, asOf, PAUSE_MS);
                        return;
                    }
                    isFailing = false;
                    if (!orders.evict().isEmpty()) {
                        LOG.info(
                                "closing the connections of clients that have gone target={} clients={}",
                                target,
                                orders.evict().size());
                        clients.evict(orders.evict());
                    }
                    destroy(orders.destroy())
                            .thenAccept(done -> schedule(done, orders.asOf(), done.isEmpty() ? PAUSE_MS : 0));
                });
    }

    /** The files that the store has noted durably; only these may be forgotten by the namespace. */
    private CompletableFuture<List<Long>> destroy(List<Long> fileIds) {
        List<Destruction> destructions = fileIds.stream().map(Destruction::new).toList();
        destructions.forEach(store::destroy);
        return CompletableFuture.allOf(
                        destructions.stream().map(each -> each.done).toArray(CompletableFuture<?>[]::new))
                .thenApply(all -> destructions.stream()
                        .filter(each -> each.error == null)
                        .map(each -> each.fileId)
                        .toList());
    }

    private static final class Destruction extends ObjectIo {
        final CompletableFuture<Void> done = new CompletableFuture<>();

        Destruction(long fileId) {
            this.fileId = fileId;
        }

        @Override
        public void completed() {
            done.complete(null);
        }
    }
}
