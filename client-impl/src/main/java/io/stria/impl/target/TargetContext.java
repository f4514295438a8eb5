package io.stria.impl.target;

import io.stria.ClientConfig;
import io.stria.impl.transport.EventLoops;
import java.util.function.LongSupplier;

/** What all lanes of a client share. */
public final class TargetContext {
    final ClientConfig config;
    final EventLoops loops;
    final ClientCounters counters;
    final long session;
    final LongSupplier clockNs;
    final BouncePool bouncePool;

    /**
     * Puts it together.
     *
     * @param session random number that names this client to all servers
     * @param clockNs a monotonic clock
     */
    public TargetContext(
            ClientConfig config, EventLoops loops, ClientCounters counters, long session, LongSupplier clockNs) {
        this.config = config;
        this.loops = loops;
        this.counters = counters;
        this.session = session;
        this.clockNs = clockNs;
        this.bouncePool = new BouncePool(config.bounceBytes());
    }
}
