package io.stria.examples.ior;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One rank. Runs on a thread of its own and owns its buffers, which are allocated and touched before anything is timed
 * and used again in every phase.
 *
 * <p>Between the two clock readings around the transfers of a phase lie: the {@link Flow}; an offset computation per
 * transfer; a clock reading per transfer with {@code -D}; with the offset pattern one store per 4 KiB written; with
 * {@code -R} the comparison; with {@code -e} the sync.
 */
final class Task {
    private final IorOptions options;
    private final Backend backend;
    private final Team team;
    private final Pattern pattern;
    private final int rank;
    private final Slot[] slots;
    private @Nullable Buffer scratch;

    Task(IorOptions options, Backend backend, Team team, Pattern pattern, int rank) {
        this.options = options;
        this.backend = backend;
        this.team = team;
        this.pattern = pattern;
        this.rank = rank;
        this.slots = new Slot[options.depth()];
    }

    /** Allocates the buffers and touches every page of them. */
    void allocate() {
        for (int i = 0; i < slots.length; i++) {
            slots[i] = new Slot(new Buffer(options.transferSize, backend.alignment()));
        }
        fill(rank);
        if (options.checkWrite || options.checkRead) {
            scratch = new Buffer(options.transferSize, backend.alignment());
        }
    }

    private void fill(int dataRank) {
        pattern.fill(slots[0].buffer, dataRank);
        for (int i = 1; i < slots.length; i++) {
            slots[i].buffer.copyFrom(slots[0].buffer);
        }
    }

    /** Takes part in a phase. */
    TaskResult run(Phase phase) throws Exception {
        int dataRank = options.dataRank(phase.access(), rank);
        String file = options.fileOf(dataRank, phase.repetition());
        if (phase.access() == Access.REMOVE) {
            return remove(file);
        }
        Offsets offsets = new Offsets(options, dataRank);
        Verifier verifier =
                phase.access().checks() && scratch != null ? new Verifier(pattern, dataRank, scratch) : null;
        Transfers transfers = new Transfers(phase, file, dataRank, offsets, pattern, verifier);
        if (phase.access().writes()) {
            fill(dataRank);
            if (options.filePerProcess || rank == 0) {
                backend.prepare(file);
            }
        }
        team.meet();
        return transfer(phase.access(), file, dataRank, transfers);
    }

    private TaskResult remove(String file) throws Exception {
        team.meet();
        long start = System.nanoTime();
        if (options.filePerProcess || rank == 0) {
            backend.remove(file);
        }
        long stop = System.nanoTime();
        return new TaskResult(rank, rank, start, start, start, stop, stop, stop, 0, 0, 0, 0, "");
    }

    private TaskResult transfer(Access access, String file, int dataRank, Transfers transfers) throws Exception {
        long openStart = System.nanoTime();
        OpenFile open = backend.open(file, access.writes());
        long openStop = System.nanoTime();
        long ioStart;
        long ioStop;
        long closeStart;
        long stonewallNs;
        long stonewallTransfers;
        try {
            meetIfAsked();
            ioStart = System.nanoTime();
            Flow flow = flow(access);
            transfers.begin(ioStart, TimeUnit.SECONDS.toNanos(options.stonewallSeconds));
            flow.run(open, transfers);
            stonewallNs = options.stonewallSeconds > 0 ? System.nanoTime() - ioStart : 0;
            stonewallTransfers = options.stonewallSeconds > 0 ? transfers.claimed() : 0;
            wearOut(flow, open, transfers);
            if (access.writes() && options.fsync) {
                open.sync();
            }
            ioStop = System.nanoTime();
            meetIfAsked();
            closeStart = System.nanoTime();
        } catch (Throwable failure) {
            closeSuppressed(open, failure);
            throw failure;
        }
        open.close();
        long closeStop = System.nanoTime();
        return new TaskResult(
                rank,
                dataRank,
                openStart,
                openStop,
                ioStart,
                ioStop,
                closeStart,
                closeStop,
                transfers.claimed(),
                stonewallNs,
                stonewallTransfers,
                transfers.errors(),
                transfers.firstError());
    }

    /**
     * Data are compared on the rank's own thread, since an I/O thread has better things to do; and one transfer at a time
     * means blocking calls, as in IOR. Otherwise completions drive the transfers.
     */
    private Flow flow(Access access) {
        return access.checks() || slots.length == 1 ? new Ring(slots) : new Chain(slots);
    }

    /** All ranks go on to the number of transfers that the fastest had made when time was up. */
    private void wearOut(Flow flow, OpenFile open, Transfers transfers) throws Exception {
        if (options.stonewallSeconds > 0 && options.directives().stoneWallingWearOut()) {
            transfers.extendTo(team.max(transfers.claimed()));
            flow.run(open, transfers);
        }
    }

    private void meetIfAsked() throws Exception {
        if (options.intraTestBarriers) {
            team.meet();
        }
    }

    private static void closeSuppressed(OpenFile open, Throwable failure) {
        try {
            // Waits for what is in flight, so that no buffer is in use when this rank has left.
            open.close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }
}
