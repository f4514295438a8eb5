package io.stria.server.namespace;

import java.util.function.IntPredicate;
import java.util.function.LongSupplier;

/** What outlives a database connection: the open handles and the clock. On the writer's thread. */
final class Memory {
    final Undo undo;
    final Handles handles;
    final LongSupplier clockMs;
    /**
     * Files with a smaller id are from before the start, and clients that have not come back yet may have them open: until
     * {@link Namespace#recovered} says that they had their time.
     */
    long heldBefore;
    /** Targets that new files had better not use. */
    IntPredicate avoided = number -> false;
    /** Targets that have done all that was sent to them some time ago. */
    IntPredicate awake = number -> true;
    /** Where the next file begins; a hint, so it needs no undo. */
    int nextStart;
    /** File ids that are reserved durably: from here … */
    long nextFileId;
    /** … to before here. */
    long fileIdLimit;

    Memory(Undo undo, LongSupplier clockMs) {
        this.undo = undo;
        this.handles = new Handles(undo);
        this.clockMs = clockMs;
    }

    /** Whether somebody may have a file open who has not been heard of since the start. */
    boolean mayBeHeld(long fileId) {
        return fileId < heldBefore;
    }
}
