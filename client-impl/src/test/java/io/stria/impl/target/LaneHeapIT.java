package io.stria.impl.target;

import static io.stria.impl.target.LaneFixture.UNIT;
import static io.stria.impl.target.LaneFixture.WINDOW;
import static io.stria.impl.target.LaneFixture.bytes;
import static io.stria.impl.target.LaneFixture.direct;
import static io.stria.impl.target.LaneFixture.error;
import static io.stria.impl.target.LaneFixture.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.stria.Counter;
import io.stria.ErrorCode;
import io.stria.Memory;
import io.stria.Transport;
import io.stria.impl.target.FakeServer.Frame;
import io.stria.impl.target.FakeServer.Peer;
import io.stria.impl.transfer.TransferFuture;
import io.stria.wire.Opcode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Heap memory, which goes through bounded bounce memory. */
class LaneHeapIT {
    private static final int LENGTH = 3 * UNIT + 12_345;
    private static final int REQUESTS = 12;

    private static LaneFixture withOneChunk(Transport transport) throws Exception {
        return new LaneFixture(transport, config -> config.bounceBytes(UNIT).maxRpcBytes(4L * UNIT));
    }

    /** All chunks are back in the pool. */
    private static void assertPoolComplete(LaneFixture fixture) {
        ByteBuffer chunk = fixture.context.bouncePool.acquire();
        assertThat(chunk).isNotNull();
        assertThat(fixture.context.bouncePool.acquire()).isNull();
        fixture.context.bouncePool.release(chunk);
    }

