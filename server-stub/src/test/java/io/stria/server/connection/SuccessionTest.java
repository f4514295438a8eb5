package io.stria.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a connection brings never happens after that of the one that replaces it. */
class SuccessionTest {
    private final Succession succession = new Succession();
    private final List<String> closed = new ArrayList<>();

    private int turn;

    private Succession.Place enter(long lane, String name) {
        return succession.enter(lane, ++turn, () -> closed.add(name));
    }

    @Test
    void oneThatArrivesAfterItsSuccessorIsNotLetInAndClosesNobody() {
        Succession.Place second = succession.enter(1, 2, () -> closed.add("second"));
        assertThat(succession.enter(1, 1, () -> closed.add("first"))).isNull();
        assertThat(closed).isEmpty();
        second.leave();
    }

    @Test
    void theFirstOfItsLaneIsServedAtOnce() {
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
}
