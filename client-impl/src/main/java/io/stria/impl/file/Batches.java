package io.stria.impl.file;

import io.stria.Counter;
import io.stria.ErrorCode;
import io.stria.Extent;
import io.stria.StriaException;
import io.stria.StriaFuture;
import io.stria.impl.target.ClientCounters;
import io.stria.impl.transfer.BatchFuture;
import io.stria.impl.transfer.Epoch;
import io.stria.impl.transfer.RequestPool;
import io.stria.impl.transfer.TransferFuture;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Many reads or writes in one submission. All of them are sent, or none. The caller's thread only looks whether they may
 * be, and hands the list over; requests are made and cut on the event loop of the first one's target, which is woken
 * anyhow. Any thread.
 */
public final class Batches {
    private static final Comparator<Extent> BY_RANGE = Comparator.<Extent>comparingLong(
                    extent -> ((OpenFile) extent.file()).fileId())
            .thenComparingLong(Extent::offset);

    private final RequestPool pool;
    private final ClientCounters counters;

    /**
     * Makes it.
     *
     * @param pool the client's, by which its files are known
     */
    public Batches(RequestPool pool, ClientCounters counters) {
        this.pool = pool;
        this.counters = counters;
    }

    /** One future for all. */
    public StriaFuture<Long> together(boolean isWrite, List<Extent> list) {
        Extent[] extents = list.toArray(Extent[]::new);
        StriaException refusal = refusal(isWrite, extents);
        if (refusal != null) {
            return TransferFuture.failed(refusal);
        }
        int count = countOfRequests(extents);
        if (count == 0) {
            return TransferFuture.completed(0);
        }
        BatchFuture future = new BatchFuture(count);
        StriaException busy = submit(isWrite, extents, count, i -> future);
        return busy == null ? future : TransferFuture.failed(busy);
    }

    /** A future for each. */
    public List<StriaFuture<Long>> each(boolean isWrite, List<Extent> list) {
        Extent[] extents = list.toArray(Extent[]::new);
        TransferFuture[] futures = new TransferFuture[extents.length];
        Arrays.setAll(
                futures, i -> extents[i].memory().length() > 0 ? new TransferFuture() : TransferFuture.completed(0));
        StriaException refusal = refusal(isWrite, extents);
        if (refusal == null) {
            refusal = submit(isWrite, extents, countOfRequests(extents), i -> futures[i]);
        }
        return refusal == null ? List.of(futures) : Collections.nCopies(extents.length, TransferFuture.failed(refusal));
    }

    private static int countOfRequests(Extent[] extents) {
        int count = 0;
        for (Extent extent : extents) {
            count += extent.memory().length() > 0 ? 1 : 0;
        }
        return count;
    }

    /** Why nothing is sent, or null if all is. */
    private @Nullable StriaException submit(
            boolean isWrite, Extent[] extents, int count, IntFunction<TransferFuture> futures) {
        if (extents.length == 0) {
            return null;
        }
        if (!pool.admit(count, bytes(extents))) {
            counters.add(Counter.REQUESTS_REFUSED, count);
            return new StriaException(
                    ErrorCode.BUSY,
                    verb(isWrite) + " of " + count + " extents refused: " + pool.bounds()
                            + ": wait for a completion and try again, or make the batch smaller");
        }
        counters.add(Counter.REQUESTS, count);
        Epoch[] entered = enter(extents);
        ((OpenFile) extents[0].file()).way(extents[0].offset()).execute(() -> send(isWrite, extents, entered, futures));
        return null;
    }

    /** From now on the barriers of the files know of the batch. */
    private static Epoch[] enter(Extent[] extents) {
        Epoch[] entered = new Epoch[extents.length];
        for (int i = 0; i < extents.length; ) {
            OpenFile file = (OpenFile) extents[i].file();
            int begin = i;
            int requests = 0;
            for (; i < extents.length && extents[i].file() == file; i++) {
                requests += extents[i].memory().length() > 0 ? 1 : 0;
            }
            if (requests > 0) {
                Arrays.fill(entered, begin, i, file.enter(requests));
            }
        }
        return entered;
    }

    private void send(boolean isWrite, Extent[] extents, Epoch[] entered, IntFunction<TransferFuture> futures) {
        Chains chains = new Chains();
        for (int i = 0; i < extents.length; i++) {
            Extent extent = extents[i];
            if (extent.memory().length() > 0) {
                ((OpenFile) extent.file())
                        .submit(
                                pool.take(),
                                isWrite,
                                extent.memory(),
                                extent.offset(),
                                futures.apply(i),
                                entered[i],
                                chains);
            }
        }
        chains.send();
    }

    private static long bytes(Extent[] extents) {
        long bytes = 0;
        for (Extent extent : extents) {
            bytes += extent.memory().length();
        }
        return bytes;
    }

    private @Nullable StriaException refusal(boolean isWrite, Extent[] extents) {
        for (int i = 0; i < extents.length; i++) {
            Extent extent = extents[i];
            StriaException refusal = extent.file() instanceof OpenFile file && file.isOf(pool)
                    ? file.refusal(isWrite, extent.memory(), extent.offset())
                    : notOfThisClient(isWrite, extent);
            if (refusal != null) {
                return new StriaException(
                        refusal.code(), "nothing of the batch was sent, its extent " + i + ": " + refusal.getMessage());
            }
        }
        return isWrite ? overlap(extents) : null;
    }

    private static StriaException notOfThisClient(boolean isWrite, Extent extent) {
        return new StriaException(
                ErrorCode.INVALID_ARGUMENT,
                verb(isWrite) + " refused: its file was opened by another client (path="
                        + extent.file().path() + "): open it with this client");
    }

    /** The order of overlapping writes would be left to chance. */
    private static @Nullable StriaException overlap(Extent[] extents) {
        if (isAscending(extents)) {
            return null;
        }
        Extent[] sorted = extents.clone();
        Arrays.sort(sorted, BY_RANGE);
        Extent before = null;
        for (Extent after : sorted) {
            if (after.memory().length() > 0) {
                if (before != null && reaches(before, after)) {
                    return overlapping(before, after);
                }
                before = after;
            }
        }
        return null;
    }

    /** Whether the extents are all of one file and each begins where the one before ends, or behind. */
    private static boolean isAscending(Extent[] extents) {
        long end = 0;
        for (Extent extent : extents) {
            if (extent.file() != extents[0].file() || extent.offset() < end) {
                return false;
            }
            end = extent.offset() + extent.memory().length();
        }
        return true;
    }

    private static boolean reaches(Extent before, Extent after) {
        return after.offset() < before.offset() + before.memory().length()
                && ((OpenFile) before.file()).fileId() == ((OpenFile) after.file()).fileId();
    }

    private static StriaException overlapping(Extent before, Extent after) {
        return new StriaException(
                ErrorCode.INVALID_ARGUMENT,
                "nothing of the batch was sent, two of its writes overlap (path="
                        + after.file().path() + ", offset=" + before.offset() + ", length="
                        + before.memory().length() + " and offset=" + after.offset() + ", length="
                        + after.memory().length() + "): write them one after the other");
    }

    private static String verb(boolean isWrite) {
        return isWrite ? "writeBatch" : "readBatch";
    }
}
