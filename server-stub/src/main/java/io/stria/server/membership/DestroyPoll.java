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
 * Has a target destroy what the namespace has queued for it: asks every second, and at once again while there is more.
 * What was handed to the store is confirmed with the next question, so a crash in between only repeats it.
 */
public final class DestroyPoll {
    private static final Logger LOG = LoggerFactory.getLogger(DestroyPoll.class);
    private static final long PAUSE_MS = 1000;

    private final Registry registry;
    private final ScheduledExecutorService timer;
    private final int target;
    private final ObjectStore store;
    private volatile boolean isStopped;
    private boolean isFailing;

    public DestroyPoll(Registry registry, ScheduledExecutorService timer, int target, ObjectStore store) {
        this.registry = registry;
        this.timer = timer;
        this.target = target;
        this.store = store;
    }

    /** Begins asking. */
    public void start() {
        schedule(List.of(), PAUSE_MS);
    }

    /** Asks no more. */
    public void stop() {
        isStopped = true;
    }

    private void schedule(List<Long> done, long pauseMs) {
        if (isStopped) {
            return;
        }
        try {
            timer.schedule(() -> ask(done), pauseMs, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("destroy queue poll ends with its timer target={}", target);
        }
    }

    private void ask(List<Long> done) {
        registry.destroyQueue(new Messages.Destroyed(target, done)).whenComplete((next, failure) -> {
            if (failure != null) {
                if (!isFailing) {
                    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
                    LOG.info("destroy queue cannot be asked target={} reason=\"{}\"", target, cause.getMessage());
                }
                isFailing = true;
                schedule(done, PAUSE_MS);
                return;
            }
            isFailing = false;
            destroy(next.fileIds()).thenAccept(destroyed -> schedule(destroyed, destroyed.isEmpty() ? PAUSE_MS : 0));
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
