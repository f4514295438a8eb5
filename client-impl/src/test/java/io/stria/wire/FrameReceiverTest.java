package io.stria.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Plays the transport by hand: asks the receiver for buffers, fills them from a stream, hands them over. */
class FrameReceiverTest {
    private static final int LARGE = FrameReceiver.LARGE_PAYLOAD_BYTES;

    private final RecordingReceiver receiver = new RecordingReceiver(false);
    private final EmbeddedChannel channel = new EmbeddedChannel(receiver);
    private final ChannelHandlerContext context = channel.pipeline().context(receiver);
    private final RecvByteBufAllocator.ExtendedHandle handle =
            (RecvByteBufAllocator.ExtendedHandle) receiver.allocator().newHandle();
    /** Bytes taken by each read. */
    private final List<Integer> reads = new ArrayList<>();

    /** The socket has these bytes and becomes readable once; gives how many were taken before the turn ended. */
    private int turn(byte[] socket) {
        int taken = 0;
        handle.reset(channel.config());
        do {
            ByteBuf buffer = handle.allocate(channel.alloc());
            handle.attemptedBytesRead(buffer.writableBytes());
            int count = Math.min(buffer.writableBytes(), socket.length - taken);
            handle.lastBytesRead(count);
            if (count <= 0) {
                buffer.release();
                break;
            }
            buffer.writeBytes(socket, taken, count);
            taken += count;
            reads.add(count);
            handle.incMessagesRead(1);
            receiver.channelRead(context, buffer);
        } while (handle.continueReading());
        handle.readComplete();
        receiver.channelReadComplete(context);
        return taken;
    }

    /** As the poller does: turns follow each other as long as the channel reads and the socket has bytes. */
    private int feed(byte[] socket) {
        int taken = 0;
        while (taken < socket.length && channel.isOpen() && channel.config().isAutoRead()) {
            taken += turn(Arrays.copyOfRange(socket, taken, socket.length));
        }
        return taken;
    }

    private void assertReceived(int... lengths) {
        assertThat(receiver.faults).isEmpty();
        assertThat(receiver.received).hasSize(lengths.length);
        for (int id = 0; id < lengths.length; id++) {
            assertThat(receiver.received.get((long) id)).isEqualTo(Frames.payload(id, lengths[id]));
        }
    }

    private static byte[] stream(int... lengths) {
        byte[][] frames = new byte[lengths.length][];
        for (int id = 0; id < lengths.length; id++) {
            frames[id] = Frames.frame(id, Frames.payload(id, lengths[id]));
        }
        return Frames.join(frames);
    }

    @Test
    void theEndOfTheStreamIsATurnWithoutARead() {
        assertThat(turn(new byte[0])).isZero();
        assertThat(receiver.turns).isEqualTo(1);
        assertThat(receiver.isReading()).isFalse();
        assertThat(receiver.faults).isEmpty();
    }

    @Test
    void framesMayBeCutAtEveryPossibleByte() {
        int[] lengths = {5, 0, 17, 1};
        byte[] stream = stream(lengths);
        for (int cut = 0; cut <= stream.length; cut++) {
            FrameReceiverTest each = new FrameReceiverTest();
            each.feed(Arrays.copyOf(stream, cut));
            each.feed(Arrays.copyOfRange(stream, cut, stream.length));
            each.assertReceived(lengths);
        }
    }

    @Test
    void bytesMayComeOneByOne() {
        int[] lengths = {3, 0, 130, 9};
        for (byte each : stream(lengths)) {
            feed(new byte[] {each});
        }
        assertReceived(lengths);
    }

    @Test
    void manySmallFramesArriveWithOneRead() {
        int[] lengths = new int[200];
        Arrays.setAll(lengths, i -> i);
        byte[] stream = stream(lengths);
        assertThat(stream.length).isLessThan(64 << 10);
        feed(stream);
        assertReceived(lengths);
        assertThat(reads).containsExactly(stream.length);
        assertThat(receiver.turns).isEqualTo(1);
    }

