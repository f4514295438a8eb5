package io.stria.impl.target;

import io.stria.impl.transfer.Operation;

/** Takes operations. Returns at once and never fails; errors come back through the operation. Safe for many threads. */
public interface OperationSink {

    /** Takes a chain of operations that are linked already, or a single one twice. */
    void submit(Operation first, Operation last);
}
