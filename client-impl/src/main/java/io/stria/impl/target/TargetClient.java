package io.stria.impl.target;

import io.stria.TargetStatistics;
import java.util.concurrent.CompletableFuture;

/**
 * A target reached over the network: one or more lanes, spread over the event loops, that share its window evenly.
 * Operations go to the lanes in turn.
 */
public final class TargetClient implements ObjectTarget {
    private final int number;
    private final Lane[] lanes;
    /** Raced on purpose: a lost count only makes the turns uneven. */
    private int turn;

    public TargetClient(TargetContext context, int number, AddressBook addressBook) {
        this.number = number;
        int count = context.config.connectionsPerTarget();
        int window = (context.config.maxRpcsInFlight() + count - 1) / count;
        LaneGroup group = new LaneGroup(count);
        this.lanes = new Lane[count];
        for (int i = 0; i < count; i++) {
            lanes[i] = new Lane(
                    context,
                    context.loops.group().next(),
                    group,
                    "target " + number,
                    number,
                    addressBook,
                    window,
                    Opening.NONE);
        }
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public OperationSink next() {
        return lanes[lanes.length == 1 ? 0 : (turn++ & Integer.MAX_VALUE) % lanes.length];
    }

    @Override
    public TargetStatistics statistics() {
        RpcStats[] reads = new RpcStats[lanes.length];
        RpcStats[] writes = new RpcStats[lanes.length];
        for (int i = 0; i < lanes.length; i++) {
            reads[i] = lanes[i].readStats();
            writes[i] = lanes[i].writeStats();
        }
        return new TargetStatistics(number, lanes[0].address(), RpcStats.sum(reads), RpcStats.sum(writes));
    }

    @Override
    public CompletableFuture<Void> closeAsync() {
        CompletableFuture<?>[] closing = new CompletableFuture<?>[lanes.length];
        for (int i = 0; i < lanes.length; i++) {
            closing[i] = lanes[i].closeAsync();
        }
        return CompletableFuture.allOf(closing);
    }
}
