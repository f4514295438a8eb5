package io.stria.examples.ior;

import io.stria.examples.cli.UserError;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One rank. Runs on a thread of its own and owns a ring of buffers, which are allocated and touched before anything is
 * timed and used again in every phase.
 *
 * <p>The timed loop keeps the ring full: it starts a transfer in the next slot, after waiting for the one that slot had.
 * So {@code depth} transfers are in flight, completions are taken in the order of submission, and the thread sleeps only
 * when the oldest is not done. Beside that, the loop holds an offset computation per transfer; a clock read with
 * {@code -D}; with the offset pattern one store per 4 KiB written; with {@code -R} the comparison.
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
        Transfers transfers = new Transfers(phase, file, dataRank);
        if (phase.access().writes()) {
            fill(dataRank);
            if (options.filePerProcess || rank == 0) {
                backend.prepare(file);
            }
        }
        team.meet();
        return transfers.run();
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

    /** The transfers of one phase. */
    private final class Transfers {
        private final Access access;
        private final String file;
        private final int dataRank;
        private final Offsets offsets;
        private final @Nullable Verifier verifier;
        private long limit;
        private long issued;
        private long stonewallNs;
        private long stonewallTransfers;

        Transfers(Phase phase, String file, int dataRank) {
            this.access = phase.access();
            this.file = file;
            this.dataRank = dataRank;
            this.offsets = new Offsets(options, dataRank);
            this.limit = phase.limit(dataRank, offsets.count());
            this.verifier = access.checks() && scratch != null ? new Verifier(pattern, dataRank, scratch) : null;
        }

        TaskResult run() throws Exception {
            long openStart = System.nanoTime();
            OpenFile open = backend.open(file, access.writes());
            long openStop = System.nanoTime();
            long ioStart;
            long ioStop;
            long closeStart;
            try {
                meetIfAsked();
                ioStart = System.nanoTime();
                pump(open, ioStart);
                if (access.writes() && options.fsync) {
                    open.sync();
                }
                ioStop = System.nanoTime();
                meetIfAsked();
                closeStart = System.nanoTime();
            } catch (Throwable failure) {
                closeQuietly(open, failure);
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
                    issued,
                    stonewallNs,
                    stonewallTransfers,
                    verifier == null ? 0 : verifier.errors(),
                    verifier == null ? "" : verifier.first());
        }

        private void meetIfAsked() throws Exception {
            if (options.intraTestBarriers) {
                team.meet();
            }
        }

        private void pump(OpenFile open, long startNs) throws Exception {
            long deadlineNs = TimeUnit.SECONDS.toNanos(options.stonewallSeconds);
            issue(open, startNs, deadlineNs);
            if (deadlineNs > 0 && options.directives().stoneWallingWearOut()) {
                // All ranks go on to the number of transfers that the fastest had made when time was up.
                limit = Math.min(limit, team.max(issued));
                issue(open, startNs, 0);
            }
            for (int i = 0; i < slots.length; i++) {
                finish(open, slots[(int) ((issued + i) % slots.length)]);
            }
        }

        private void issue(OpenFile open, long startNs, long deadlineNs) throws Exception {
            int next = (int) (issued % slots.length);
            for (; issued < limit; issued++) {
                if (deadlineNs > 0 && System.nanoTime() - startNs >= deadlineNs) {
                    break;
                }
                Slot slot = slots[next];
                next = next + 1 == slots.length ? 0 : next + 1;
                finish(open, slot);
                start(open, slot, offsets.at(issued));
            }
            if (deadlineNs > 0) {
                stonewallNs = System.nanoTime() - startNs;
                stonewallTransfers = issued;
            }
        }

        private void start(OpenFile open, Slot slot, long offset) throws Exception {
            slot.offset = offset;
            slot.busy = true;
            if (access.writes()) {
                pattern.stamp(slot.buffer, rank, offset);
                open.startWrite(slot);
            } else {
                open.startRead(slot);
            }
        }

        private void finish(OpenFile open, Slot slot) throws Exception {
            if (!slot.busy) {
                return;
            }
            slot.busy = false;
            long moved = open.finish(slot);
            if (moved != slot.buffer.bytes()) {
                throw new UserError("file " + file + " ends within or before the transfer at offset " + slot.offset
                        + " (" + moved + " of " + slot.buffer.bytes()
                        + " bytes): write it first, with the same -b, -t, -s and -N");
            }
            if (verifier != null) {
                verifier.check(slot.buffer, slot.offset, file);
            }
        }

        private void closeQuietly(OpenFile open, Throwable failure) {
            try {
                // Waits for what is in flight, so that no buffer is in use when this rank has left.
                open.close();
            } catch (Exception e) {
                failure.addSuppressed(e);
            }
            for (Slot slot : slots) {
                slot.busy = false;
            }
        }
    }
}
