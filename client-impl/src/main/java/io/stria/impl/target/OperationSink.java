package io.stria.impl.target;

import io.stria.impl.transfer.Operation;

/** The way to a target. Takes operations. Returns at once and never fails; errors come back through the operation. Safe for many threads. */
public interface OperationSink {

    /** Takes a chain of operations that are linked already, or a single one twice. */
    void submit(Operation first, Operation last);

    /** Runs something on the event loop that takes the operations; if that has ended, at once. */
    void execute(Runnable task);
}
