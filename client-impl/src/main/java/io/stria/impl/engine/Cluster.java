package io.stria.impl.engine;

import io.stria.ErrorCode;
import io.stria.StriaException;
import io.stria.TargetSpace;
import io.stria.TargetStatistics;
import io.stria.impl.namespace.NamespaceService;
import io.stria.impl.target.AddressBook;
import io.stria.impl.target.ObjectTarget;
import io.stria.impl.target.TargetClient;
import io.stria.impl.target.TargetContext;
import io.stria.impl.transfer.Call;
import io.stria.wire.Messages;
import io.stria.wire.Opcode;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** The targets of a cluster: their addresses as the namespace tells them, and the ways to those in use. */
final class Cluster {
    private static final byte[] NOTHING = {};

    private final TargetContext context;
    private final NamespaceService namespace;
    private final Map<Integer, String> addresses = new ConcurrentHashMap<>();
    private final Map<Integer, TargetClient> targets = new ConcurrentHashMap<>();
    private final AtomicBoolean isRefreshing = new AtomicBoolean();

    Cluster(TargetContext context, NamespaceService namespace) {
        this.context = context;
        this.namespace = namespace;
    }

    /** The targets of these numbers; asks the namespace if one is new. */
    CompletableFuture<ObjectTarget[]> targets(List<Integer> numbers) {
        if (addresses.keySet().containsAll(numbers)) {
            return CompletableFuture.completedFuture(toTargets(numbers));
        }
        return refresh().thenApply(table -> toTargets(numbers));
    }

    /** Asks the namespace for the targets there are. */
    CompletableFuture<Messages.TargetTable> refresh() {
        return namespace.targets().thenApply(table -> {
            table.targets().forEach(target -> addresses.put(target.number(), target.address()));
            return table;
        });
    }

    /** Asks a target for its space. */
    CompletableFuture<TargetSpace> space(int number) {
        return targets(List.of(number)).thenCompose(found -> {
            Call call = Call.withBody(Opcode.SPACE, "space", "target=" + number, NOTHING);
            found[0].submit(call);
            return call.decoded(Messages.Space::read, () -> addresses.getOrDefault(number, "target"))
                    .thenApply(space -> new TargetSpace(number, space.totalBytes(), space.usableBytes()));
        });
    }

    private ObjectTarget[] toTargets(List<Integer> numbers) {
        return numbers.stream().map(this::target).toArray(ObjectTarget[]::new);
    }

    private ObjectTarget target(int number) {
        if (!addresses.containsKey(number)) {
            throw new CompletionException(new StriaException(
                    ErrorCode.UNREACHABLE, "target " + number + " has not joined the cluster: start its server"));
        }
        return targets.computeIfAbsent(number, n -> new TargetClient(context, n, addressBook(n)));
    }

    /** The address as last heard; when nobody answers there, the namespace may know a new one. */
    private AddressBook addressBook(int number) {
        return new AddressBook() {
            @Override
            public List<InetSocketAddress> addresses() {
                return List.of(AddressBook.parse(addresses.getOrDefault(number, "")));
            }

            @Override
            public void unreachable() {
                refreshOnce();
            }
        };
    }

    /** Asks again, once for all targets that are missing it meanwhile. */
    private void refreshOnce() {
        if (isRefreshing.compareAndSet(false, true)) {
            refresh().whenComplete((table, error) -> isRefreshing.set(false));
        }
    }

    List<TargetStatistics> statistics() {
        return targets.values().stream()
                .map(TargetClient::statistics)
                .sorted(Comparator.comparingInt(TargetStatistics::target))
                .toList();
    }

    CompletableFuture<Void> closeAsync() {
        List<CompletableFuture<Void>> closing = new ArrayList<>();
        targets.values().forEach(target -> closing.add(target.closeAsync()));
        return CompletableFuture.allOf(closing.toArray(CompletableFuture<?>[]::new));
    }
}
