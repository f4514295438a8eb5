package io.stria.jmh.perpage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/** A page of a transfer, with all that is kept for each page by itself. */
final class Page {
    private static final VarHandle REFERENCES;

    static {
        try {
            REFERENCES = MethodHandles.lookup().findVarHandle(Page.class, "references", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final PageRequest request;
    final int stripe;
    final long objectOffset;
    final ByteBuffer segment;
    final int segmentOffset;
    final int length;
    final long submittedNs;
    int moved;

    /** The request holds one reference until the page has ended; whoever else works on the page, one more. */
    @SuppressWarnings("UnusedVariable") // by its handle
    private volatile int references = 1;

    Page(
            PageRequest request,
            int stripe,
            long objectOffset,
            ByteBuffer segment,
            int segmentOffset,
            int length,
            long submittedNs) {
        this.request = request;
        this.stripe = stripe;
        this.objectOffset = objectOffset;
        this.segment = segment;
        this.segmentOffset = segmentOffset;
        this.length = length;
        this.submittedNs = submittedNs;
    }

    void get() {
        REFERENCES.getAndAdd(this, 1);
    }

    void put() {
        if ((int) REFERENCES.getAndAdd(this, -1) == 1) {
            request.pageEnded(this);
        }
    }
}
