package io.stria.examples.ior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TeamTest {
    private static final int RANKS = 4;

    private final ExecutorService threads = Executors.newFixedThreadPool(RANKS);

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void allRanksLearnTheGreatestValueRoundAfterRound() throws Exception {
        List<Long> upstream = new ArrayList<>();
        Team team = new Team(RANKS, own -> {
            upstream.add(own);
            return own + 100;
        });
        List<Callable<List<Long>>> ranks = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            long own = rank;
            ranks.add(() -> List.of(team.max(own), team.max(10 * own), team.max(-own)));
        }
        for (Future<List<Long>> learned : threads.invokeAll(ranks, 10, TimeUnit.SECONDS)) {
            assertThat(learned.get()).containsExactly(103L, 130L, 100L);
        }
        assertThat(upstream).containsExactly(3L, 30L, 0L);
    }

    @Test
    void whenOneLeavesTheOthersDoNotWaitForIt() throws Exception {
        Team team = new Team(2, own -> own);
        Future<?> waiting = threads.submit(() -> {
            team.meet();
            return true;
        });
        team.leave();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThatThrownBy(() -> waiting.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(BrokenBarrierException.class);
        assertThatThrownBy(team::meet).isInstanceOf(BrokenBarrierException.class);
        team.leave();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
}
