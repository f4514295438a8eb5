package io.stria.server.membership;

import io.stria.wire.Messages;
import java.util.concurrent.CompletableFuture;

/** The namespace as targets see it: in this process or on another server. Any thread; never blocks. */
public interface Registry {

    /** Confirms what a target has destroyed and fetches what it must destroy next. */
    CompletableFuture<Messages.Destroyed> destroyQueue(Messages.Destroyed done);
}
