package io.stria.examples.ior;

import io.stria.examples.cli.UserError;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The transfers of one rank in one phase, handed out one by one until there are no more or time is up. {@link #claim} and
 * {@link #start} may be called by several threads, the rest by the rank's own.
 */
final class Transfers {
    private final Access access;
    private final String file;
    private final int dataRank;
    private final Offsets offsets;
    private final Pattern pattern;
    private final @Nullable Verifier verifier;
    private final AtomicLong next = new AtomicLong();
    private volatile long limit;
    private volatile long startNs;
    /** After the start; 0 for none. */
    private volatile long deadlineNs;

    Transfers(Phase phase, String file, int dataRank, Offsets offsets, Pattern pattern, @Nullable Verifier verifier) {
        this.access = phase.access();
        this.file = file;
        this.dataRank = dataRank;
        this.offsets = offsets;
        this.pattern = pattern;
        this.verifier = verifier;
        this.limit = phase.limit(dataRank, offsets.count());
    }

    /** Sets when transfers are refused: so long after a start. */
    void begin(long start, long deadline) {
        startNs = start;
        deadlineNs = deadline;
    }

    /** Hands out transfers up to this number and without a deadline from now on. */
    void extendTo(long count) {
        limit = Math.min(limit, count);
        deadlineNs = 0;
    }

    /** The number of the next transfer, or −1 if there is none. */
    long claim() {
        if (deadlineNs > 0 && System.nanoTime() - startNs >= deadlineNs) {
            return -1;
        }
        long index = next.getAndIncrement();
        return index < limit ? index : -1;
    }

    /** How many transfers were handed out. */
    long claimed() {
        return Math.min(next.get(), limit);
    }

    /** Begins a transfer in a slot that is free. */
    CompletableFuture<Long> start(OpenFile open, Slot slot, long index) throws IOException {
        slot.offset = offsets.at(index);
        if (access.writes()) {
            pattern.stamp(slot.buffer, dataRank, slot.offset);
            return open.write(slot);
        }
        return open.read(slot);
    }

    /** Looks at a transfer that is done. */
    void finish(Slot slot, long moved) throws UserError {
        if (moved != slot.buffer.bytes()) {
            throw new UserError("file " + file + " ends within or before the transfer at offset " + slot.offset + " ("
                    + Math.max(0, moved) + " of " + slot.buffer.bytes()
                    + " bytes): write it first, with the same -b, -t, -s and -N");
        }
        if (verifier != null) {
            verifier.check(slot.buffer, slot.offset, file);
        }
    }

    long errors() {
        return verifier == null ? 0 : verifier.errors();
    }

    String firstError() {
        return verifier == null ? "" : verifier.first();
    }
}
