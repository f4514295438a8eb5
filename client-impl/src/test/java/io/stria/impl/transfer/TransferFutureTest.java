package io.stria.impl.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TransferFutureTest {
    @Test
    void releasedFollowsTheMemoryAndNotTheOutcome() {
        TransferFuture future = new TransferFuture();
        CompletableFuture<?> early = future.released();
        future.cancel(false);
        CompletableFuture<?> between = future.released();
        assertThat(early).isNotDone();
        assertThat(between).isNotDone();
        future.requestEnded(null, null);
        assertThat(early).isCompletedWithValue(null);
        assertThat(between).isCompletedWithValue(null);
        assertThat(future.released()).isCompletedWithValue(null);
    }

    @Test
    void whoeverAsksAfterwardsIsAnsweredAtOnceAndWithAFutureOfItsOwn() {
        TransferFuture one = new TransferFuture();
        TransferFuture other = new TransferFuture();
        one.requestEnded(null, null);
        other.requestEnded(null, null);
        assertThat(one.released()).isCompletedWithValue(null);
        assertThat(one.released()).isNotSameAs(other.released());
    }

    @Test
    void markingItReleasedTwiceDoesNoHarm() {
        TransferFuture future = new TransferFuture();
        CompletableFuture<?> asked = future.released();
        future.requestEnded(null, null);
        future.requestEnded(null, null);
        assertThat(asked).isCompletedWithValue(null);
        assertThat(future.released()).isCompletedWithValue(null);
    }

    @Test
    void noQuestionThatRacesWithTheReleaseStaysUnanswered() throws Exception {
        int rounds = 5000;
        TransferFuture[] futures = new TransferFuture[rounds];
        CompletableFuture<?>[] answers = new CompletableFuture<?>[2 * rounds];
        for (int i = 0; i < rounds; i++) {
            futures[i] = new TransferFuture();
        }
        CyclicBarrier together = new CyclicBarrier(3);
        Thread[] askers = new Thread[2];
        for (int t = 0; t < 2; t++) {
            int mine = t;
            askers[t] = new Thread(() -> {
                meet(together);
                for (int i = 0; i < rounds; i++) {
                    answers[2 * i + mine] = futures[i].released();
                }
            });
            askers[t].start();
        }
        meet(together);
        for (TransferFuture future : futures) {
            future.requestEnded(null, null);
        }
        for (Thread asker : askers) {
            asker.join();
        }
        assertThat(answers).allSatisfy(answer -> assertThat(answer).isDone());
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(1, TimeUnit.MINUTES);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
