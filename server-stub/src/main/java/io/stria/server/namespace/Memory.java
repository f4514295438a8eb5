package io.stria.server.namespace;

import java.util.function.IntPredicate;
import java.util.function.LongSupplier;

/** What outlives a database connection: the open handles and the clock. On the writer's thread. */
final class Memory {
    final Undo undo;
    final Handles handles;
    final LongSupplier clockMs;
    final Settling settling = new Settling();
    /** Targets that new files had better not use. */
    IntPredicate avoided = number -> false;
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
}