    @ParameterizedTest
    @EnumSource(names = {"EPOLL", "IO_URING", "NIO"})
    void requestsLargerThanTheBounceMemoryComplete(Transport transport) throws Exception {
        try (LaneFixture fixture = withOneChunk(transport)) {
            List<TransferFuture> futures = new ArrayList<>();
            List<ByteBuffer> destinations = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                byte[] source = FakeServer.content((long) i * LENGTH, LENGTH);
                futures.add(fixture.write(Memory.of(source), (long) i * LENGTH));
                ByteBuffer destination = ByteBuffer.allocate(LENGTH);
                destinations.add(destination);
                ByteBuffer front = destination.duplicate().limit(1000);
                ByteBuffer rest = destination.duplicate().position(1000);
                futures.add(fixture.read(Memory.of(front, rest), (long) i * LENGTH));
            }
            Queue<String> faults = new ConcurrentLinkedQueue<>();
            fixture.server.accept(WINDOW).answerAll(frame -> {
                if (frame.isWrite() && !Arrays.equals(frame.payload(), FakeServer.content(frame.header()))) {
                    faults.add("damaged: " + frame.header());
                }
            });
            for (TransferFuture future : futures) {
                assertThat(value(future)).isEqualTo(LENGTH);
            }
            assertThat(faults).isEmpty();
            for (int i = 0; i < REQUESTS; i++) {
                assertThat(bytes(destinations.get(i))).isEqualTo(FakeServer.content((long) i * LENGTH, LENGTH));
            }
            assertThat(fixture.count(Counter.BYTES_COPIED)).isGreaterThanOrEqualTo(2L * REQUESTS * LENGTH);
            assertPoolComplete(fixture);
        }
    }

    @Test
    void lanesThatShareTheBounceMemoryAllGetOn() throws Exception {
        try (LaneFixture fixture = new LaneFixture(
                        Transport.AUTO, config -> config.bounceBytes(UNIT).ioThreads(3));
                FakeServer other = new FakeServer()) {
            Lane second = fixture.lane(4, () -> List.of(other.address()));
            Lane third = fixture.lane(5, () -> List.of(other.address()));
            List<TransferFuture> futures = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                for (Lane lane : List.of(fixture.lane, second, third)) {
                    futures.add(fixture.submit(lane, i % 2 == 0, Memory.of(new byte[LENGTH]), 0));
                }
            }
            fixture.server.accept(WINDOW).answerAll(frame -> {});
            other.accept(WINDOW).answerAll(frame -> {});
            other.accept(WINDOW).answerAll(frame -> {});
            for (TransferFuture future : futures) {
                value(future);
            }
            assertPoolComplete(fixture);
            value(second.closeAsync());
            value(third.closeAsync());
        }
    }

    @Test
    void directMemoryAndCallsDoNotWaitForBounceMemory() throws Exception {
        try (LaneFixture fixture = withOneChunk(Transport.AUTO);
                FakeServer other = new FakeServer()) {
            // The other lane holds the only chunk.
            Lane holder = fixture.lane(4, () -> List.of(other.address()));
            TransferFuture held = fixture.submit(holder, true, Memory.of(new byte[UNIT]), 0);
            Peer holding = other.accept(WINDOW);
            Frame heldFrame = holding.next(Opcode.WRITE);
            TransferFuture direct = fixture.write(Memory.of(direct(UNIT)), 0);
            Peer peer = fixture.server.accept(WINDOW);
            Frame directFrame = peer.next(Opcode.WRITE);
            TransferFuture waiting = fixture.write(Memory.of(new byte[UNIT]), 0);
            fixture.assertSilent(peer);
            peer.answer(directFrame);
            value(direct);
            fixture.assertSilent(peer);
            assertThat(waiting).isNotDone();
            holding.answer(heldFrame);
            peer.answer(peer.next(Opcode.WRITE));
            value(waiting);
            value(held);
            value(holder.closeAsync());
        }
    }

    @Test
    void aSourceIsFreeToChangeOnlyAfterCompletionThoughItWasCopied() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            byte[] source = FakeServer.content(0, UNIT);
            TransferFuture write = fixture.write(Memory.of(source), 0);
            Peer peer = fixture.server.accept(WINDOW);
            Frame frame = peer.next(Opcode.WRITE);
            assertThat(frame.payload()).isEqualTo(FakeServer.content(0, UNIT));
            assertThat(write.released()).isNotDone();
            peer.answer(frame);
            value(write.released());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EPOLL", "IO_URING", "NIO"})
    void bounceMemoryComesBackWhenConnectionsAreLostAndRequestsCancelled(Transport transport) throws Exception {
        try (LaneFixture fixture = withOneChunk(transport)) {
            for (int round = 0; round < 20; round++) {
                boolean isWrite = round % 2 == 0;
                TransferFuture lost = fixture.submit(fixture.lane, isWrite, Memory.of(new byte[LENGTH]), 0);
                TransferFuture behind = fixture.submit(fixture.lane, isWrite, Memory.of(new byte[LENGTH]), 0);
                Peer peer = fixture.server.accept(WINDOW);
                Frame frame = peer.next(isWrite ? Opcode.WRITE : Opcode.READ);
                if (round % 4 < 2) {
                    behind.cancel(false);
                    peer.close();
                    error(lost, ErrorCode.UNKNOWN_OUTCOME);
                } else {
                    lost.cancel(false);
                    peer.answer(frame);
                    value(lost.released());
                    peer.answerAll(each -> {});
                    value(behind);
                    peer.close();
                }
                value(lost.released());
                value(behind.released());
                fixture.assertBaseline();
                assertPoolComplete(fixture);
            }
        }
    }

    @Test
    void memoryThatTheLoopMayNotTouchFailsItsRequestAndNoOther() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            Memory readOnly = Memory.of(ByteBuffer.allocate(100).asReadOnlyBuffer());
            TransferFuture bad = fixture.read(readOnly, 0); // the file refuses this; a lane has to survive it
            TransferFuture good = fixture.write(1);
            Peer peer = fixture.server.accept(WINDOW);
            peer.answer(peer.next(Opcode.READ));
            peer.answer(peer.next(Opcode.WRITE));
            assertThat(error(bad, ErrorCode.INVALID_ARGUMENT))
                    .hasMessageContaining("memory cannot be used by the I/O thread");
            value(good);
        }
    }
}
