package io.stria.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.stria.server.membership.Sessions;
import io.stria.wire.Messages.Orders;
import io.stria.wire.Messages.Poll;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which clients have gone, and when a target is done with them. */
class SessionsTest {
    private static final int TARGET = 3;
    private static final long TIMEOUT_MS = 1000;

    private final EmbeddedChannel time = new EmbeddedChannel();
    private final List<Long> gone = new ArrayList<>();
    private long lastAsOf;
    private Sessions sessions;

    @BeforeEach
    void freezeTime() {
        time.freezeTime();
        sessions = sessions();
    }

    private Sessions sessions() {
        return new Sessions(time.eventLoop(), TIMEOUT_MS, (session, asOf) -> {
            gone.add(session);
            assertThat(asOf).isGreaterThan(lastAsOf);
            lastAsOf = asOf;
        });
    }

    private void pass(long ms) {
        time.advanceTimeBy(ms, TimeUnit.MILLISECONDS);
        time.runScheduledPendingTasks();
    }

    private Orders poll(long asOf, Long... present) {
        return sessions.orders(new Poll(TARGET, List.of(), asOf, List.of(present)), List.of());
    }

    private void come(long session) {
        sessions.connected(session);
    }

    private void leave(long session) {
        sessions.disconnected(session);
        pass(TIMEOUT_MS);
    }

    @Test
    void aClientThatComesBackInTimeHasNotGone() {
        come(1);
        assertThat(sessions.disconnected(1)).isTrue();
        pass(TIMEOUT_MS - 1);
        come(1);
        pass(TIMEOUT_MS);
        come(1);
        assertThat(sessions.disconnected(1)).as("it has another connection").isFalse();
        pass(2 * TIMEOUT_MS);
        assertThat(gone).isEmpty();
        assertThat(sessions.disconnected(4711)).isFalse();
        leave(1);
        assertThat(gone).containsExactly(1L);
    }

    @Test
    void aTargetIsToldToCloseTheConnectionsOfThoseThatHaveGone() {
        sessions.recovered();
        come(1);
        come(2);
        assertThat(poll(0, 1L, 2L).evict()).isEmpty();
        leave(1);
        assertThat(poll(0, 1L, 2L).evict()).containsExactly(1L);
        assertThat(poll(0, 2L, 9L).evict()).as("never heard of").containsExactly(9L);
    }

    @Test
    void aTargetIsDoneWithAClientThatIsGoneWhenItHasHeardOfThatAndDoesNotListItAfterwards() {
        sessions.recovered();
        come(1);
        come(2);
        long before = poll(0, 1L, 2L).asOf();
        leave(1);
        assertThat(lastAsOf).isGreaterThan(before);
        poll(before, 2L);
        assertThat(sessions.doneAsOf(TARGET)).as("asked before it could know").isLessThan(lastAsOf);
        long after = poll(before, 1L, 2L).asOf();
        assertThat(after).isEqualTo(lastAsOf);
        poll(after, 1L, 2L);
        assertThat(sessions.doneAsOf(TARGET)).as("it has not closed them yet").isLessThan(lastAsOf);
        poll(after, 2L);
        assertThat(sessions.doneAsOf(TARGET)).isEqualTo(lastAsOf);
        poll(before, 2L);
        assertThat(sessions.doneAsOf(TARGET)).as("a question that was late").isEqualTo(lastAsOf);
        assertThat(sessions.doneAsOf(TARGET + 1)).as("another target").isLessThan(lastAsOf);
    }

    @Test
    void untilTheRecoveryIsOverNobodyIsTakenForGoneAndNoTargetForDone() {
        long during = poll(0, 1L).asOf();
        assertThat(poll(during, 1L).evict()).isEmpty();
        long recovered = sessions.recovered();
        assertThat(sessions.doneAsOf(TARGET)).isLessThan(recovered);
        Orders orders = poll(during, 1L);
        assertThat(orders.evict()).containsExactly(1L);
        assertThat(sessions.doneAsOf(TARGET)).isLessThan(recovered);
        poll(orders.asOf());
        assertThat(sessions.doneAsOf(TARGET)).isEqualTo(recovered);
    }

    @Test
    void whatATargetWasToldByAnotherLifeOfTheNamespaceCountsForNothing() {
        sessions.recovered();
        for (int life = 0; life < 20; life++) {
            Sessions other = sessions();
            other.recovered();
            long asOf = other.orders(new Poll(TARGET, List.of(), 0, List.of()), List.of())
                    .asOf();
            poll(asOf);
        }
        assertThat(sessions.doneAsOf(TARGET)).isZero();
    }
}
