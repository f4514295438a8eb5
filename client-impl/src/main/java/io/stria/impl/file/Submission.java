package io.stria.impl.file;

import io.stria.impl.target.ObjectTarget;
import io.stria.impl.transfer.Operation;

/** How operations get to their targets. */
@FunctionalInterface
interface Submission {
    /** Each at once, with a wake-up if its lane sleeps. */
    Submission AT_ONCE = (target, operation) -> target.submit(operation);

    void add(ObjectTarget target, Operation operation);
}