    @Test
    void aLargePayloadBehindALargePayloadIsNotCopied() {
        int[] lengths = {LARGE, 1 << 20, 3 << 20};
        feed(stream(lengths));
        assertReceived(lengths);
        assertThat(receiver.copied()).isEqualTo((64 << 10) - Header.BYTES); // of the first: it was not expected
        // one staged read, and from then on payload, header, payload, header, payload
        assertThat(reads).containsExactly(64 << 10, Header.BYTES, Header.BYTES, 1 << 20, Header.BYTES, 3 << 20);
    }

    @Test
    void afterASmallPayloadBytesAreReadAheadAgain() {
        int[] lengths = {LARGE, LARGE - 1, 200_000, LARGE};
        feed(stream(lengths));
        assertReceived(lengths);
        int readAhead = (64 << 10) - Header.BYTES;
        assertThat(receiver.copied()).isEqualTo(2L * readAhead);
    }

    @Test
    void payloadGoesToAsManyPiecesOfMemoryAsThereAre() {
        receiver.pieceLength = limit -> Math.min(limit, 777);
        int[] lengths = {10_000, 200_000, 200_000, 1};
        feed(stream(lengths));
        assertReceived(lengths);
    }

    @Test
    void longerHeadersAreSkippedOver() {
        byte[][] frames = new byte[12][];
        int[] headerLengths = {80, 81, 96, 511, 512, 80, 512, 300, 80, 81, 82, 500};
        int[] lengths = {0, 3, LARGE, 70_000, 70_000, 5, 0, LARGE, LARGE, LARGE, 1, 0};
        for (int id = 0; id < frames.length; id++) {
            frames[id] = Frames.frame(id, Frames.payload(id, lengths[id]), headerLengths[id]);
        }
        byte[] stream = Frames.join(frames);
        feed(stream);
        assertReceived(lengths);
        for (int step : new int[] {1, 7, 79, 81, 300, 65_536}) {
            FrameReceiverTest each = new FrameReceiverTest();
            for (int at = 0; at < stream.length; at += step) {
                each.feed(Arrays.copyOfRange(stream, at, Math.min(stream.length, at + step)));
            }
            each.assertReceived(lengths);
        }
    }

    @Test
    void aDiscardedPayloadIsReadAndForgotten() {
        receiver.pausesOf = header -> header.requestId % 2 == 0 ? -1 : 0;
        int[] lengths = {100, 200, 1 << 20, 300, LARGE, LARGE};
        feed(stream(lengths));
        assertThat(receiver.faults).isEmpty();
        assertThat(receiver.received).hasSize(6);
        for (int id = 0; id < 6; id++) {
            byte[] expected = id % 2 == 0 ? null : Frames.payload(id, lengths[id]);
            assertThat(receiver.received.get((long) id)).isEqualTo(expected);
        }
    }

    @Test
    void aPausedChannelReadsNothingUntilItIsResumedAndThenAsksAgain() {
        receiver.pausesOf = header -> header.requestId == 1 ? 2 : 0;
        int[] lengths = {10, 100_000, 20};
        byte[] stream = stream(lengths);
        int taken = feed(stream);
        assertThat(taken).isEqualTo(64 << 10); // what was read ahead
        assertThat(channel.config().isAutoRead()).isFalse();
        assertThat(receiver.received).containsOnlyKeys(0L);
        receiver.goOn(context);
        assertThat(channel.config().isAutoRead()).isFalse(); // there was no memory yet
        assertThat(receiver.received).containsOnlyKeys(0L);
        receiver.goOn(context);
        assertThat(channel.config().isAutoRead()).isTrue();
        feed(Arrays.copyOfRange(stream, taken, stream.length));
        assertReceived(lengths);
        assertThat(receiver.pauses).isEqualTo(2);
    }

