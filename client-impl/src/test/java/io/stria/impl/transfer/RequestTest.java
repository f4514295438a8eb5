package io.stria.impl.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.Memory;
import io.stria.StriaException;
import io.stria.impl.layout.Striping;
import io.stria.wire.Opcode;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class RequestTest {
    private static final int UNIT = (int) FileLayout.STRIPE_SIZE_UNIT;
    private static final Striping FOUR = new Striping(FileLayout.striped(4, UNIT));
    private final StriaException noSpace = new StriaException(ErrorCode.NO_SPACE, "full");
    private final StriaException ioError = new StriaException(ErrorCode.IO_ERROR, "broken");

    private final Recorder owner = new Recorder();
    private final TransferFuture future = new TransferFuture();

    private Request request(boolean isWrite, int length) {
        Request request = new Request();
        request.set(owner, isWrite, 5, Memory.of(ByteBuffer.allocate(length)), 0, future);
        request.cut(FOUR);
        return request;
    }

    private static long cut(Transfer transfer, int length) {
        long at = transfer.nextOffset();
        transfer.cut(length);
        return at;
    }

    @Test
    void theOwnerIsToldOnceWhenTheLastTransferHasEnded() {
        Request request = request(true, 4 * UNIT);
        for (int i : new int[] {2, 0, 3, 1}) {
            assertThat(owner.ended).isEmpty();
            Transfer transfer = request.transfer(i);
            long at = cut(transfer, UNIT);
            transfer.dequeued();
            transfer.rpcEnded(at, UNIT, UNIT);
        }
        assertThat(owner.ended).containsExactly(request);
        assertThat(request.error()).isNull();
    }

    @Test
    void aTransferEndsWhenItIsOutOfTheQueueAndItsLastRpcHasEndedInWhateverOrder() {
        Request request = request(true, UNIT);
        Transfer transfer = request.transfer(0);
        long first = cut(transfer, 1000);
        transfer.rpcEnded(first, 1000, 1000);
        assertThat(owner.ended).isEmpty();
        long second = cut(transfer, 2000);
        long third = cut(transfer, UNIT - 3000);
        assertThat(transfer.isExhausted()).isTrue();
        transfer.rpcEnded(third, UNIT - 3000, UNIT - 3000);
        transfer.dequeued();
        assertThat(owner.ended).isEmpty();
        transfer.rpcEnded(second, 2000, 2000);
        assertThat(owner.ended).containsExactly(request);
    }

    @Test
    void aTransferOfWhichNothingWasSentEndsWhenItLeavesTheQueue() {
        Request request = request(true, UNIT);
        request.transfer(0).fail(noSpace);
        assertThat(owner.ended).isEmpty();
        request.transfer(0).dequeued();
        assertThat(owner.ended).containsExactly(request);
        assertThat(request.error()).isSameAs(noSpace);
    }

    @Test
    void theFirstErrorWinsAndWhatWasNotSentIsAbandoned() {
        Request request = request(true, 2 * UNIT);
        Transfer good = request.transfer(0);
        Transfer bad = request.transfer(1);
        long a = cut(bad, 1000);
        long b = cut(bad, 1000);
        assertThat(a).isNotEqualTo(b);
        assertThat(good.isAbandoned()).isFalse();
        bad.rpcFailed(noSpace);
        bad.rpcFailed(ioError);
        assertThat(good.isAbandoned()).isTrue();
        assertThat(future).isNotDone(); // the error is told when nothing is in flight any more
        good.dequeued();
        assertThat(owner.ended).isEmpty();
        bad.dequeued();
        assertThat(owner.ended).containsExactly(request);
        assertThat(request.error()).isSameAs(noSpace);
    }

    @Test
    void expiringSettlesTheFutureAtOnceAndEndsTheRequestLater() {
        Request request = request(false, UNIT);
        Transfer transfer = request.transfer(0);
        long at = cut(transfer, UNIT);
        transfer.dequeued();
        StriaException timeout = new StriaException(ErrorCode.TIMEOUT, "late");
        transfer.expire(timeout);
        assertThat(future).isCompletedExceptionally();
        assertThat(future.released()).isNotDone();
        assertThat(owner.ended).isEmpty();
        transfer.rpcEnded(at, UNIT, UNIT);
        assertThat(owner.ended).containsExactly(request);
        assertThat(request.error()).isSameAs(timeout);
    }

    @Test
    void aFutureThatTheCallerSettledAbandonsTheRequest() {
        Request request = request(true, 2 * UNIT);
        assertThat(request.transfer(1).isAbandoned()).isFalse();
        future.cancel(true);
        assertThat(request.transfer(0).isAbandoned()).isTrue();
        assertThat(request.transfer(1).isAbandoned()).isTrue();
        assertThat(request.error()).isNull();
    }

    private static void read(Transfer transfer, int... moved) {
        int length = (int) (transfer.endOffset() - transfer.nextOffset()) / moved.length;
        for (int each : moved) {
            long at = cut(transfer, length);
            transfer.rpcEnded(at, length, each);
        }
    }

    @Test
    void whatAReadMissedBelowTheEndOfFileIsAskedForOnceMoreAndThenIsAHole() {
        Request request = request(false, UNIT);
        ByteBuffer memory = request.memory().segment(0);
        fill(memory);
        Transfer transfer = request.transfer(0);
        int quarter = UNIT / 4;
        read(transfer, quarter, 100, 0, 0);
        assertThat(request.isShort()).isTrue();
        assertThat(request.cutMissing(FOUR, 3L * quarter)).isEqualTo(1);
        assertThat(transfer.isExhausted()).isFalse();
        assertThat(transfer.nextOffset()).isEqualTo(quarter + 100);
        assertThat(transfer.endOffset()).isEqualTo(3L * quarter);
        assertThat(memory.get(quarter + 100)).isEqualTo((byte) 9); // not taken for a hole yet
        read(transfer, 0);
        assertThat(request.cutMissing(FOUR, 3L * quarter)).isZero();
        assertThat(transfer.isExhausted()).isTrue();
        assertThat(memory.get(quarter + 99)).isEqualTo((byte) 9);
        assertThat(memory.get(quarter + 100)).isZero();
        assertThat(memory.get(3 * quarter - 1)).isZero();
        assertThat(memory.get(3 * quarter)).isEqualTo((byte) 9);
    }

    @Test
    void whatALaterRpcBroughtIsNotTakenForAHole() {
        Request request = request(false, UNIT);
        fill(request.memory().segment(0));
        Transfer transfer = request.transfer(0);
        int quarter = UNIT / 4;
        read(transfer, quarter, 0, quarter, quarter); // the object grew between the second and the third
        assertThat(request.cutMissing(FOUR, UNIT)).isEqualTo(1);
        read(transfer, UNIT - quarter);
        assertThat(request.cutMissing(FOUR, UNIT)).isZero();
        for (int i = 0; i < UNIT; i++) {
            if (request.memory().segment(0).get(i) != 9) {
                throw new AssertionError("byte " + i);
            }
        }
    }

    @Test
    void whatIsMissingPastTheEndOfFileIsNeitherAskedForNorFilled() {
        Request request = request(false, UNIT);
        fill(request.memory().segment(0));
        read(request.transfer(0), 1000);
        assertThat(request.cutMissing(FOUR, 1000)).isZero();
        assertThat(request.cutMissing(FOUR, 0)).isZero();
        assertThat(request.memory().segment(0).get(1000)).isEqualTo((byte) 9);
    }

    @Test
    void aFullReadMissesNothing() {
        Request request = request(false, UNIT);
        fill(request.memory().segment(0));
        read(request.transfer(0), UNIT / 2, UNIT / 2);
        assertThat(request.isShort()).isFalse();
        assertThat(request.cutMissing(FOUR, Long.MAX_VALUE)).isZero();
        assertThat(request.memory().segment(0).get(UNIT - 1)).isEqualTo((byte) 9);
    }

    @Test
    void moreThanTheZerosAtHandAreFilled() {
        Striping one = new Striping(FileLayout.striped(1, UNIT));
        Request request = new Request();
        ByteBuffer memory = ByteBuffer.allocateDirect(3 * UNIT + 5);
        fill(memory);
        request.set(owner, false, 5, Memory.of(memory), 0, future);
        request.cut(one);
        read(request.transfer(0), 1);
        assertThat(request.cutMissing(one, 3 * UNIT + 4)).isEqualTo(1);
        read(request.transfer(0), 0);
        assertThat(request.cutMissing(one, 3 * UNIT + 4)).isZero();
        assertThat(memory.get(0)).isEqualTo((byte) 9);
        for (int i = 1; i < 3 * UNIT + 4; i++) {
            if (memory.get(i) != 0) {
                throw new AssertionError("byte " + i);
            }
        }
        assertThat(memory.get(3 * UNIT + 4)).isEqualTo((byte) 9);
    }

    private static void fill(ByteBuffer memory) {
        for (int i = 0; i < memory.capacity(); i++) {
            memory.put(i, (byte) 9);
        }
    }

    @Test
    void aRequestIsUsedAgainWithoutATraceOfItsFirstUse() {
        RequestPool pool = new RequestPool(1, 1 << 30);
        Request request = pool.acquire(4L * UNIT);
        request.set(owner, false, 5, Memory.of(ByteBuffer.allocate(4 * UNIT)), 7, future);
        request.cut(FOUR);
        request.transfer(0).cut(10);
        request.transfer(0).rpcFailed(noSpace);
        request.transfer(1).cut(10);
        request.transfer(1).rpcEnded(0, 10, 5);
        request.knownSize(77);
        pool.release(request);
        assertThat(pool.acquire(UNIT)).isSameAs(request);
        TransferFuture second = new TransferFuture();
        request.set(owner, true, 6, Memory.of(ByteBuffer.allocate(UNIT)), UNIT, second);
        assertThat(request.cut(FOUR)).isEqualTo(1);
        assertThat(request.error()).isNull();
        assertThat(request.epoch()).isNull();
        assertThat(request.knowsSize()).isFalse();
        assertThat(request.isShort()).isFalse();
        Transfer transfer = request.transfer(0);
        assertThat(transfer.stripe()).isEqualTo(1);
        assertThat(transfer.isAbandoned()).isFalse();
        assertThat(transfer.opcode()).isEqualTo(Opcode.WRITE);
        assertThat(transfer.subject()).isEqualTo("path=/ckpt/7, offset=65536, length=65536");
        transfer.cut(UNIT);
        transfer.dequeued();
        transfer.rpcEnded(0, UNIT, UNIT);
        assertThat(owner.ended).containsExactly(request);
        assertThat(future).isNotDone();
    }

    @Test
    void transfersThatEndOnDifferentThreadsTellTheOwnerOnce() throws Exception {
        Random random = new Random(3);
        for (int round = 0; round < 200; round++) {
            owner.ended.clear();
            Request request = request(true, 4 * UNIT);
            CountDownLatch start = new CountDownLatch(1);
            Thread[] loops = new Thread[2];
            for (int t = 0; t < 2; t++) {
                int mine = t;
                boolean fails = random.nextBoolean();
                loops[t] = new Thread(() -> {
                    try {
                        start.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    for (int i = mine; i < 4; i += 2) {
                        Transfer transfer = request.transfer(i);
                        long at = cut(transfer, UNIT);
                        transfer.dequeued();
                        if (fails) {
                            transfer.rpcFailed(mine == 0 ? noSpace : ioError);
                        } else {
                            transfer.rpcEnded(at, UNIT, UNIT);
                        }
                    }
                });
                loops[t].start();
            }
            start.countDown();
            for (Thread loop : loops) {
                loop.join();
            }
            assertThat(owner.ended).containsExactly(request);
        }
    }
}
