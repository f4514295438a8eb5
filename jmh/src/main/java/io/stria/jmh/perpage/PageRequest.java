package io.stria.jmh.perpage;

import io.stria.StriaFuture;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The completion anchor of a transfer of pages: each page that has ended counts it down. */
final class PageRequest {
    private static final VarHandle OUTSTANDING;

    static {
        try {
            OUTSTANDING = MethodHandles.lookup().findVarHandle(PageRequest.class, "outstanding", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final StriaFuture<Long> future = new StriaFuture<>();
    private final boolean isWrite;
    private final long length;

    @SuppressWarnings("UnusedVariable") // by its handle
    private volatile int outstanding;

    private volatile boolean isShort;

    PageRequest(boolean isWrite, long length, int pageCount) {
        this.isWrite = isWrite;
        this.length = length;
        this.outstanding = pageCount;
    }

    StriaFuture<Long> future() {
        return future;
    }

    /** Any thread. */
    void pageEnded(Page page) {
        if (!isWrite && page.moved < page.length) {
            isShort = true;
        }
        if ((int) OUTSTANDING.getAndAdd(this, -1) == 1) {
            future.complete(isShort ? 0 : length);
        }
    }
}
