package io.stria.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.wire.Messages.Hello;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a connection brings never happens after that of the one that replaces it. */
class SuccessionTest {
    private final Succession succession = new Succession();
    private final List<String> closed = new ArrayList<>();

    private int turn;

    private Succession.Place enter(long group, String name) {
        return enter(group, ++turn, name);
    }

    private Succession.Place enter(long group, int itsTurn, String name) {
        return succession.enter(hello(0, 1, group, itsTurn), () -> closed.add(name));
    }

    private static Hello hello(int service, long session, long group, int turn) {
        return new Hello(1, 1, 0, session, service, 1 << 20, 8, group, turn);
    }

    @Test
    void oneThatArrivesAfterItsSuccessorIsNotLetInAndClosesNobody() {
        Succession.Place second = enter(1, 2, "second");
        assertThat(enter(1, 1, "first")).isNull();
        assertThat(closed).isEmpty();
        second.leave();
    }

    @Test
    void theFirstOfItsGroupIsServedAtOnce() {
        assertThat(enter(1, "a").turn()).isDone();
        assertThat(enter(2, "b").turn()).isDone();
        assertThat(closed).isEmpty();
    }

    @Test
    void theNextOneClosesTheOneBeforeAndWaitsUntilAllThatItBroughtHasEnded() {
        Succession.Place first = enter(1, "first");
        Succession.Place second = enter(1, "second");
        assertThat(closed).containsExactly("first");
        assertThat(second.turn()).isNotDone();
        first.leave();
        assertThat(second.turn()).isDone();
    }

    @Test
    void oneThatGoesBeforeItsTurnDoesNotLetTheNextOneOvertakeTheFirst() {
        Succession.Place first = enter(1, "first");
        Succession.Place second = enter(1, "second");
        Succession.Place third = enter(1, "third");
        second.leave();
        assertThat(third.turn()).isNotDone();
        first.leave();
        assertThat(third.turn()).isDone();
        assertThat(closed).containsExactly("first", "second");
    }

    @Test
    void whoComesAfterAllHaveGoneIsServedAtOnce() {
        Succession.Place first = enter(1, "first");
        first.leave();
        first.leave();
        assertThat(enter(1, "next").turn()).isDone();
        assertThat(closed).isEmpty();
    }

    @Test
    void oneThatWasReplacedAndGoesLateDoesNotTakeItsSuccessorsPlace() {
        Succession.Place first = enter(1, "first");
        Succession.Place second = enter(1, "second");
        first.leave();
        assertThat(second.turn()).isDone();
        Succession.Place third = enter(1, "third");
        assertThat(third.turn()).as("the second is there").isNotDone();
        assertThat(closed).containsExactly("first", "second");
    }

    @Test
    void thoseOfOneTurnStandSideBySideAndTheNextTurnWaitsForAllOfThem() {
        Succession.Place left = enter(1, 1, "left");
        Succession.Place right = enter(1, 1, "right");
        assertThat(right.turn()).isDone();
        assertThat(closed).isEmpty();
        Succession.Place nextLeft = enter(1, 2, "next left");
        assertThat(closed).containsExactlyInAnyOrder("left", "right");
        left.leave();
        Succession.Place nextRight = enter(1, 2, "next right");
        assertThat(enter(1, 1, "late")).isNull();
        assertThat(nextLeft.turn()).isNotDone();
        assertThat(nextRight.turn()).isNotDone();
        right.leave();
        assertThat(nextLeft.turn()).isDone();
        assertThat(nextRight.turn()).isDone();
    }

    @Test
    void oneThatComesBackInATurnThatAllHadLeftIsStillWaitedFor() {
        Succession.Place first = enter(1, 1, "first");
        enter(1, 2, "second").leave();
        Succession.Place again = enter(1, 2, "again");
        first.leave();
        Succession.Place third = enter(1, 3, "third");
        assertThat(third.turn()).isNotDone();
        again.leave();
        assertThat(third.turn()).isDone();
    }

    @Test
    void aSessionIsThereUntilTheLastOfItsConnectionsWithTheServiceHasLeft() {
        Succession.Place old = succession.enter(hello(5, 77, 1, 1), () -> closed.add("old"));
        Succession.Place present = succession.enter(hello(5, 77, 1, 2), () -> closed.add("present"));
        succession.enter(hello(5, 78, 2, 1), () -> closed.add("other session"));
        succession.enter(hello(6, 77, 3, 1), () -> closed.add("other service"));
        assertThat(succession.sessions(5)).containsExactlyInAnyOrder(77L, 78L);
        closed.clear();
        succession.evict(5, List.of(77L, 4711L));
        assertThat(closed).containsExactlyInAnyOrder("old", "present");
        present.leave();
        assertThat(succession.sessions(5))
                .as("the old one brings something yet")
                .contains(77L);
        old.leave();
        assertThat(succession.sessions(5)).containsExactly(78L);
        assertThat(succession.sessions(6)).containsExactly(77L);
        assertThat(succession.sessions(7)).isEmpty();
    }
}
