package io.stria.impl.file;

import io.stria.impl.target.ObjectTarget;
import io.stria.impl.target.OperationSink;
import io.stria.impl.transfer.Operation;
import io.stria.impl.transfer.OperationQueue;
import java.util.IdentityHashMap;

/** Collects operations, and hands them over as one chain for each lane, with one wake-up. For one thread, once. */
final class Chains implements Submission {
    private final IdentityHashMap<OperationSink, Chain> chains = new IdentityHashMap<>();

    private static final class Chain {
        final Operation first;
        Operation last;

        Chain(Operation first) {
            this.first = first;
            this.last = first;
        }
    }

    @Override
    public void add(ObjectTarget target, Operation operation) {
        OperationSink sink = target.next();
        Chain chain = chains.get(sink);
        if (chain == null) {
            chains.put(sink, new Chain(operation));
        } else {
            OperationQueue.link(chain.last, operation);
            chain.last = operation;
        }
    }

    void send() {
        chains.forEach((sink, chain) -> sink.submit(chain.first, chain.last));
    }
}
