package io.stria.impl.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.wire.Opcode;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OperationQueueTest {
    private static final byte[] NOTHING = {};
    private static final int PRODUCERS = 4;
    private static final int EACH = 20_000;

    private final OperationQueue queue = new OperationQueue();

    private static Call call(int producer, int number) {
        return Call.onObject(Opcode.SIZE, "/f", producer, number, 0);
    }

    private static Call call() {
        return Call.withBody(Opcode.PING, "ping", "", NOTHING);
    }

    @Test
    void operationsComeOutInTheOrderTheyWentIn() {
        assertThat(queue.poll()).isNull();
        Random random = new Random(1);
        Queue<Operation> model = new ArrayDeque<>();
        for (int i = 0; i < 20_000; i++) {
            if (random.nextInt(5) < 3) {
                Operation operation = call();
                queue.offer(operation);
                model.add(operation);
            } else {
                assertThat(queue.poll()).isSameAs(model.poll());
            }
        }
        while (!model.isEmpty()) {
            assertThat(queue.poll()).isSameAs(model.poll());
        }
        assertThat(queue.poll()).isNull();
        assertThat(queue.poll()).isNull();
    }

    @Test
    void anOperationThatCameOutMayGoInAgain() {
        Operation operation = call();
        for (int i = 0; i < 10; i++) {
            queue.offer(operation);
            assertThat(queue.poll()).isSameAs(operation);
            assertThat(operation.next).isNull();
            assertThat(queue.poll()).isNull();
        }
    }

    @Test
    void aChainGoesInAtOnceAndInItsOrder() {
        Operation before = call();
        Operation[] chain = {call(), call(), call()};
        Operation after = call();
        queue.offer(before);
        OperationQueue.link(chain[0], chain[1]);
        OperationQueue.link(chain[1], chain[2]);
        queue.offer(chain[0], chain[2]);
        queue.offer(after);
        assertThat(queue.poll()).isSameAs(before);
        for (Operation each : chain) {
            assertThat(queue.poll()).isSameAs(each);
        }
        assertThat(queue.poll()).isSameAs(after);
        assertThat(queue.poll()).isNull();
    }

    @Test
    void nothingIsLostAndEachProducersOrderIsKept() throws Exception {
        CyclicBarrier together = new CyclicBarrier(PRODUCERS + 1);
        Thread[] producers = new Thread[PRODUCERS];
        for (int p = 0; p < PRODUCERS; p++) {
            int producer = p;
            producers[p] = new Thread(() -> {
                meet(together);
                Random random = new Random(producer);
                for (int i = 0; i < EACH; ) {
                    int chained = Math.min(EACH - i, 1 + random.nextInt(3));
                    Operation first = call(producer, i);
                    Operation last = first;
                    for (int c = 1; c < chained; c++) {
                        Operation following = call(producer, i + c);
                        OperationQueue.link(last, following);
                        last = following;
                    }
                    queue.offer(first, last);
                    i += chained;
                }
            });
            producers[p].start();
        }
        meet(together);
        int[] nextOf = new int[PRODUCERS];
        for (int taken = 0; taken < PRODUCERS * EACH; ) {
            Operation operation = queue.poll();
            if (operation == null) {
                Thread.onSpinWait();
                continue;
            }
            int producer = (int) operation.fileId();
            if (operation.stripe() != nextOf[producer]++) {
                throw new AssertionError("producer " + producer + " out of order at " + operation.stripe());
            }
            taken++;
        }
        assertThat(nextOf).containsOnly(EACH);
        assertThat(queue.poll()).isNull();
        for (Thread producer : producers) {
            producer.join();
        }
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(1, TimeUnit.MINUTES);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
