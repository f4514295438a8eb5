package io.stria.server.membership;

import io.stria.wire.Messages;
import java.util.concurrent.CompletableFuture;

/** The namespace as targets see it: in this process or on another server. Any thread; never blocks. */
public interface Registry {

    /** Tells what a target has done and fetches what it must do next. */
    CompletableFuture<Messages.Orders> poll(Messages.Poll report);
}
