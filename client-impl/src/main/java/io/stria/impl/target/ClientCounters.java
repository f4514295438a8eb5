package io.stria.impl.target;

import io.stria.Counter;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** The counters of a client, added to by any thread. */
public final class ClientCounters {
    private final LongAdder[] values = new LongAdder[Counter.values().length];

    public ClientCounters() {
        for (int i = 0; i < values.length; i++) {
            values[i] = new LongAdder();
        }
    }

    public void add(Counter counter, long count) {
        values[counter.ordinal()].add(count);
    }

    /** All values now. */
    public Map<Counter, Long> snapshot() {
        Map<Counter, Long> snapshot = new EnumMap<>(Counter.class);
        for (Counter counter : Counter.values()) {
            snapshot.put(counter, values[counter.ordinal()].sum());
        }
        return snapshot;
    }
}
