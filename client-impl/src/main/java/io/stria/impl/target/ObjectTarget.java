package io.stria.impl.target;

import io.stria.TargetStatistics;
import io.stria.impl.transfer.Operation;
import java.util.concurrent.CompletableFuture;

/** A place that holds objects: what an engine supplies. Submitting returns at once and never fails; errors come back
 * through the operation. Safe for many threads. */
public interface ObjectTarget {

    /** Its permanent number. */
    int number();

    /** Where its next operation goes. */
    OperationSink next();

    /** Takes an operation. */
    default void submit(Operation operation) {
        next().submit(operation, operation);
    }

    /** What its RPCs looked like. */
    TargetStatistics statistics();

    /** Fails what is pending and lets go of everything. */
    CompletableFuture<Void> closeAsync();
}
