package io.stria.examples.ior;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What all ranks did in one phase, with IOR's arithmetic: a step lasts from the first rank that began it to the last that
 * ended it.
 *
 * @param tasks the result of each rank
 * @param transferBytes bytes per transfer
 * @param cpuNs processor time of the processes that held the ranks
 * @param metrics what the backend counted meanwhile
 */
record PhaseResult(List<TaskResult> tasks, long transferBytes, long cpuNs, Metrics metrics) {
    private static final double NS_PER_S = 1e9;

    PhaseResult {
        tasks = List.copyOf(tasks);
    }

    double openSeconds() {
        return span(TaskResult::openStartNs, TaskResult::openStopNs);
    }

    double ioSeconds() {
        return span(TaskResult::ioStartNs, TaskResult::ioStopNs);
    }

    double closeSeconds() {
        return span(TaskResult::closeStartNs, TaskResult::closeStopNs);
    }

    double totalSeconds() {
        return span(TaskResult::openStartNs, TaskResult::closeStopNs);
    }

    long transfers() {
        return tasks.stream().mapToLong(TaskResult::transfers).sum();
    }

    long bytes() {
        return transfers() * transferBytes;
    }

    double bytesPerSecond() {
        return bytes() / totalSeconds();
    }

    double operationsPerSecond() {
        return transfers() / ioSeconds();
    }

    /** Seconds per transfer of the rank for which it is least, as IOR has it: not divided by the queue depth. */
    double latencySeconds() {
        return tasks.stream()
                .filter(task -> task.transfers() > 0)
                .mapToDouble(task -> (task.ioStopNs() - task.ioStartNs()) / NS_PER_S / task.transfers())
                .min()
                .orElse(0);
    }

    /** When the last rank was stopped by the deadline. */
    double stonewallSeconds() {
        return tasks.stream().mapToLong(TaskResult::stonewallNs).max().orElse(0) / NS_PER_S;
    }

    long stonewallBytes() {
        return tasks.stream().mapToLong(TaskResult::stonewallTransfers).sum() * transferBytes;
    }

    long errors() {
        return tasks.stream().mapToLong(TaskResult::errors).sum();
    }

    /** Where the first error of the lowest rank was; empty if there was none. */
    String firstError() {
        return tasks.stream()
                .filter(task -> task.errors() > 0)
                .min(Comparator.comparingInt(TaskResult::rank))
                .map(TaskResult::firstError)
                .orElse("");
    }

    /** How many transfers of each rank's share there are now, by rank of the data. */
    List<Long> transfersByDataRank() {
        List<Long> counts = new ArrayList<>();
        tasks.stream()
                .sorted(Comparator.comparingInt(TaskResult::dataRank))
                .forEach(task -> counts.add(task.transfers()));
        return counts;
    }

    private double span(ToLongFunction<TaskResult> start, ToLongFunction<TaskResult> stop) {
        // The clock may have a negative or wrapped reading, so only differences are compared.
        long origin = start.applyAsLong(tasks.get(0));
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (TaskResult task : tasks) {
            first = Math.min(first, start.applyAsLong(task) - origin);
            last = Math.max(last, stop.applyAsLong(task) - origin);
        }
        return (last - first) / NS_PER_S;
    }
}
