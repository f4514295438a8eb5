package io.stria.impl.target;

import static io.stria.impl.target.LaneFixture.UNIT;
import static io.stria.impl.target.LaneFixture.WINDOW;
import static io.stria.impl.target.LaneFixture.bytes;
import static io.stria.impl.target.LaneFixture.direct;
import static io.stria.impl.target.LaneFixture.take;
import static io.stria.impl.target.LaneFixture.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.stria.Counter;
import io.stria.FileLayout;
import io.stria.Memory;
import io.stria.TargetStatistics;
import io.stria.Transport;
import io.stria.impl.target.FakeServer.Frame;
import io.stria.impl.target.FakeServer.Peer;
import io.stria.impl.transfer.Call;
import io.stria.impl.transfer.TransferFuture;
import io.stria.wire.Header;
import io.stria.wire.Messages;
import io.stria.wire.Opcode;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How a lane fills its window, and what comes and goes through it. */
class LaneWindowIT {
    @Test
    void theWindowIsFullWhileThereIsWorkAndNeverExceeded() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            TransferFuture write = fixture.write(20);
            Peer peer = fixture.server.accept(WINDOW);
            Deque<Frame> inFlight = new ArrayDeque<>(take(peer, WINDOW, Opcode.WRITE));
            for (int answered = 0; answered < 20; answered++) {
                fixture.assertSilent(peer);
                peer.answer(inFlight.poll());
                if (answered < 20 - WINDOW) {
                    inFlight.add(peer.next(Opcode.WRITE));
                }
            }
            assertThat(value(write)).isEqualTo(20L * UNIT);
            assertThat(fixture.count(Counter.BYTES_WRITTEN)).isEqualTo(20L * UNIT);
        }
    }

    @Test
    void theServerMayGrantLessThanTheClientWants() throws Exception {
        try (LaneFixture fixture = new LaneFixture(Transport.AUTO, config -> config.maxRpcBytes(4L * UNIT))) {
            TransferFuture write = fixture.write(6);
            Peer peer = fixture.server.accept();
            Messages.Hello hello = peer.hello();
            assertThat(hello).isEqualTo(new Messages.Hello(1, 1, 0, 42, 3, 4 * UNIT, WINDOW, hello.group(), 0));
            peer.welcome(new Messages.HelloReply(Header.VERSION, 0, 1, UNIT, 1, 1, 0, ""));
            for (int i = 0; i < 6; i++) {
                Frame frame = peer.next(Opcode.WRITE);
                assertThat(frame.payload()).hasSize(UNIT);
                fixture.assertSilent(peer);
                peer.answer(frame);
            }
            value(write);
        }
    }

    @Test
    void aFullWindowDoesNotHoldUpACall() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            TransferFuture write = fixture.write(WINDOW + 1);
            Peer peer = fixture.server.accept(WINDOW);
            List<Frame> inFlight = take(peer, WINDOW, Opcode.WRITE);
            Call one = fixture.size();
            Call two = fixture.size();
            Frame first = peer.next(Opcode.SIZE);
            Frame second = peer.next(Opcode.SIZE);
            Header reply = new Header().replyTo(second.header());
            reply.objectSize = 4711;
            peer.send(reply, new byte[0]);
            assertThat(value(two.reply()).objectSize()).isEqualTo(4711);
            assertThat(one.reply()).isNotDone();
            peer.answer(first);
            value(one.reply());
            for (Frame frame : inFlight) {
                peer.answer(frame);
            }
            peer.answer(peer.next(Opcode.WRITE));
            value(write);
        }
    }

    @Test
    void whatIsOfferedBeforeTheLoopLooksLeavesWithOneFlush() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            List<TransferFuture> writes = new ArrayList<>();
            CountDownLatch looks = fixture.holdLoop();
            for (int i = 0; i < WINDOW; i++) {
                writes.add(fixture.write(1));
            }
            looks.countDown();
            Peer peer = fixture.server.accept(WINDOW);
            for (Frame frame : take(peer, WINDOW, Opcode.WRITE)) {
                peer.answer(frame);
            }
            for (TransferFuture write : writes) {
                value(write);
            }
            assertThat(fixture.count(Counter.FLUSHES)).isEqualTo(1);
            assertThat(fixture.count(Counter.RPCS)).isEqualTo(WINDOW);
            assertThat(fixture.count(Counter.WAKEUPS)).isEqualTo(1);
        }
    }

    @Test
    void whatRepliesOfOneTurnMakeRoomForLeavesWithOneFlush() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            TransferFuture write = fixture.write(2 * WINDOW);
            Peer peer = fixture.server.accept(WINDOW);
            List<Frame> first = take(peer, WINDOW, Opcode.WRITE);
            byte[][] replies = new byte[WINDOW][];
            for (int i = 0; i < WINDOW; i++) {
                replies[i] = Peer.encoded(new Header().replyTo(first.get(i).header()));
            }
            peer.send(join(replies)); // with one system call
            for (Frame frame : take(peer, WINDOW, Opcode.WRITE)) {
                peer.answer(frame);
            }
            value(write);
            assertThat(fixture.count(Counter.FLUSHES)).isEqualTo(2);
            assertThat(fixture.count(Counter.RPCS)).isEqualTo(2 * WINDOW);
        }
    }

    private static byte[] join(byte[][] parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    @ParameterizedTest
    @EnumSource(names = {"EPOLL", "IO_URING", "NIO"})
    void repliesMayComeInAnyOrder(Transport transport) throws Exception {
        try (LaneFixture fixture = new LaneFixture(transport, config -> config.maxRpcBytes(2L * UNIT))) {
            ByteBuffer[] pieces = {direct(100), direct(UNIT + 17), direct(3 * UNIT), direct(1)};
            int length = 4 * UNIT + 118;
            TransferFuture read = fixture.read(Memory.of(pieces), 5);
            Peer peer = fixture.server.accept(WINDOW);
            List<Frame> frames = take(peer, 3, Opcode.READ);
            Collections.reverse(frames);
            for (Frame frame : frames) {
                peer.answer(frame);
            }
            assertThat(value(read)).isEqualTo(length);
            byte[] expected = FakeServer.content(5, length);
            int at = 0;
            for (ByteBuffer piece : pieces) {
                byte[] part = bytes(piece);
                assertThat(part).isEqualTo(Arrays.copyOfRange(expected, at, at + part.length));
                at += part.length;
            }
            assertThat(fixture.count(Counter.BYTES_READ)).isEqualTo(length);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EPOLL", "IO_URING", "NIO"})
    void whatIsWrittenArrivesFromWhereverItLies(Transport transport) throws Exception {
        try (LaneFixture fixture = new LaneFixture(transport, config -> config)) {
            Random random = new Random(8);
            byte[] content = new byte[3 * UNIT + 100];
            random.nextBytes(content);
            ByteBuffer whole =
                    direct(content.length + 11).position(11).put(content).flip().position(11);
            Memory split = Memory.of(
                    whole.duplicate().limit(11 + 1000),
                    whole.duplicate().position(11 + 1000).limit(11 + 1000),
                    whole.duplicate().position(11 + 1000).asReadOnlyBuffer());
            TransferFuture write = fixture.write(split, 50);
            Peer peer = fixture.server.accept(WINDOW);
            ByteBuffer arrived = ByteBuffer.allocate(content.length);
            for (Frame frame : take(peer, 4, Opcode.WRITE)) {
                assertThat(frame.header().fileId).isEqualTo(77);
                assertThat(frame.header().length).isEqualTo(frame.payload().length);
                assertThat(frame.header().hasPayloadCrc()).isTrue();
                arrived.put((int) frame.header().objectOffset - 50, frame.payload());
                peer.answer(frame);
            }
            value(write);
            assertThat(arrived.array()).isEqualTo(content);
            assertThat(fixture.count(Counter.BYTES_COPIED)).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EPOLL", "IO_URING", "NIO"})
    void ofLargeRepliesNothingIsCopied(Transport transport) throws Exception {
        try (LaneFixture fixture = new LaneFixture(transport, config -> config.maxRpcBytes(4L * UNIT))) {
            ByteBuffer memory = direct(20 * UNIT);
            TransferFuture read = fixture.read(Memory.of(memory), 0);
            Peer peer = fixture.server.accept(WINDOW);
            for (int i = 0; i < 5; i++) {
                peer.answer(peer.next(Opcode.READ));
            }
            value(read);
            assertThat(bytes(memory)).isEqualTo(FakeServer.content(0, 20 * UNIT));
            assertThat(fixture.count(Counter.BYTES_COPIED)).isZero();
        }
    }

    @Test
    void requestIdsRiseAndASlotIsNeverUsedTwiceAtATime() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            TransferFuture write = fixture.write(40);
            Peer peer = fixture.server.accept(WINDOW);
            Random random = new Random(9);
            List<Frame> inFlight = new ArrayList<>(take(peer, WINDOW, Opcode.WRITE));
            Set<Integer> slots = new HashSet<>();
            Set<Long> uses = new HashSet<>();
            inFlight.forEach(frame -> slots.add(frame.header().slot));
            assertThat(slots).hasSize(WINDOW);
            long lastId = inFlight.get(WINDOW - 1).header().requestId;
            for (int sent = WINDOW; !inFlight.isEmpty(); ) {
                Frame frame = inFlight.remove(random.nextInt(inFlight.size()));
                slots.remove(frame.header().slot);
                peer.answer(frame);
                if (sent++ < 40) {
                    Frame next = peer.next(Opcode.WRITE);
                    assertThat(next.header().requestId).isGreaterThan(lastId);
                    assertThat(slots.add(next.header().slot)).isTrue();
                    assertThat(uses.add((long) next.header().slot << 32 | next.header().generation))
                            .isTrue();
                    lastId = next.header().requestId;
                    inFlight.add(next);
                }
            }
            value(write);
        }
    }

    @Test
    void whatIsLeftOfTheDeadlineIsToldToTheServer() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            TransferFuture write = fixture.write(1);
            Peer peer = fixture.server.accept();
            peer.hello();
            fixture.clockNs.addAndGet(24_000_000);
            peer.welcome(new Messages.HelloReply(Header.VERSION, 0, 1, UNIT, WINDOW, 1, 0, ""));
            Frame frame = peer.next(Opcode.WRITE);
            assertThat(frame.header().deadlineMs).isEqualTo(64 - 24);
            peer.answer(frame);
            value(write);
        }
    }

    @Test
    void withoutChecksumsNoneIsSentAndNoneIsAskedFor() throws Exception {
        try (LaneFixture fixture = new LaneFixture(Transport.AUTO, config -> config.checksum(false))) {
            TransferFuture write = fixture.write(1);
            Peer peer = fixture.server.accept(WINDOW);
            Frame frame = peer.next(Opcode.WRITE);
            assertThat(frame.header().flags).isZero();
            peer.answer(frame);
            value(write);
            ByteBuffer memory = direct(1000);
            TransferFuture read = fixture.read(Memory.of(memory), 3);
            frame = peer.next(Opcode.READ);
            assertThat(frame.header().flags).isZero();
            peer.answer(frame);
            value(read);
            assertThat(bytes(memory)).isEqualTo(FakeServer.content(3, 1000));
        }
    }

    @Test
    void aReadThatTheObjectEndsInIsShort() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            ByteBuffer memory = direct(2 * UNIT);
            TransferFuture read = fixture.read(Memory.of(memory), 0);
            Peer peer = fixture.server.accept(WINDOW);
            peer.answer(peer.next(Opcode.READ));
            peer.answer(peer.next(Opcode.READ), FakeServer.content(UNIT, 10));
            assertThat(value(read)).isEqualTo(-2L * UNIT); // what the fixture makes of it
            assertThat(memory.get(UNIT + 9)).isEqualTo(FakeServer.content(UNIT, 10)[9]);
            assertThat(memory.get(UNIT + 10)).isZero();
            assertThat(fixture.count(Counter.BYTES_READ)).isEqualTo(UNIT + 10L);
        }
    }

    @Test
    void statisticsTellSizesDepthAndLatency() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            TransferFuture write = fixture.write(60);
            Peer peer = fixture.server.accept(WINDOW);
            Deque<Frame> inFlight = new ArrayDeque<>(take(peer, WINDOW, Opcode.WRITE));
            fixture.clockNs.addAndGet(5_000_000);
            for (int answered = 0; answered < 60; answered++) {
                peer.answer(inFlight.poll());
                if (answered < 60 - WINDOW) {
                    inFlight.add(peer.next(Opcode.WRITE));
                }
            }
            value(write);
            TargetStatistics.Direction statistics = RpcStats.sum(new RpcStats[] {fixture.lane.writeStats()});
            assertThat(statistics.bytesPerRpc().total()).isEqualTo(60);
            assertThat(statistics.bytesPerRpc().quantile(0)).isEqualTo(FileLayout.STRIPE_SIZE_UNIT);
            assertThat(statistics.rpcsInFlight().counts()).containsExactly(1, 1, 1, 57);
            assertThat(statistics.latencyUs().total()).isEqualTo(60);
            assertThat(statistics.latencyUs().quantile(1)).isEqualTo(4096);
            assertThat(statistics.steadyRpcs()).isEqualTo(60 - 32);
            assertThat(statistics.steadyRpcsWindowFull()).isEqualTo(60 - 32);
        }
    }
}
