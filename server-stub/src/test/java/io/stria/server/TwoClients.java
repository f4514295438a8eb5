package io.stria.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.ClientConfig;
import io.stria.ErrorCode;
import io.stria.Stria;
import io.stria.StriaClient;
import io.stria.StriaFuture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Two clients of one cluster and what they must find there, as the steps of a random run share them. */
final class TwoClients {
    static final int COUNT = 2;
    static final int TARGETS = 4;
    static final int STRIPE = 64 << 10;

    private final SessionProxy proxy;
    private final boolean isMortal;
    private final Random random;
    private final Journal journal;
    private final TreeModel tree = new TreeModel();
    private final Member[] members = new Member[COUNT];
    private final List<CompletableFuture<?>> leaving = new ArrayList<>();
    /** Handles that were closed a while ago. */
    private final List<Member.Handle> closed = new ArrayList<>();

    private int made;

    TwoClients(SessionProxy proxy, boolean isMortal, Random random, Journal journal) throws Exception {
        this.proxy = proxy;
        this.isMortal = isMortal;
        this.random = random;
        this.journal = journal;
        for (int i = 0; i < COUNT; i++) {
            members[i] = connect(i);
        }
    }

    /** Whether who vanishes is dead, or only away for a moment. */
    boolean isMortal() {
        return isMortal;
    }

    Random random() {
        return random;
    }

    Journal journal() {
        return journal;
    }

    TreeModel tree() {
        return tree;
    }

    Member member() {
        return members[random.nextInt(COUNT)];
    }

    Member other(Member than) {
        return members[0] == than ? members[1] : members[0];
    }

    List<Member.Handle> handles() {
        List<Member.Handle> all = new ArrayList<>(members[0].handles());
        all.addAll(members[1].handles());
        return all;
    }

    List<Member.Handle> closed() {
        return closed;
    }

    Member.@Nullable Handle handle() {
        return any(handles());
    }

    <T> @Nullable T any(List<T> list) {
        return list.isEmpty() ? null : list.get(random.nextInt(list.size()));
    }

    /** Does what the model says has been done; null if that is an error. */
    <T> @Nullable T agree(@Nullable ErrorCode refusal, StriaFuture<T> future) throws Exception {
        if (refusal == null) {
            return Await.value(future);
        }
        Await.failsWith(refusal, future);
        return null;
    }

    void close(Member.Handle handle) throws Exception {
        journal.note(handle + " close");
        Await.value(handle.file().closeAsync());
        handle.owner().handles().remove(handle);
        closed.add(handle);
        if (closed.size() > 10) {
            closed.remove(0);
        }
    }

    /** A client says good-bye; another comes in its place. */
    void leave(Member member) throws Exception {
        journal.note(member + " closes, with open files " + member.handles());
        Await.value(member.client().closeAsync());
        closed.addAll(member.handles());
        replace(member);
    }

    /** A client dies, and another comes in its place; or it only loses its connections, and comes back. */
    void vanish(Member member) throws Exception {
        if (isMortal) {
            journal.note(member + " dies, with open files " + member.handles());
            proxy.part(member.session());
            leaving.add(member.client().closeAsync());
            replace(member);
        } else {
            journal.note(member + " loses its connections");
            proxy.cut(member.session());
            awaitReturn(member.client());
        }
    }

    private static void awaitReturn(StriaClient client) throws Exception {
        Await.until("the client is back", () -> works(client.stat("/")));
        for (int target = 0; target < TARGETS; target++) {
            int number = target;
            Await.until("the client is back at target " + number, () -> works(client.space(number)));
        }
    }

    private static boolean works(StriaFuture<?> future) throws Exception {
        Await.end(future);
        return !future.isCompletedExceptionally();
    }

    private void replace(Member member) throws Exception {
        int place = members[0] == member ? 0 : 1;
        members[place] = connect(place);
    }

    private Member connect(int place) throws Exception {
        ClientConfig.Builder config = ClientConfig.builder("stria://" + proxy.address() + "/")
                .ioThreads(1)
                .reconnectBackoff(Duration.ofMillis(10));
        if (place == 1) {
            config.maxRpcBytes(STRIPE).maxRpcsInFlight(2).bounceBytes(100_000);
        }
        StriaClient client = Stria.connect(config.build());
        assertThat(Await.value(client.stat("/")).isDirectory()).isTrue();
        return new Member((place == 0 ? "A" : "B") + ++made, client, proxy.newestSession());
    }

    /** Everybody goes, and nobody who has died is still busy with it. */
    void end() throws Exception {
        for (Member member : members) {
            leaving.add(member.client().closeAsync());
        }
        for (CompletableFuture<?> each : leaving) {
            Await.end(each);
        }
    }
}
