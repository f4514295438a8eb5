package io.stria.impl.target;

import static io.stria.impl.target.LaneFixture.REQUEST_TIMEOUT;
import static io.stria.impl.target.LaneFixture.RPC_TIMEOUT;
import static io.stria.impl.target.LaneFixture.UNIT;
import static io.stria.impl.target.LaneFixture.WINDOW;
import static io.stria.impl.target.LaneFixture.bytes;
import static io.stria.impl.target.LaneFixture.direct;
import static io.stria.impl.target.LaneFixture.error;
import static io.stria.impl.target.LaneFixture.take;
import static io.stria.impl.target.LaneFixture.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.stria.Counter;
import io.stria.ErrorCode;
import io.stria.Memory;
import io.stria.StriaException;
import io.stria.Transport;
import io.stria.impl.target.FakeServer.Frame;
import io.stria.impl.target.FakeServer.Peer;
import io.stria.impl.transfer.Call;
import io.stria.impl.transfer.TransferFuture;
import io.stria.wire.Header;
import io.stria.wire.Messages;
import io.stria.wire.Opcode;
import io.stria.wire.Status;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a lane makes of servers that refuse, lie, fall silent or die once they have greeted. */
class LaneFaultsIT {
    private static final byte[] NOTHING = {};

    @Test
    void aRefusalFailsTheRequestWithItsCodeAndSaysWhatWasRefusedWhereAndWhy() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            TransferFuture write = fixture.write(Memory.of(direct(100)), 1000);
            Peer peer = fixture.server.accept(WINDOW);
            peer.refuse(peer.next(Opcode.WRITE), ErrorCode.NO_SPACE, "no space left on /data/2");
            assertThat(error(write, ErrorCode.NO_SPACE))
                    .hasMessage("write refused: no space left on /data/2 (target 3 at " + fixture.server.hostAndPort()
                            + ", path=/f, offset=1000, length=100)");
            Call size = fixture.size();
            peer.refuse(peer.next(Opcode.SIZE), ErrorCode.STALE, "file was destroyed");
            assertThat(error(size.reply(), ErrorCode.STALE))
                    .hasMessage("size refused: file was destroyed (target 3 at " + fixture.server.hostAndPort()
                            + ", path=/f)");
        }
    }

    @Test
    void theFirstRefusalWinsAndWhatWasNotSentStaysUnsent() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            TransferFuture write = fixture.write(3 * WINDOW);
            Peer peer = fixture.server.accept(WINDOW);
            List<Frame> frames = take(peer, WINDOW, Opcode.WRITE);
            peer.refuse(frames.get(2), ErrorCode.NO_SPACE, "full");
            fixture.assertSilent(peer);
            assertThat(write).isNotDone(); // the others are still in flight
            peer.refuse(frames.get(0), ErrorCode.IO_ERROR, "broken");
            peer.answer(frames.get(1));
            peer.answer(frames.get(3));
            error(write, ErrorCode.NO_SPACE);
            value(write.released());
            fixture.assertSilent(peer);
        }
    }

    @Test
    void aReplyToASlotsFormerUserIsCountedAndDropped() throws Exception {
        try (LaneFixture fixture = new LaneFixture(Transport.AUTO, config -> config, null)) {
            ByteBuffer first = direct(UNIT);
            ByteBuffer second = direct(UNIT);
            TransferFuture one = fixture.read(Memory.of(first), 0);
            Peer peer = fixture.server.accept(1);
            Frame former = peer.next(Opcode.READ);
            peer.answer(former);
            value(one);
            TransferFuture two = fixture.read(Memory.of(second), UNIT);
            Frame present = peer.next(Opcode.READ);
            assertThat(present.header().slot).isEqualTo(former.header().slot);
            assertThat(present.header().generation).isNotEqualTo(former.header().generation);
            byte[] poison = new byte[UNIT];
            Arrays.fill(poison, (byte) 0x66);
            peer.answer(former, poison);
            peer.refuse(former, ErrorCode.IO_ERROR, "late");
            fixture.assertSilent(peer);
            assertThat(two).isNotDone();
            assertThat(bytes(second)).isEqualTo(new byte[UNIT]);
            assertThat(fixture.count(Counter.LATE_REPLIES)).isEqualTo(2);
            peer.answer(present);
            value(two);
            assertThat(bytes(second)).isEqualTo(FakeServer.content(UNIT, UNIT));
            assertThat(bytes(first)).isEqualTo(FakeServer.content(0, UNIT));
        }
    }

    @Test
    void aReplyThatCameAlreadyIsDropped() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            TransferFuture write = fixture.write(1);
            Peer peer = fixture.server.accept(WINDOW);
            Frame frame = peer.next(Opcode.WRITE);
            peer.answer(frame);
            peer.answer(frame);
            value(write);
            fixture.assertSilent(peer);
            assertThat(fixture.count(Counter.LATE_REPLIES)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EPOLL", "IO_URING", "NIO"})
    void aReadThatWasDamagedOnItsWayIsReported(Transport transport) throws Exception {
        for (boolean isDirect : new boolean[] {true, false}) {
            try (LaneFixture fixture = new LaneFixture(transport, config -> config)) {
                int length = UNIT - 7;
                ByteBuffer memory = isDirect ? direct(length) : ByteBuffer.allocate(length);
                TransferFuture read = fixture.read(Memory.of(memory), 0);
                Peer peer = fixture.server.accept(WINDOW);
                Frame frame = peer.next(Opcode.READ);
                byte[] payload = FakeServer.content(frame.header());
                Header reply = new Header().replyTo(frame.header());
                reply.flags |= Header.FLAG_PAYLOAD_CRC;
                reply.payloadCrc = FakeServer.crc(payload);
                payload[length - 1] ^= 4;
                peer.send(reply, payload);
                assertThat(error(read, ErrorCode.CHECKSUM_MISMATCH))
                        .hasMessageContaining("read damaged on its way")
                        .hasMessageContaining("path=/f, offset=0, length=" + length);
                fixture.assertSilent(peer); // the connection lives
            }
        }
    }

    @Test
    void aServerThatFallsSilentTimesTheRequestOutAndLosesItsConnection() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            TransferFuture write = fixture.write(2 * WINDOW);
            Peer peer = fixture.server.accept(WINDOW);
            take(peer, WINDOW, Opcode.WRITE);
            Call call = fixture.size();
            peer.next(Opcode.SIZE);
            fixture.advance(RPC_TIMEOUT);
            assertThat(error(write, ErrorCode.TIMEOUT))
                    .hasMessage("no answer from target 3 at " + fixture.server.hostAndPort()
                            + " within 48 ms: is the server running, and does its storage answer? what was in flight may or"
                            + " may not have been applied");
            error(call.reply(), ErrorCode.TIMEOUT);
            value(write.released());
            peer.awaitClosed();
            fixture.assertBaseline();
        }
    }

    @Test
    void aDeadlineSettlesTheFutureAtOnceAndTheMemoryIsFreeWhenTheConnectionIsGone() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            TransferFuture read = fixture.read(Memory.of(direct(UNIT)), 0);
            Peer peer = fixture.server.accept();
            peer.hello();
            Duration greeting = REQUEST_TIMEOUT.minusMillis(1);
            fixture.advance(greeting);
            peer.welcome(new Messages.HelloReply(Header.VERSION, 0, 1, UNIT, WINDOW, 1, 0, ""));
            Frame frame = peer.next(Opcode.READ);
            assertThat(frame.header().deadlineMs).isEqualTo(1);
            fixture.advance(Duration.ofMillis(1));
            assertThat(error(read, ErrorCode.TIMEOUT))
                    .hasMessage("read timed out after 64 ms (service=target 3, address="
                            + fixture.server.hostAndPort() + ", path=/f, offset=0, length=" + UNIT
                            + "): is the server running, and does its storage answer?");
            assertThat(read.released()).isNotDone(); // the server may still answer into it
            fixture.advance(RPC_TIMEOUT);
            value(read.released());
            peer.awaitClosed();
        }
    }

    @Test
    void anAnswerAfterTheDeadlineFreesTheMemoryAndIsOtherwiseIgnored() throws Exception {
        try (LaneFixture fixture =
                new LaneFixture(Transport.AUTO, config -> config.requestTimeout(RPC_TIMEOUT.multipliedBy(2)))) {
            ByteBuffer memory = direct(UNIT);
            TransferFuture read = fixture.read(Memory.of(memory), 0);
            Peer peer = fixture.server.accept();
            peer.hello();
            fixture.advance(RPC_TIMEOUT.multipliedBy(2).minusMillis(1));
            peer.welcome(new Messages.HelloReply(Header.VERSION, 0, 1, UNIT, WINDOW, 1, 0, ""));
            Frame frame = peer.next(Opcode.READ);
            fixture.advance(Duration.ofMillis(1));
            error(read, ErrorCode.TIMEOUT);
            peer.answer(frame);
            value(read.released());
            assertThat(bytes(memory)).isEqualTo(new byte[UNIT]);
            fixture.assertSilent(peer);
        }
    }

    @Test
    void whatWaitsLongerThanItsDeadlineFailsAlsoBehindAFullWindow() throws Exception {
        try (LaneFixture fixture = new LaneFixture(Transport.AUTO, config -> config.requestTimeout(RPC_TIMEOUT))) {
            TransferFuture inFlight = fixture.write(WINDOW);
            Peer peer = fixture.server.accept(WINDOW);
            List<Frame> frames = take(peer, WINDOW, Opcode.WRITE);
            TransferFuture waiting = fixture.write(1);
            fixture.assertSilent(peer);
            fixture.advance(RPC_TIMEOUT.minusMillis(1));
            peer.answer(frames.get(0));
            Frame late = peer.next(Opcode.WRITE);
            fixture.advance(Duration.ofMillis(1));
            assertThat(error(waiting, ErrorCode.TIMEOUT)).hasMessageContaining("timed out after 48 ms");
            error(inFlight, ErrorCode.TIMEOUT);
            assertThat(late.isWrite()).isTrue();
            peer.awaitClosed();
            value(waiting.released());
        }
    }

    @Test
    void aLostConnectionFailsWhatWasInFlightAndTheRestGoesOutOnTheNextOne() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            TransferFuture one = fixture.write(1);
            Peer peer = fixture.server.accept(2);
            take(peer, 1, Opcode.WRITE);
            TransferFuture two = fixture.write(1);
            take(peer, 1, Opcode.WRITE);
            TransferFuture three = fixture.write(1);
            TransferFuture four = fixture.write(1);
            Call call = fixture.size();
            peer.next(Opcode.SIZE);
            peer.close();
            for (TransferFuture lost : List.of(one, two)) {
                assertThat(error(lost, ErrorCode.UNKNOWN_OUTCOME))
                        .hasMessageContaining(fixture.server.hostAndPort())
                        .hasMessageContaining("what was in flight may or may not have been applied");
            }
            error(call.reply(), ErrorCode.UNKNOWN_OUTCOME);
            Peer next = fixture.server.accept(2);
            for (Frame frame : take(next, 2, Opcode.WRITE)) {
                next.answer(frame);
            }
            value(three);
            value(four);
            assertThat(fixture.count(Counter.CONNECTIONS_LOST)).isEqualTo(1);
        }
    }

    @Test
    void aRequestThatWasPartlySentFailsAsAWholeAndSendsNothingOnTheNextConnection() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            TransferFuture write = fixture.write(2 * WINDOW);
            Peer peer = fixture.server.accept(WINDOW);
            take(peer, WINDOW, Opcode.WRITE);
            TransferFuture behind = fixture.write(1);
            fixture.assertSilent(peer);
            peer.close();
            Peer next = fixture.server.accept(WINDOW);
            error(write, ErrorCode.UNKNOWN_OUTCOME);
            Frame frame = next.next(Opcode.WRITE);
            assertThat(frame.header().length).isEqualTo(UNIT);
            next.answer(frame);
            value(behind);
            fixture.assertSilent(next);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EPOLL", "IO_URING", "NIO"})
    void aConnectionLostInTheMiddleOfAPayloadFailsTheReadAndFreesItsMemory(Transport transport) throws Exception {
        for (boolean isDirect : new boolean[] {true, false}) {
            try (LaneFixture fixture = new LaneFixture(transport, config -> config)) {
                ByteBuffer memory = isDirect ? direct(4 * UNIT) : ByteBuffer.allocate(4 * UNIT);
                TransferFuture read = fixture.read(Memory.of(memory), 0);
                Peer peer = fixture.server.accept(WINDOW);
                Frame frame = take(peer, 4, Opcode.READ).get(0);
                Header reply = new Header().replyTo(frame.header());
                reply.payloadLength = UNIT;
                peer.send(Peer.encoded(reply));
                peer.send(new byte[UNIT / 2]);
                peer.close();
                error(read, ErrorCode.UNKNOWN_OUTCOME);
                value(read.released());
                fixture.assertBaseline();
            }
        }
    }

    /** Answers a READ in a way that no server may. */
    @SuppressWarnings("ImmutableEnumChecker") // the lambdas have no state
    enum Nonsense {
        GARBAGE(peer -> {}, "not a Stria frame"),
        REQUEST(reply -> reply.flags = 0, "unexpected flags"),
        UNKNOWN_MANDATORY_FLAG(reply -> reply.flags |= 0x100, "unexpected flags"),
        NO_SUCH_SLOT(reply -> reply.slot = 999, "no slot 999"),
        NEGATIVE_SLOT(reply -> reply.slot = -1, "no slot -1"),
        NEGATIVE_LENGTH(reply -> reply.payloadLength = -1, "negative payload length"),
        MORE_THAN_ASKED_FOR(reply -> reply.payloadLength = UNIT + 1, "more payload than the 65536 bytes asked for"),
        ENDLESS_TEXT(
                reply -> {
                    reply.status = Status.of(ErrorCode.IO_ERROR);
                    reply.payloadLength = Integer.MAX_VALUE;
                },
                "message body out of bounds"),
        ENDLESS_LATE_REPLY(
                reply -> {
                    reply.generation--;
                    reply.payloadLength = Integer.MAX_VALUE;
                },
                "payload too long"),
        REFUSAL_WITHOUT_TEXT(reply -> reply.status = Status.of(ErrorCode.IO_ERROR), "malformed message body");

        final Consumer<Header> change;
        final String message;

        Nonsense(Consumer<Header> change, String message) {
            this.change = change;
            this.message = message;
        }
    }

    @ParameterizedTest
    @EnumSource
    void aServerThatBreaksTheProtocolIsGivenUpAndNothingIsLeftBehind(Nonsense nonsense) throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            TransferFuture read = fixture.read(Memory.of(direct(UNIT)), 0);
            TransferFuture write = fixture.write(1);
            Peer peer = fixture.server.accept(WINDOW);
            Frame first = peer.next(Opcode.READ);
            peer.next(Opcode.WRITE);
            if (nonsense == Nonsense.GARBAGE) {
                peer.send("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            } else {
                Header reply = new Header().replyTo(first.header());
                nonsense.change.accept(reply);
                peer.send(Peer.encoded(reply));
            }
            peer.awaitClosed();
            for (TransferFuture each : List.of(read, write)) {
                assertThat(error(each, ErrorCode.PROTOCOL_ERROR)).hasMessageContaining(nonsense.message);
                value(each.released());
            }
            fixture.assertBaseline();
            // And the next connection works.
            TransferFuture again = fixture.write(1);
            Peer next = fixture.server.accept(WINDOW);
            next.answer(next.next(Opcode.WRITE));
            value(again);
        }
    }

    @Test
    void aRefusedCallWithoutATextFailsTheCall() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            Call call = fixture.size();
            Peer peer = fixture.server.accept(WINDOW);
            Header reply = new Header().replyTo(peer.next(Opcode.SIZE).header());
            reply.status = Status.of(ErrorCode.STALE);
            peer.send(reply, NOTHING);
            error(call.reply(), ErrorCode.PROTOCOL_ERROR);
            peer.awaitClosed();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EPOLL", "IO_URING", "NIO"})
    void aPayloadInAnswerToAWriteDoesNotReachTheMemoryOfTheWrite(Transport transport) throws Exception {
        for (boolean isDirect : new boolean[] {true, false}) {
            try (LaneFixture fixture = new LaneFixture(transport, config -> config)) {
                ByteBuffer memory = isDirect ? direct(100) : ByteBuffer.allocate(100);
                TransferFuture write = fixture.write(Memory.of(memory), 0);
                Peer peer = fixture.server.accept(WINDOW);
                Frame frame = peer.next(Opcode.WRITE);
                byte[] poison = new byte[100_000];
                Arrays.fill(poison, (byte) 0x66);
                peer.answer(frame, poison);
                StriaException error = error(write, ErrorCode.PROTOCOL_ERROR);
                assertThat(error).hasMessageContaining("payload in answer to a write");
                assertThat(memory.get(0)).isZero();
                assertThat(memory.get(99)).isZero();
            }
        }
    }

    @Test
    void aRefusalThatComesBeforeAllOfTheWriteWasTakenMakesRoomForTheNext() throws Exception {
        try (LaneFixture fixture = new LaneFixture(
                Transport.AUTO, config -> config.maxRpcBytes(64L << 20).checksum(false))) {
            TransferFuture large = fixture.write(1000);
            TransferFuture behind = fixture.write(1);
            Peer peer = fixture.server.accept(1);
            Header header = peer.nextHeader();
            assertThat(header.payloadLength).isEqualTo(1000 * UNIT);
            // The payload does not fit the sockets' buffers, so the client is still sending when it is refused.
            peer.refuse(new Frame(header, NOTHING), ErrorCode.NO_SPACE, "full");
            peer.payloadOf(header);
            error(large, ErrorCode.NO_SPACE);
            value(large.released());
            peer.answer(peer.next(Opcode.WRITE));
            value(behind);
        }
    }

    @Test
    void cancellingWhatWaitsSettlesItAtOnceAndSendsNothingOfIt() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            TransferFuture inFlight = fixture.write(WINDOW);
            Peer peer = fixture.server.accept(WINDOW);
            List<Frame> frames = take(peer, WINDOW, Opcode.WRITE);
            TransferFuture cancelled = fixture.write(Memory.of(direct(17)), 0);
            TransferFuture behind = fixture.write(Memory.of(direct(18)), 0);
            fixture.assertSilent(peer);
            assertThat(cancelled.cancel(false)).isTrue();
            assertThat(cancelled).isCancelled();
            peer.answer(frames.get(0));
            Frame next = peer.next(Opcode.WRITE);
            assertThat(next.header().length).isEqualTo(18);
            value(cancelled.released());
            peer.answer(next);
            for (Frame frame : frames.subList(1, WINDOW)) {
                peer.answer(frame);
            }
            value(behind);
            value(inFlight);
        }
    }

    @Test
    void whatIsCancelledFarBackInTheQueueIsFreedAlthoughNothingMoves() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            TransferFuture inFlight = fixture.write(WINDOW);
            Peer peer = fixture.server.accept(WINDOW);
            List<Frame> frames = take(peer, WINDOW, Opcode.WRITE);
            TransferFuture waiting = fixture.write(1);
            TransferFuture cancelled = fixture.write(1);
            cancelled.cancel(false);
            value(cancelled.released());
            assertThat(waiting).isNotDone();
            for (Frame frame : frames) {
                peer.answer(frame);
            }
            peer.answer(peer.next(Opcode.WRITE));
            value(waiting);
            value(inFlight);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EPOLL", "IO_URING", "NIO"})
    void cancellingWhatIsInFlightKeepsTheMemoryUntilTheReplyAndDropsThat(Transport transport) throws Exception {
        for (boolean isDirect : new boolean[] {true, false}) {
            try (LaneFixture fixture = new LaneFixture(transport, config -> config)) {
                ByteBuffer memory = isDirect ? direct(3 * UNIT) : ByteBuffer.allocate(3 * UNIT);
                TransferFuture read = fixture.read(Memory.of(memory), 0);
                Peer peer = fixture.server.accept(2);
                List<Frame> frames = take(peer, 2, Opcode.READ);
                read.cancel(false);
                peer.answer(frames.get(1));
                fixture.assertSilent(peer);
                assertThat(read.released()).isNotDone();
                peer.answer(frames.get(0));
                value(read.released());
                assertThat(bytes(memory)).isEqualTo(new byte[3 * UNIT]);
                fixture.assertSilent(peer); // the third RPC was never sent
            }
        }
    }

    @Test
    void aCallerThatSettlesTheFutureItselfHasItsValue() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            TransferFuture write = fixture.write(1);
            Peer peer = fixture.server.accept(WINDOW);
            Frame frame = peer.next(Opcode.WRITE);
            write.complete(123L);
            peer.answer(frame);
            value(write.released());
            assertThat(write).isCompletedWithValue(123L);
        }
    }

    @Test
    void closingFailsWhatIsInFlightAndWhatWaits() throws Exception {
        LaneFixture fixture = new LaneFixture();
        TransferFuture inFlight = fixture.write(WINDOW);
        Peer peer = fixture.server.accept(WINDOW);
        take(peer, WINDOW, Opcode.WRITE);
        TransferFuture waiting = fixture.write(1);
        fixture.assertSilent(peer);
        fixture.close();
        peer.awaitClosed();
        assertThat(error(waiting, ErrorCode.CLOSED))
                .hasMessageContaining("write failed: the client was closed before it was sent (service=target 3")
                .hasMessageContaining("path=/f, offset=0, length=" + UNIT + "): connect again");
        error(inFlight);
        value(inFlight.released());
        TransferFuture late = fixture.write(1);
        error(late, ErrorCode.CLOSED);
        value(late.released());
        fixture.assertBaseline();
    }

    @Test
    void whatComesAfterCloseFailsAtOnceAndConnectsNowhere() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            value(fixture.lane.closeAsync());
            error(fixture.write(1), ErrorCode.CLOSED);
            error(fixture.size().reply(), ErrorCode.CLOSED);
        }
    }

    @Test
    void manyLostConnectionsLeaveNothingBehind() throws Exception {
        try (LaneFixture fixture =
                new LaneFixture(Transport.AUTO, config -> config.reconnectBackoff(Duration.ofNanos(16)))) {
            for (int round = 0; round < 50; round++) {
                TransferFuture write = fixture.write(WINDOW);
                Peer peer = fixture.server.accept(WINDOW);
                take(peer, WINDOW, Opcode.WRITE);
                peer.close();
                error(write, ErrorCode.UNKNOWN_OUTCOME);
                value(write.released());
            }
            fixture.assertBaseline();
            assertThat(fixture.count(Counter.CONNECTIONS_LOST)).isBetween(49L, 50L); // the last is counted any moment
        }
    }
}
