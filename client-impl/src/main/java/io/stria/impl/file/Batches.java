package io.stria.impl.file;

import io.stria.Counter;
import io.stria.ErrorCode;
import io.stria.Extent;
import io.stria.StriaException;
import io.stria.StriaFuture;
import io.stria.impl.target.ClientCounters;
import io.stria.impl.transfer.BatchFuture;
import io.stria.impl.transfer.Request;
import io.stria.impl.transfer.RequestPool;
import io.stria.impl.transfer.TransferFuture;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Many reads or writes in one submission. All of them are sent, or none. Any thread. */
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
        int count = countOfRequests(extents);
        StriaException refusal = refusal(isWrite, extents);
        if (refusal != null) {
            return TransferFuture.failed(refusal);
        }
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
        for (int i = 0; i < extents.length; i++) {
            futures[i] = extents[i].memory().length() == 0 ? TransferFuture.completed(0) : new TransferFuture();
        }
        StriaException refusal = refusal(isWrite, extents);
        if (refusal == null) {
            refusal = submit(isWrite, extents, countOfRequests(extents), i -> futures[i]);
        }
        return refusal == null
                ? List.of(futures)
                : Collections.nCopies(extents.length, TransferFuture.failed(refusal)).stream()
                        .<StriaFuture<Long>>map(failed -> failed)
                        .toList();
    }

    private static int countOfRequests(Extent[] extents) {
        int count = 0;
        for (Extent extent : extents) {
            count += extent.memory().length() > 0 ? 1 : 0;
        }
        return count;
    }

    /** Why nothing is sent, or null if all was. */
    private @Nullable StriaException submit(
            boolean isWrite, Extent[] extents, int count, IntFunction<TransferFuture> futures) {
        Request[] requests = new Request[count];
        if (!pool.acquireAll(requests, bytes(extents))) {
            counters.add(Counter.REQUESTS_REFUSED, count);
            return new StriaException(
                    ErrorCode.BUSY,
                    verb(isWrite) + " of " + count + " extents refused: " + pool.bounds()
                            + ": wait for a completion and try again, or make the batch smaller");
        }
        counters.add(Counter.REQUESTS, count);
        Chains chains = new Chains();
        int next = 0;
        for (int i = 0; i < extents.length; i++) {
            Extent extent = extents[i];
            if (extent.memory().length() > 0) {
                OpenFile file = (OpenFile) extent.file();
                file.submit(requests[next++], isWrite, extent.memory(), extent.offset(), futures.apply(i), chains);
            }
        }
        chains.send();
        return null;
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
        Extent[] sorted = extents;
        for (int i = 1; i < extents.length; i++) {
            if (BY_RANGE.compare(extents[i - 1], extents[i]) > 0) {
                sorted = extents.clone();
                Arrays.sort(sorted, BY_RANGE);
                break;
            }
        }
        for (int i = 1; i < sorted.length; i++) {
            Extent before = sorted[i - 1];
            Extent after = sorted[i];
            long end = before.offset() + before.memory().length();
            if (after.offset() < end
                    && after.memory().length() > 0
                    && ((OpenFile) before.file()).fileId() == ((OpenFile) after.file()).fileId()) {
                return new StriaException(
                        ErrorCode.INVALID_ARGUMENT,
                        "nothing of the batch was sent, two of its writes overlap (path="
                                + after.file().path() + ", offset=" + before.offset() + ", length="
                                + before.memory().length() + " and offset=" + after.offset() + ", length="
                                + after.memory().length() + "): write them one after the other");
            }
        }
        return null;
    }

    private static String verb(boolean isWrite) {
        return isWrite ? "writeBatch" : "readBatch";
    }
}
