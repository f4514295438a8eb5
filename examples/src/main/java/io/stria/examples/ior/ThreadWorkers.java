package io.stria.examples.ior;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Ranks as threads of this process, which share one backend. */
final class ThreadWorkers implements Workers {
    private final IorOptions options;
    private final Backend backend;
    private final Team team;
    private final List<Task> tasks = new ArrayList<>();
    private final ExecutorService threads;
    private final AtomicReference<@Nullable Throwable> firstFailure = new AtomicReference<>();

    /**
     * Makes ranks {@code firstRank} … {@code firstRank + ranks − 1}.
     *
     * @param signature of the data, the same for all ranks
     * @param upstream where the other ranks are met
     */
    private ThreadWorkers(
            IorOptions options, Backend backend, int firstRank, int ranks, long signature, Team.Upstream upstream)
            throws Exception {
        this.options = options;
        this.backend = backend;
        this.team = new Team(ranks, upstream);
        Pattern pattern = new Pattern(options.packet(), signature);
        for (int rank = firstRank; rank < firstRank + ranks; rank++) {
            tasks.add(new Task(options, backend, team, pattern, rank));
        }
        this.threads = Executors.newFixedThreadPool(ranks);
    }

    /**
     * Makes them and has every rank allocate its buffers, on its own thread so that they are near to it. Takes over the
     * backend, also when that fails.
     */
    static ThreadWorkers start(
            IorOptions options, Backend backend, int firstRank, int ranks, long signature, Team.Upstream upstream)
            throws Exception {
        ThreadWorkers workers = new ThreadWorkers(options, backend, firstRank, ranks, signature, upstream);
        try {
            workers.onAll(task -> () -> {
                task.allocate();
                return true;
            });
            return workers;
        } catch (Throwable failure) {
            workers.close();
            throw failure;
        }
    }

    @Override
    public PhaseResult run(Phase phase) throws Exception {
        long cpuBefore = cpuNs();
        Metrics before = backend.metrics();
        List<TaskResult> results = onAll(task -> () -> task.run(phase));
        return new PhaseResult(
                results,
                options.transferSize,
                cpuNs() - cpuBefore,
                backend.metrics().since(before));
    }

    private interface Work<T> {
        Callable<T> of(Task task);
    }

    private <T> List<T> onAll(Work<T> work) throws Exception {
        List<Callable<T>> calls = new ArrayList<>();
        for (Task task : tasks) {
            calls.add(() -> orLeave(work.of(task)));
        }
        List<T> results = new ArrayList<>();
        for (Future<T> future : threads.invokeAll(calls)) {
            try {
                results.add(future.get());
            } catch (ExecutionException e) {
                throw cause(e);
            }
        }
        return results;
    }

    /** The first failure is the cause of all others: ranks that wait for the failed one find the team broken up. */
    private <T> T orLeave(Callable<T> call) throws Exception {
        try {
            return call.call();
        } catch (Throwable failure) {
            firstFailure.compareAndSet(null, failure);
            team.leave();
            throw failure;
        }
    }

    private Exception cause(ExecutionException anyFailure) {
        Throwable first = firstFailure.get();
        if (first instanceof Exception exception) {
            return exception;
        }
        return first == null ? anyFailure : new ExecutionException(first);
    }

    private static long cpuNs() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    @Override
    public String statistics() {
        return backend.statistics();
    }

    @Override
    public void close() throws IOException {
        threads.shutdownNow();
        backend.close();
    }
}
