package io.stria.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stria.ErrorCode;
import io.stria.StriaException;
import io.stria.server.membership.Presence;
import io.stria.wire.Messages.Join;
import io.stria.wire.Messages.JoinReply;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** When a target may be served from another place. */
class PresenceTest {
    private static final Join HERE = new Join("cluster", "here:1", List.of("a", "b"));
    private static final Join THERE = new Join("cluster", "there:1", List.of("b"));
    private static final JoinReply NUMBERS = new JoinReply("cluster", List.of(0, 1));

    private final AtomicLong nowNs = new AtomicLong();
    private final Presence presence = new Presence(nowNs::get);

    private void pass(Duration time) {
        nowNs.addAndGet(time.toNanos());
    }

    private void assertRefused(Join join, long session) {
        assertThatThrownBy(() -> presence.check(join, session))
                .isInstanceOfSatisfying(
                        StriaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BUSY))
                .hasMessageContaining("here:1")
                .hasMessageContaining("stop that server first");
    }

    @Test
    void aTargetThatIsNotHeardOfAnyMoreIsSilentUntilItIs() {
        assertThat(presence.isSilent(0)).as("it may not have begun to speak").isFalse();
        presence.heard(0, 1);
        pass(Duration.ofSeconds(9));
        assertThat(presence.isSilent(0)).isFalse();
        pass(Duration.ofSeconds(1));
        assertThat(presence.isSilent(0)).isTrue();
        presence.heard(0, 2);
        assertThat(presence.isSilent(0)).isFalse();
    }

    @Test
    void aTargetThatIsServedIsRefusedToAnotherServerButNotToItsOwn() throws Exception {
        presence.check(HERE, 1);
        presence.joined(HERE, NUMBERS, 1);
        assertRefused(THERE, 2);
        presence.check(HERE, 1);
    }

    @Test
    void itIsFreeWhenItsServerIsGone() throws Exception {
        presence.joined(HERE, NUMBERS, 1);
        presence.gone(1);
        presence.check(THERE, 2);
    }

    @Test
    void aServerOfWhichNothingIsHeardIsGoneThoughItsConnectionStands() throws Exception {
        presence.joined(HERE, NUMBERS, 1);
        pass(Duration.ofSeconds(8));
        presence.heard(1, 1);
        pass(Duration.ofSeconds(8));
        assertRefused(THERE, 2);
        pass(Duration.ofSeconds(3));
        presence.check(THERE, 2);
    }

    @Test
    void whatAnotherSessionSaysOfATargetCountsForNothing() throws Exception {
        presence.joined(HERE, NUMBERS, 1);
        pass(Duration.ofSeconds(8));
        presence.heard(1, 3);
        presence.heard(99, 1);
        pass(Duration.ofSeconds(3));
        presence.check(THERE, 2);
    }

    @Test
    void targetsBesideTheNamespaceAreAlwaysServed() {
        presence.joined(HERE, NUMBERS, Presence.LOCAL);
        pass(Duration.ofDays(1));
        assertRefused(THERE, 2);
    }
}
