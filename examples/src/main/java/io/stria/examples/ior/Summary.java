package io.stria.examples.ior;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** One operation over all repetitions. */
record Summary(String operation, List<PhaseResult> results) {

    /** Least, greatest, mean and population standard deviation, as IOR has them. */
    record Spread(double min, double max, double mean, double deviation) {

        static Spread of(List<Double> values) {
            double min = values.stream().mapToDouble(x -> x).min().orElse(0);
            double max = values.stream().mapToDouble(x -> x).max().orElse(0);
            double mean = values.stream().mapToDouble(x -> x).average().orElse(0);
            double variance = values.stream()
                    .mapToDouble(x -> (x - mean) * (x - mean))
                    .average()
                    .orElse(0);
            return new Spread(min, max, mean, Math.sqrt(variance));
        }
    }

    /** The operations among some rows, writes first. */
    static List<Summary> of(List<Row> rows) {
        return Stream.of(Access.WRITE.label(), Access.READ.label())
                .map(label -> new Summary(
                        label,
                        rows.stream()
                                .filter(row -> row.access().label().equals(label))
                                .map(Row::result)
                                .toList()))
                .filter(summary -> !summary.results().isEmpty())
                .toList();
    }

    Spread bytesPerSecond() {
        return spread(PhaseResult::bytesPerSecond);
    }

    /** Transfers per second of the whole phase: in the summary IOR divides by the total time, unlike in the table. */
    Spread operationsPerSecond() {
        return spread(result -> result.transfers() / result.totalSeconds());
    }

    Spread seconds() {
        return spread(PhaseResult::totalSeconds);
    }

    PhaseResult first() {
        return results.get(0);
    }

    private Spread spread(ToDoubleFunction<PhaseResult> value) {
        return Spread.of(results.stream().map(value::applyAsDouble).toList());
    }
}
