package io.stria.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.stria.Transport;
import io.stria.impl.transport.EventLoops;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The receiver behind real sockets, of every transport. */
class FrameReceiverIT {
    private static final int LARGE = FrameReceiver.LARGE_PAYLOAD_BYTES;
    private static final int FRAMES = 60;

    @ParameterizedTest
    @EnumSource(names = {"EPOLL", "IO_URING", "NIO"})
    void everyFrameArrivesWholeAlsoWhenItsMemoryComesLate(Transport transport) throws Exception {
        Random random = new Random(21);
        int[] lengths = new int[FRAMES];
        byte[][] frames = new byte[FRAMES][];
        for (int id = 0; id < FRAMES; id++) {
            lengths[id] = switch (id % 5) {
                case 0 -> 0;
                case 1 -> random.nextInt(300);
                case 2 -> LARGE + random.nextInt(3);
                case 3 -> random.nextInt(2 * LARGE);
                default -> 10 * LARGE + random.nextInt(LARGE);
            };
            int headerLength = id % 7 == 0 ? 200 : Header.BYTES;
            frames[id] = Frames.frame(
                    id, Frames.payload(id, lengths[id]), headerLength, id % 3 == 0 ? Header.FLAG_PAYLOAD_CRC : 0);
        }
        EventLoops loops = new EventLoops(transport, 1, "receiver-test");
        CompletableFuture<Void> complete = new CompletableFuture<>();
        RecordingReceiver receiver = new RecordingReceiver(loops.isAddressed());
        receiver.pausesOf = header -> header.requestId % 4 == 3 ? (int) (header.requestId % 3) : 0;
        receiver.pieceLength = limit -> 1 + random.nextInt(limit);
        receiver.whenReceived = () -> {
            if (receiver.received.size() == FRAMES) {
                complete.complete(null);
            }
        };
        Channel server = new ServerBootstrap()
                .group(loops.group())
                .channelFactory(loops.serverChannels())
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.config().setRecvByteBufAllocator(receiver.allocator());
                        channel.pipeline().addLast(receiver);
                        ChannelHandlerContext context = channel.pipeline().context(receiver);
                        receiver.whenPaused = () -> channel.eventLoop().execute(() -> receiver.goOn(context));
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .sync()
                .channel();
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), ((InetSocketAddress) server.localAddress()).getPort())) {
            OutputStream out = socket.getOutputStream();
            byte[] stream = Frames.join(frames);
            for (int at = 0; at < stream.length; ) {
                int count = Math.min(stream.length - at, 1 + random.nextInt(3 * LARGE));
                out.write(stream, at, count);
                at += count;
            }
            complete.get(1, TimeUnit.MINUTES);
        } finally {
            loops.shutdown().sync();
        }
        assertThat(receiver.faults).isEmpty();
        assertThat(receiver.pauses).isPositive();
        for (int id = 0; id < FRAMES; id++) {
            assertThat(receiver.received.get((long) id)).isEqualTo(Frames.payload(id, lengths[id]));
        }
    }
}
