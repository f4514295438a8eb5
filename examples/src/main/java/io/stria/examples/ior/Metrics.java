package io.stria.examples.ior;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** Counters by dotted name, like {@code target0.write.steadyRpcs}. Immutable. */
final class Metrics {
    static final Metrics NONE = new Metrics(Map.of());

    private final SortedMap<String, Long> values;

    Metrics(Map<String, Long> values) {
        this.values = new TreeMap<>(values);
    }

    /** What was counted since an earlier reading. */
    Metrics since(Metrics earlier) {
        return combine(earlier, (now, before) -> now - before);
    }

    Metrics plus(Metrics other) {
        return combine(other, Long::sum);
    }

    private Metrics combine(Metrics other, BiFunction<Long, Long, Long> operation) {
        Map<String, Long> result = new TreeMap<>(values);
        other.values.forEach((name, value) -> result.put(name, operation.apply(result.getOrDefault(name, 0L), value)));
        return new Metrics(result);
    }

    SortedMap<String, Long> values() {
        return values;
    }

    /** One word: {@code name=value,name=value}, or {@code -} if empty. */
    String encode() {
        if (values.isEmpty()) {
            return "-";
        }
        StringBuilder out = new StringBuilder();
        values.forEach((name, value) ->
                out.append(out.isEmpty() ? "" : ",").append(name).append('=').append(value));
        return out.toString();
    }

    static Metrics decode(String text) {
        Map<String, Long> values = new TreeMap<>();
        if (!text.equals("-")) {
            for (String entry : text.split(",", -1)) {
                int equals = entry.indexOf('=');
                values.put(entry.substring(0, equals), Long.parseLong(entry.substring(equals + 1)));
            }
        }
        return new Metrics(values);
    }
}
