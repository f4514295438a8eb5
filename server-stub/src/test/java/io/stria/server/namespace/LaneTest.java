package io.stria.server.namespace;

import static io.stria.server.namespace.Fixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stria.ErrorCode;
import io.stria.StriaException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The lane over a store that fails when told to. */
class LaneTest {
    private final SQLException full = new SQLException("full", null, 13);
    private final SQLException corrupt = new SQLException("corrupt", null, 11);

    /** What was done and committed; confined to the lane's thread until the lane is closed. */
    private final List<String> committed = new ArrayList<>();

    private final AtomicInteger stores = new AtomicInteger();
    private final AtomicInteger commits = new AtomicInteger();
    private final AtomicInteger rollbacks = new AtomicInteger();
    private volatile SQLException failNextCommit;

    private final class FakeStore implements Lane.Store {
        final List<String> done = new ArrayList<>();

        @Override
        public void commit() throws SQLException {
            SQLException failure = failNextCommit;
            if (failure != null) {
                failNextCommit = null;
                throw failure;
            }
            commits.incrementAndGet();
            committed.addAll(done);
            done.clear();
        }

        @Override
        public void close() {}
    }

    private final Lane<FakeStore> lane = open();

    private Lane<FakeStore> open() {
        try {
            return new Lane<>(
                    "lane-test",
                    () -> {
                        stores.incrementAndGet();
                        return new FakeStore();
                    },
                    rollbacks::incrementAndGet);
        } catch (StriaException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void close() {
        lane.close();
    }

    /** Holds the lane's thread, so that what is submitted meanwhile becomes one batch. */
    private CountDownLatch hold() throws InterruptedException {
        CountDownLatch holding = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        lane.submit(store -> {
            holding.countDown();
            awaitUninterruptibly(release);
            return null;
        });
        holding.await();
        return release;
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private CompletableFuture<String> write(String what) {
        return lane.submit(doing(what));
    }

    private static Lane.Operation<FakeStore, String> doing(String what) {
        return store -> {
            store.done.add(what);
            return what;
        };
    }

    @Test
    void whatWaitsSharesOneCommit() throws Exception {
        CountDownLatch release = hold();
        List<CompletableFuture<String>> futures = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            futures.add(write("" + i));
        }
        release.countDown();
        futures.forEach(CompletableFuture::join);
        lane.close();
        assertThat(commits).hasValue(2);
        assertThat(committed).hasSize(100);
    }

    @Test
    void nothingIsAnsweredBeforeItIsCommitted() throws Exception {
        CountDownLatch release = hold();
        CompletableFuture<Integer> commitsSeen = write("x").thenApply(done -> commits.get());
        release.countDown();
        assertThat(commitsSeen.join()).isEqualTo(2);
    }

    @Test
    void aRefusalLeavesItsNeighboursAlone() throws Exception {
        CountDownLatch release = hold();
        CompletableFuture<String> before = write("before");
        CompletableFuture<String> refused = lane.submit(store -> {
            throw new StriaException(ErrorCode.NOT_FOUND, "no");
        });
        CompletableFuture<String> after = write("after");
        release.countDown();
        assertThat(before.join()).isEqualTo("before");
        assertRefused(ErrorCode.NOT_FOUND, refused);
        assertThat(after.join()).isEqualTo("after");
        lane.close();
        assertThat(commits).hasValue(2);
        assertThat(rollbacks).hasValue(0);
    }

    @Test
    void anOperationThatBreaksTheTransactionFailsAlone() throws Exception {
        CountDownLatch release = hold();
        CompletableFuture<String> before = write("before");
        CompletableFuture<String> broken = lane.submit(store -> {
            store.done.add("half");
            throw corrupt;
        });
        CompletableFuture<String> bug = lane.submit(store -> {
            throw new IllegalStateException("bug");
        });
        CompletableFuture<String> after = write("after");
        release.countDown();
        before.join();
        assertRefused(ErrorCode.IO_ERROR, broken).hasCause(corrupt);
        assertRefused(ErrorCode.INTERNAL, bug);
        after.join();
        lane.close();
        assertThat(committed).containsExactly("before", "after");
        assertThat(rollbacks).as("of the batch, and of each that failed").hasValue(3);
        assertThat(stores).hasValue(4);
    }

    @Test
    void aCommitThatFailsForLackOfSpaceFailsAllThatWait() throws Exception {
        CountDownLatch release = hold();
        failNextCommit = null;
        CompletableFuture<String> first = write("first");
        CompletableFuture<String> second = lane.submit(store -> {
            failNextCommit = full;
            return "second";
        });
        release.countDown();
        assertRefused(ErrorCode.NO_SPACE, first);
        assertRefused(ErrorCode.NO_SPACE, second);
        assertThat(write("third").join()).isEqualTo("third");
        lane.close();
        assertThat(committed).containsExactly("third");
        assertThat(rollbacks).hasValue(1);
    }

    @Test
    void whatMustBeDoneIsTriedAgainWithWhatComesLater() {
        AtomicBoolean isFull = new AtomicBoolean(true);
        CompletableFuture<String> must = lane.submitUntilDone(store -> {
            if (isFull.get()) {
                throw full;
            }
            store.done.add("must");
            return "must";
        });
        assertRefused(ErrorCode.NO_SPACE, write("meanwhile"));
        assertThat(must).isNotDone();
        isFull.set(false);
        assertThat(write("x").join()).isEqualTo("x");
        assertThat(must).isCompletedWithValue("must");
        lane.close();
        assertThat(committed).containsExactly("must", "x");
    }

    @Test
    void whatGivesBackFailsAtOnceAndIsTriedAgainAllTheSame() {
        AtomicBoolean isFull = new AtomicBoolean(true);
        CompletableFuture<String> back = lane.submitAlways(store -> {
            if (isFull.get()) {
                throw full;
            }
            store.done.add("back");
            return "back";
        });
        assertRefused(ErrorCode.NO_SPACE, back);
        isFull.set(false);
        assertThat(write("x").join()).isEqualTo("x");
        lane.close();
        assertThat(committed).containsExactly("back", "x");
    }

    @Test
    void whatCouldNotBeDoneIsReportedAtTheClose() {
        CompletableFuture<String> must = lane.submitUntilDone(store -> {
            throw full;
        });
        lane.close();
        assertRefused(ErrorCode.NO_SPACE, must);
    }

    @Test
    void tooManyThatWaitAreRefusedButNotThoseThatGiveBack() throws Exception {
        CountDownLatch release = hold();
        List<CompletableFuture<String>> waiting = new ArrayList<>();
        CompletableFuture<String> next = write("x");
        while (!next.isDone()) {
            waiting.add(next);
            next = write("x");
        }
        assertRefused(ErrorCode.BUSY, next);
        assertThat(waiting).hasSize(65_535);
        CompletableFuture<String> back = lane.submitAlways(doing("back"));
        release.countDown();
        assertThat(back.join()).isEqualTo("back");
        assertThat(write("x").join()).isEqualTo("x");
    }

    @Test
    void closeFinishesWhatWaitsAndRefusesTheRest() throws Exception {
        CountDownLatch release = hold();
        CompletableFuture<String> waiting = write("x");
        Thread closer = new Thread(lane::close);
        closer.start();
        while (closer.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        assertRefused(ErrorCode.CLOSED, write("y"));
        release.countDown();
        closer.join();
        assertThat(waiting).isCompletedWithValue("x");
    }

    @Test
    void closeOnTheLanesOwnThreadIsRefused() throws Exception {
        CountDownLatch release = hold();
        CompletableFuture<Void> closed = write("x").thenAccept(done -> lane.close());
        release.countDown();
        assertThatThrownBy(closed::join).hasCauseInstanceOf(IllegalStateException.class);
    }
}
