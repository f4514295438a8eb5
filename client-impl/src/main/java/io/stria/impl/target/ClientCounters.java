package io.stria.impl.target;

import io.stria.Counter;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** The counters of a client, added to by any thread. */
public final class ClientCounters {
    private final EnumMap<Counter, LongAdder> values = new EnumMap<>(Counter.class);

    public ClientCounters() {
        for (Counter counter : Counter.values()) {
            values.put(counter, new LongAdder());
        }
    }

    public void add(Counter counter, long count) {
        adder(counter).add(count);
    }

    /** All values now. */
    public Map<Counter, Long> snapshot() {
        Map<Counter, Long> snapshot = new EnumMap<>(Counter.class);
        for (Counter counter : Counter.values()) {
            snapshot.put(counter, adder(counter).sum());
        }
        return snapshot;
    }

    private LongAdder adder(Counter counter) {
        return Objects.requireNonNull(values.get(counter));
    }
}
