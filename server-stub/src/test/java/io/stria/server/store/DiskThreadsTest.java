package io.stria.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DiskThreadsTest {
    private static final int SUBMITTERS = 4;
    private static final int OPERATIONS = 5_000;

    /** Counts how often it was completed, and may be submitted again by its completion. */
    private static final class CountingIo extends ObjectIo {
        final AtomicInteger completions = new AtomicInteger();

        @Override
        public void completed() {
            completions.incrementAndGet();
        }
    }

    @Test
    void everyOperationCompletesOnceWhenClosingRacesWithSubmitting() throws Exception {
        for (int round = 0; round < 20; round++) {
            AtomicInteger executed = new AtomicInteger();
            DiskThreads threads = new DiskThreads("test", 2, 1024, io -> executed.incrementAndGet());
            threads.start();
            List<CountingIo> ios = new ArrayList<>();
            List<Thread> submitters = new ArrayList<>();
            for (int s = 0; s < SUBMITTERS; s++) {
                List<CountingIo> mine = new ArrayList<>();
                for (int i = 0; i < 500; i++) {
                    mine.add(new CountingIo());
                }
                ios.addAll(mine);
                Thread submitter = new Thread(() -> mine.forEach(threads::submit));
                submitters.add(submitter);
                submitter.start();
            }
            while (executed.get() < 100 && ios.stream().anyMatch(io -> io.completions.get() == 0)) {
                Thread.onSpinWait();
            }
            threads.close();
            for (Thread submitter : submitters) {
                submitter.join();
            }
            assertThat(ios).allMatch(io -> io.completions.get() == 1);
            long refused = ios.stream().filter(io -> io.error != null).count();
            assertThat(executed.get() + refused).isEqualTo(ios.size());
        }
    }

    @Test
    void noWakeUpIsLost() throws Exception {
        DiskThreads threads = new DiskThreads("test", 2, 16, io -> {});
        threads.start();
        // One at a time: the threads park again and again, and nobody else would wake them.
        for (int i = 0; i < OPERATIONS; i++) {
            StoreDriver.Io io = new StoreDriver.Io();
            threads.submit(io);
            io.await();
        }
        threads.close();
    }

    @Test
    void aCompletionThatThrowsDoesNotEndTheThread() throws Exception {
        DiskThreads threads = new DiskThreads("test", 1, 16, io -> {});
        threads.start();
        threads.submit(new ObjectIo() {
            @Override
            public void completed() {
                throw new IllegalStateException("thrown on purpose");
            }
        });
        StoreDriver.Io io = new StoreDriver.Io();
        threads.submit(io);
        io.await();
        threads.close();
        StoreDriver.Io late = new StoreDriver.Io();
        threads.submit(late);
        assertThat(late.awaitQuietly().error.code()).isEqualTo(ErrorCode.CLOSED);
    }
}