    @Test
    void framesThatWereReadAheadBehindThePausedOneComeWithTheResumption() {
        receiver.pausesOf = header -> header.requestId % 3 == 0 ? 1 : 0;
        int[] lengths = {10, 20, 30, 40, 50, 60, 70};
        feed(stream(lengths));
        for (int resumptions = 0; resumptions < 3; resumptions++) {
            assertThat(receiver.received).hasSize(3 * resumptions);
            receiver.goOn(context);
        }
        assertReceived(lengths);
        assertThat(receiver.turns).isEqualTo(4); // a resumption is a turn as well: it gives rise to replies
    }

    @Test
    void resumingWhatIsNotPausedDoesNothing() {
        feed(stream(5));
        receiver.goOn(context);
        assertThat(receiver.turns).isEqualTo(1);
        assertReceived(5);
    }

    @Test
    void aTurnOfReadingEndsAfter4MiBSoThatOthersHaveTheirs() {
        byte[] stream = stream(1 << 20, 1 << 20, 1 << 20, 1 << 20, 1 << 20, 1 << 20);
        int taken = turn(stream);
        assertThat(taken).isBetween(4 << 20, 5 << 20);
        feed(Arrays.copyOfRange(stream, taken, stream.length));
        assertReceived(1 << 20, 1 << 20, 1 << 20, 1 << 20, 1 << 20, 1 << 20);
    }

    @Test
    void aProtocolErrorClosesTheChannelAndNothingBehindItIsLookedAt() {
        byte[] stream = Frames.join(stream(5), new byte[80], stream(5));
        turn(stream);
        assertThat(receiver.received).hasSize(1);
        assertThat(receiver.faults).containsExactly("not a Stria frame (magic 00000000 instead of 53545249)");
        assertThat(channel.isOpen()).isFalse();
        turn(stream(5));
        assertThat(receiver.received).hasSize(1);
        assertThat(receiver.faults).hasSize(1);
    }

    @Test
    void aProtocolErrorOfTheSubclassClosesTheChannelToo() {
        turn(Frames.join(stream(5), stream(5))); // the same request id twice
        assertThat(receiver.faults).hasSize(1).first().asString().startsWith("twice: ");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aDamagedHeaderIsRefusedBeforeItsPayload() {
        byte[] stream = stream(100);
        stream[45] ^= 1; // the object offset
        turn(stream);
        assertThat(receiver.received).isEmpty();
        assertThat(receiver.faults).hasSize(1).first().asString().startsWith("header checksum");
    }

    @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
    void everyFrameArrivesWholeHoweverTheStreamIsCutAndPaused(@ForAll long seed) {
        Random random = new Random(seed);
        FrameReceiverTest each = new FrameReceiverTest();
        each.receiver.pausesOf = header -> (int) (header.requestId * 7 % 3);
        each.receiver.pieceLength = limit -> 1 + random.nextInt(limit);
        int[] lengths = new int[1 + random.nextInt(20)];
        byte[][] frames = new byte[lengths.length][];
        for (int id = 0; id < lengths.length; id++) {
            lengths[id] = switch (random.nextInt(4)) {
                case 0 -> 0;
                case 1 -> random.nextInt(200);
                case 2 -> LARGE - 2 + random.nextInt(4);
                default -> random.nextInt(3 * LARGE);
            };
            int headerLength = random.nextInt(3) == 0 ? Header.BYTES + random.nextInt(433) : Header.BYTES;
            int flags = random.nextBoolean() ? Header.FLAG_PAYLOAD_CRC : 0;
            frames[id] = Frames.frame(id, Frames.payload(id, lengths[id]), headerLength, flags);
        }
        byte[] stream = Frames.join(frames);
        for (int at = 0; at < stream.length; ) {
            int step = 1 + random.nextInt(random.nextBoolean() ? 200 : 2 * LARGE);
            int end = Math.min(stream.length, at + step);
            at += each.feed(Arrays.copyOfRange(stream, at, end));
            while (!each.channel.config().isAutoRead()) {
                each.receiver.goOn(each.context);
            }
        }
        each.assertReceived(lengths);
    }
}
