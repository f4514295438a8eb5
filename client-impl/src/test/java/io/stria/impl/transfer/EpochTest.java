package io.stria.impl.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.Memory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class EpochTest {
    private final List<Request> sent = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private final Epoch first = Epoch.first();

    private static Request request(Epoch epoch) {
        Request request = new Request();
        request.set(new Recorder(), true, 0, Memory.of(), 0, new TransferFuture());
        request.epoch(epoch);
        return request;
    }

    private Request enter(Epoch epoch) {
        assertThat(epoch.enter()).isTrue();
        Request request = request(epoch);
        if (!epoch.holds(request)) {
            sent.add(request);
        }
        return request;
    }

    @Test
    void whatComesBeforeTheFirstBarrierIsSentAtOnce() {
        Request one = enter(first);
        Request two = enter(first);
        assertThat(sent).containsExactly(one, two);
        assertThat(first.isHolding()).isFalse();
    }

    @Test
    void aBarrierStartsWhenTheLastOneInFrontOfItHasLeft() {
        enter(first);
        enter(first);
        first.seal(() -> events.add("barrier"));
        first.leave();
        assertThat(events).isEmpty();
        first.leave();
        assertThat(events).containsExactly("barrier");
    }

    @Test
    void aBarrierWithNobodyInFrontOfItStartsAtOnce() {
        enter(first);
        first.leave();
        first.seal(() -> events.add("barrier"));
        assertThat(events).containsExactly("barrier");
    }

    @Test
    void nobodyEntersASealedEpoch() {
        enter(first);
        first.seal(() -> {});
        assertThat(first.enter()).isFalse();
        first.leave();
        assertThat(first.enter()).isFalse();
    }

    @Test
    void aGateLetsNobodyThroughUntilItOpensAndThenEverybodyInTheOrderTheyCame() {
        Epoch held = first.successor(true);
        assertThat(held.isHolding()).isTrue();
        List<Request> waiting = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            waiting.add(enter(held));
        }
        assertThat(sent).isEmpty();
        held.open(sent::add);
        assertThat(sent).isEqualTo(waiting);
        assertThat(waiting).allMatch(request -> request.nextHeld == null);
        Request later = enter(held);
        assertThat(sent).last().isSameAs(later);
    }

    @Test
    void anEpochBehindASyncLetsEverybodyThrough() {
        enter(first);
        Epoch next = first.successor(false);
        first.seal(() -> events.add("sync"));
        Request overtaking = enter(next);
        assertThat(sent).contains(overtaking);
        assertThat(events).isEmpty();
    }

    @Test
    void openingAnOpenGateDoesNothing() {
        Epoch next = first.successor(false);
        next.open(sent::add);
        next.open(sent::add);
        enter(next);
        assertThat(sent).hasSize(1);
    }

    @Test
    void barriersRunInTheOrderTheyWereSubmitted() {
        enter(first);
        Epoch second = first.successor(false);
        first.seal(() -> events.add("one"));
        Epoch third = second.successor(true);
        second.seal(() -> events.add("two"));
        Epoch fourth = third.successor(false);
        third.seal(() -> events.add("three"));
        assertThat(events).isEmpty();
        first.leave();
        assertThat(events).containsExactly("one"); // two waits for the work of one
        second.leave();
        assertThat(events).containsExactly("one", "two");
        third.leave();
        assertThat(events).containsExactly("one", "two", "three");
        assertThat(fourth.enter()).isTrue();
    }

    @Test
    void whatFollowsATruncateIsHeldBackAlsoBehindASyncThatCameBetween() {
        enter(first); // the truncate waits for this one
        Epoch behindTruncate = first.successor(true);
        first.seal(() -> events.add("truncate"));
        Request before = enter(behindTruncate); // and the sync for this one
        Epoch behindSync = behindTruncate.successor(false);
        behindTruncate.seal(() -> events.add("sync"));
        Request behind = enter(behindSync);
        assertThat(behindSync.isHolding()).isTrue();
        first.leave();
        assertThat(events).containsExactly("truncate");
        assertThat(sent).hasSize(1);
        behindTruncate.open(sent::add);
        behindTruncate.leave();
        assertThat(behindSync.isHolding()).isFalse();
        assertThat(sent).endsWith(before, behind); // the sync itself holds nobody back
        assertThat(events).containsExactly("truncate");
        behindTruncate.leave();
        assertThat(events).containsExactly("truncate", "sync");
    }

    @Test
    void eachTruncateHoldsBackWhatFollowsItItself() {
        Epoch behindOne = first.successor(true);
        first.seal(() -> events.add("one"));
        Epoch behindTwo = behindOne.successor(true);
        behindOne.seal(() -> events.add("two"));
        Request write = enter(behindTwo);
        behindOne.open(sent::add);
        behindOne.leave();
        assertThat(events).containsExactly("one", "two");
        assertThat(sent).isEmpty();
        behindTwo.open(sent::add);
        assertThat(sent).containsExactly(write);
    }

    @Test
    void whatWasHeldBackCanBeGivenToSomebodyElse() {
        Epoch held = first.successor(true);
        Request request = enter(held);
        List<Request> failed = new ArrayList<>();
        held.open(failed::add);
        assertThat(failed).containsExactly(request);
        assertThat(sent).isEmpty();
    }

    @Test
    void theLastEpochTellsThatItIsTheLast() {
        Epoch last = first.last();
        assertThat(first.isLast()).isFalse();
        assertThat(first.successor(true).isLast()).isFalse();
        assertThat(last.isLast()).isTrue();
        assertThat(last.enter()).isTrue();
    }

    /** Threads that submit, complete, and put up barriers against each other; as a file uses it. */
    private static final class Stress implements Epoch.Sender {
        private final AtomicReference<Epoch> present = new AtomicReference<>();
        private final Map<Epoch, Integer> numbers = new ConcurrentHashMap<>();
        private final ConcurrentLinkedQueue<Runnable> completions = new ConcurrentLinkedQueue<>();
        private final Set<String> faults = ConcurrentHashMap.newKeySet();
        private final AtomicInteger[] inside;
        private final AtomicInteger sentCount = new AtomicInteger();
        private final AtomicInteger barriersRun = new AtomicInteger();
        private final boolean[] holds;
        private volatile int openedBarriers;

        Stress(int barriers, Random random) {
            holds = new boolean[barriers];
            inside = new AtomicInteger[barriers + 1];
            for (int i = 0; i <= barriers; i++) {
                inside[i] = new AtomicInteger();
            }
            for (int i = 0; i < barriers; i++) {
                holds[i] = random.nextBoolean();
            }
            Epoch first = Epoch.first();
            numbers.put(first, 0);
            present.set(first);
        }

        void submit() {
            Epoch entered = present.get();
            while (!entered.enter()) {
                entered = present.get();
            }
            inside[numbers.get(entered)].incrementAndGet();
            Request request = request(entered);
            if (!entered.holds(request)) {
                send(request);
            }
        }

        @Override
        public void send(Request request) {
            int epoch = numbers.get(request.epoch());
            for (int barrier = openedBarriers; barrier < epoch; barrier++) {
                if (holds[barrier]) {
                    faults.add("sent past barrier " + barrier);
                }
            }
            sentCount.incrementAndGet();
            completions.add(() -> {
                inside[epoch].decrementAndGet();
                request.epoch().leave();
            });
        }

        void barrier(int number) {
            Epoch sealed = present.get();
            Epoch next = sealed.successor(holds[number]);
            numbers.put(next, number + 1);
            present.set(next);
            sealed.seal(() -> {
                if (barriersRun.getAndIncrement() != number) {
                    faults.add("barrier " + number + " out of order");
                }
                if (inside[number].get() != 0) {
                    faults.add("barrier " + number + " did not wait");
                }
                completions.add(() -> {
                    openedBarriers = number + 1;
                    next.open(this);
                    next.leave();
                });
            });
        }
    }

    @Test
    void noRequestIsLostNoneIsSentTooEarlyAndEachBarrierRunsOnce() throws Exception {
        int barriers = 1000;
        int submitters = 2;
        int each = 10_000;
        Stress stress = new Stress(barriers, new Random(11));
        AtomicInteger finished = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int s = 0; s < submitters; s++) {
            threads.add(new Thread(() -> {
                for (int i = 0; i < each; i++) {
                    stress.submit();
                }
                finished.incrementAndGet();
            }));
        }
        threads.add(new Thread(() -> {
            for (int i = 0; i < barriers; i++) {
                stress.barrier(i);
                while (i - stress.barriersRun.get() > 3) {
                    Thread.onSpinWait();
                }
            }
            finished.incrementAndGet();
        }));
        threads.forEach(Thread::start);
        List<Thread> completers = new ArrayList<>();
        for (int c = 0; c < 2; c++) {
            Thread completer = new Thread(() -> {
                Runnable next = stress.completions.poll();
                while (next != null
                        || finished.get() < submitters + 1
                        || stress.sentCount.get() < submitters * each
                        || stress.barriersRun.get() < barriers) {
                    if (next == null) {
                        Thread.onSpinWait();
                    } else {
                        next.run();
                    }
                    next = stress.completions.poll();
                }
            });
            completers.add(completer);
            completer.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (Thread completer : completers) {
            completer.join();
        }
        assertThat(stress.faults).isEmpty();
        assertThat(stress.sentCount).hasValue(submitters * each);
        assertThat(stress.barriersRun).hasValue(barriers);
        assertThat(stress.inside).allMatch(count -> count.get() == 0);
    }
}
