package io.stria.examples.ior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stria.ErrorCode;
import io.stria.StriaException;
import io.stria.examples.cli.Failures;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FlowTest {
    private static final int DEPTH = 4;
    private static final int TRANSFER = 4096;

    private final ExecutorService completer = Executors.newFixedThreadPool(2);

    @AfterEach
    void stop() {
        completer.shutdownNow();
    }

    /** A file that only remembers where it was written; completes at once or from another thread. */
    private final class FakeFile implements OpenFile {
        final ConcurrentLinkedQueue<Long> offsets = new ConcurrentLinkedQueue<>();
        final AtomicInteger inFlight = new AtomicInteger();
        final AtomicInteger greatest = new AtomicInteger();
        boolean atOnce;
        long failAt = -1;

        @Override
        public CompletableFuture<Long> write(Slot slot) {
            long offset = slot.offset;
            greatest.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
            CompletableFuture<Long> future = new CompletableFuture<>();
            if (atOnce) {
                complete(future, offset);
            } else {
                completer.execute(() -> complete(future, offset));
            }
            return future;
        }

        private void complete(CompletableFuture<Long> future, long offset) {
            inFlight.decrementAndGet();
            if (offset == failAt) {
                future.completeExceptionally(new StriaException(ErrorCode.NO_SPACE, "no space"));
                return;
            }
            offsets.add(offset);
            future.complete((long) TRANSFER);
        }

        @Override
        public CompletableFuture<Long> read(Slot slot) {
            return write(slot);
        }

        @Override
        public void sync() {}

        @Override
        public void close() {}
    }

    private static Slot[] slots() {
        Slot[] slots = new Slot[DEPTH];
        for (int i = 0; i < DEPTH; i++) {
            slots[i] = new Slot(new Buffer(TRANSFER, 8));
        }
        return slots;
    }

    private static Transfers transfers(String line, List<Long> limits) throws Exception {
        IorOptions options = Options.line(line);
        return new Transfers(
                new Phase(Access.WRITE, 0, limits),
                "F",
                0,
                new Offsets(options, 0),
                new Pattern(Pattern.Packet.OFFSET, 0),
                null);
    }

    private static List<Function<Slot[], Flow>> flows() {
        return List.of(Ring::new, Chain::new);
    }

    @Test
    void everyTransferIsMadeOnceWithTheRingFullAndNotFuller() throws Exception {
        for (Function<Slot[], Flow> flow : flows()) {
            for (boolean atOnce : new boolean[] {false, true}) {
                FakeFile file = new FakeFile();
                file.atOnce = atOnce;
                Transfers transfers = transfers("-w -t 4k -b 80m", List.of());
                flow.apply(slots()).run(file, transfers);
                assertThat(transfers.claimed()).isEqualTo(20_480);
                assertThat(file.offsets).hasSize(20_480);
                assertThat(new TreeSet<>(file.offsets)).hasSize(20_480).endsWith(20_479L * TRANSFER);
                assertThat(file.greatest.get()).isBetween(1, DEPTH);
            }
        }
    }

    @Test
    void limitsAndDeadlinesEndItAndItCanBeExtended() throws Exception {
        for (Function<Slot[], Flow> flow : flows()) {
            Slot[] slots = slots();
            FakeFile file = new FakeFile();
            Transfers limited = transfers("-w -t 4k -b 1m", List.of(10L));
            flow.apply(slots).run(file, limited);
            assertThat(limited.claimed()).isEqualTo(10);

            Transfers expired = transfers("-w -t 4k -b 1m", List.of());
            expired.begin(System.nanoTime() - 1000, 1);
            flow.apply(slots).run(file, expired);
            assertThat(expired.claimed()).isZero();
            expired.extendTo(7);
            flow.apply(slots).run(file, expired);
            assertThat(expired.claimed()).isEqualTo(7);
            assertThat(file.offsets).hasSize(17);
        }
    }

    @Test
    void theFirstFailureEndsItAfterWhatIsInFlight() throws Exception {
        for (Function<Slot[], Flow> flow : flows()) {
            FakeFile file = new FakeFile();
            file.failAt = 20L * TRANSFER;
            Transfers transfers = transfers("-w -t 4k -b 80m", List.of());
            assertThatThrownBy(() -> flow.apply(slots()).run(file, transfers))
                    .satisfies(failure -> assertThat(Failures.sentence(failure)).isEqualTo("no space"));
            assertThat(transfers.claimed()).isLessThan(20_480);
        }
    }

    @Test
    void aShortTransferIsAFailure() throws Exception {
        for (Function<Slot[], Flow> flow : flows()) {
            Slot[] large = new Slot[] {new Slot(new Buffer(2 * TRANSFER, 8))};
            assertThatThrownBy(() -> flow.apply(large).run(new FakeFile(), transfers("-w -t 8k -b 1m", List.of())))
                    .satisfies(failure -> assertThat(Failures.sentence(failure))
                            .startsWith("file F ends within or before the transfer at offset 0 (4096 of 8192 bytes)"));
        }
    }
}
