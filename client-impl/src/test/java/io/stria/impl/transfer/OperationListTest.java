package io.stria.impl.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.wire.Opcode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OperationListTest {
    private static final byte[] NOTHING = {};

    @Test
    void operationsComeOutInTheOrderTheyWentIn() {
        OperationList list = new OperationList();
        Queue<Operation> model = new ArrayDeque<>();
        Random random = new Random(2);
        for (int i = 0; i < 10_000; i++) {
            if (random.nextBoolean()) {
                Operation operation = Call.withBody(Opcode.PING, "ping", "", NOTHING);
                list.add(operation);
                model.add(operation);
            } else {
                assertThat(list.peek()).isSameAs(model.peek());
                list.removeFirst();
                Operation removed = model.poll();
                assertThat(removed == null || removed.next == null).isTrue();
            }
            assertThat(list.isEmpty()).isEqualTo(model.isEmpty());
        }
    }

    @Test
    void whatIsPutFirstComesOutBeforeAllOthers() {
        for (int held = 0; held < 3; held++) {
            for (int added = 0; added < 3; added++) {
                OperationList list = new OperationList();
                List<Operation> expected = new ArrayList<>();
                for (int i = 0; i < held; i++) {
                    Call call = Call.withBody(Opcode.PING, "ping", "", NOTHING);
                    list.add(call);
                    expected.add(call);
                }
                List<Call> first = new ArrayList<>();
                for (int i = 0; i < added; i++) {
                    first.add(Call.withBody(Opcode.PING, "ping", "", NOTHING));
                }
                list.addFirst(first);
                expected.addAll(0, first);
                Call last = Call.withBody(Opcode.PING, "ping", "", NOTHING);
                list.add(last);
                expected.add(last);
                for (Operation operation : expected) {
                    assertThat(list.peek()).isSameAs(operation);
                    list.removeFirst();
                }
                assertThat(list.isEmpty()).isTrue();
            }
        }
    }

    @Test
    void whatWasAbandonedIsRemovedFromWhereverItIsAndTheRestStaysInOrder() {
        Random random = new Random(3);
        for (int round = 0; round < 200; round++) {
            OperationList list = new OperationList();
            List<Call> alive = new ArrayList<>();
            int share = random.nextInt(4);
            for (int i = random.nextInt(20); i > 0; i--) {
                Call call = Call.withBody(Opcode.PING, "ping", "", NOTHING);
                list.add(call);
                if (random.nextInt(4) < share) {
                    call.reply().cancel(false);
                } else {
                    alive.add(call);
                }
            }
            list.removeAbandoned();
            Call behind = Call.withBody(Opcode.PING, "ping", "", NOTHING);
            list.add(behind);
            alive.add(behind);
            for (Call each : alive) {
                assertThat(list.peek()).isSameAs(each);
                list.removeFirst();
            }
            assertThat(list.isEmpty()).isTrue();
        }
    }

    @Test
    void removingFromAnEmptyListDoesNothing() {
        OperationList list = new OperationList();
        list.removeFirst();
        assertThat(list.peek()).isNull();
        assertThat(list.isEmpty()).isTrue();
    }

    @Test
    void aLinkLeftOverFromAnotherQueueIsCut() {
        OperationList list = new OperationList();
        Operation operation = Call.withBody(Opcode.PING, "ping", "", NOTHING);
        OperationQueue.link(operation, Call.withBody(Opcode.PING, "ping", "", NOTHING));
        list.add(operation);
        list.removeFirst();
        assertThat(list.isEmpty()).isTrue();
    }
}
