package io.stria.impl.namespace;

import io.stria.impl.target.Opening;
import io.stria.impl.transfer.Call;
import io.stria.wire.Messages.Held;
import io.stria.wire.Messages.Reopen;
import io.stria.wire.Opcode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The handles that this client holds. The namespace server keeps them in its memory and ends those of a client that
 * stays away too long; so each new connection begins with telling them again. Safe for any thread.
 */
final class HeldHandles implements Opening {
    private static final Logger LOG = LoggerFactory.getLogger(HeldHandles.class);

    private final ConcurrentSkipListMap<Long, Held> handles = new ConcurrentSkipListMap<>();
    private volatile boolean isUsed;

    /** An open is about to be sent: from now on the server may know a handle that we do not. */
    void expected() {
        if (!isUsed) {
            isUsed = true;
        }
    }

    void add(Held handle) {
        handles.put(handle.number(), handle);
    }

    void remove(long number) {
        handles.remove(number);
    }

    @Override
    public boolean isNeeded() {
        return !handles.isEmpty();
    }

    @Override
    public List<Call> calls() {
        return isUsed
                ? pages(Reopen.MAX_HANDLES).stream().map(HeldHandles::call).toList()
                : List.of();
    }

    /** All numbers there are, in ranges that hold at most so many handles. */
    List<Reopen> pages(int limit) {
        List<Reopen> pages = new ArrayList<>();
        long first = Long.MIN_VALUE;
        List<Held> page = new ArrayList<>();
        for (Held handle : handles.values()) {
            if (page.size() == limit) {
                pages.add(new Reopen(first, handle.number() - 1, page));
                first = handle.number();
                page = new ArrayList<>();
            }
            page.add(handle);
        }
        pages.add(new Reopen(first, Long.MAX_VALUE, page));
        return pages;
    }

    private static Call call(Reopen page) {
        Call call = Call.withBody(
                Opcode.REOPEN, "reopen", "handles=" + page.handles().size(), page.toBytes());
        call.reply().whenComplete((reply, error) -> {
            if (error != null) {
                // If the connection is lost the next one begins with it again.
                LOG.warn("open files not told to the namespace: {}", error.getMessage());
            }
        });
        return call;
    }
}
