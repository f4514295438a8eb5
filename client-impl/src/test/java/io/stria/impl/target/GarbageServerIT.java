package io.stria.impl.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.util.internal.PlatformDependent;
import io.stria.AsyncFile;
import io.stria.ClientConfig;
import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.Stria;
import io.stria.StriaClient;
import io.stria.StriaException;
import io.stria.impl.target.FakeServer.Frame;
import io.stria.impl.target.FakeServer.Peer;
import io.stria.wire.Header;
import io.stria.wire.Messages;
import io.stria.wire.Opcode;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A program that uses the client against a server that sends nonsense: each call fails within its deadline and says why,
 * and when the client is closed nothing of it is left.
 */
class GarbageServerIT {
    private static final int LENGTH = 1000;
    private static final int TARGET = 0;
    private static final FileLayout LAYOUT = new FileLayout(64 << 10, 1, TARGET, List.of(TARGET));
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int CRC_AT = 76;
    private static final int ROUNDS = Boolean.getBoolean("stria.soak") ? 5_000 : 100;

    /** What a server sends instead of an honest reply: nothing if empty; if null it closes the connection. */
    @FunctionalInterface
    private interface Script {
        byte @Nullable [] reply(Frame request, byte[] honest) throws IOException;
    }

    /** Plays namespace and target, each connection on a thread of its own. */
    private static final class Liar implements AutoCloseable {
        private final FakeServer server = new FakeServer();
        private final Script script;
        private final ConcurrentLinkedQueue<Peer> peers = new ConcurrentLinkedQueue<>();

        Liar(Script script) throws IOException {
            this.script = script;
            start(() -> {
                while (true) {
                    Peer peer = server.accept();
                    peers.add(peer);
                    start(() -> serve(peer));
                }
            });
        }

        @FunctionalInterface
        private interface Work {
            void run() throws IOException;
        }

        private static void start(Work work) {
            Thread thread = new Thread(
                    () -> {
                        try {
                            work.run();
                        } catch (IOException over) {
                            Thread.currentThread().setName("liar is done: " + over.getMessage());
                        }
                    },
                    "liar");
            thread.setDaemon(true);
            thread.start();
        }

        /** Closes the connection at its end: one accepted while this is being closed is in nobody's list. */
        private void serve(Peer peer) throws IOException {
            try (peer) {
                while (true) {
                    Frame request = peer.next();
                    byte[] reply = script.reply(request, honest(request));
                    if (reply == null) {
                        return;
                    }
                    peer.send(reply);
                }
            }
        }

        private byte[] honest(Frame request) {
            Header reply = new Header().replyTo(request.header());
            byte[] body = switch (request.header().opcode) {
                case Opcode.HELLO -> new Messages.HelloReply(Header.VERSION, 0, 1, 1 << 20, 8, 1, 0, "").toBytes();
                case Opcode.OPEN, Opcode.STAT ->
                    new Messages.FileRecord(7, 9, false, LENGTH, true, 0, LAYOUT, false).toBytes();
                case Opcode.TARGETS ->
                    new Messages.TargetTable(List.of(new Messages.Target(TARGET, server.hostAndPort()))).toBytes();
                case Opcode.READ -> FakeServer.content(request.header());
                default -> new byte[0];
            };
            if (request.header().opcode == Opcode.READ) {
                reply.flags |= Header.FLAG_PAYLOAD_CRC;
                reply.payloadCrc = FakeServer.crc(body);
            }
            return frame(reply, body);
        }

        StriaClient client(Duration requestTimeout, Duration connectTimeout) throws StriaException {
            return Stria.connect(ClientConfig.builder("stria://" + server.hostAndPort() + "/")
                    .ioThreads(1)
                    .requestTimeout(requestTimeout)
                    .rpcTimeout(requestTimeout)
                    .connectTimeout(connectTimeout)
                    .reconnectBackoff(Duration.ofMillis(1))
                    .build());
        }

        @Override
        public void close() throws IOException {
            server.close();
            for (Peer peer : peers) {
                peer.close();
            }
        }
    }

    private static byte[] frame(Header header, byte[] body) {
        header.payloadLength = body.length;
        byte[] bytes = Arrays.copyOf(Peer.encoded(header), Header.BYTES + body.length);
        System.arraycopy(body, 0, bytes, Header.BYTES, body.length);
        return bytes;
    }

    private static byte[] flipped(byte[] honest, int bit, boolean isRepaired) {
        honest[bit >> 3] ^= (byte) (1 << (bit & 7));
        if (isRepaired) {
            CRC32C crc = new CRC32C();
            crc.update(honest, 0, CRC_AT);
            ByteBuffer.wrap(honest).putInt(CRC_AT, (int) crc.getValue());
        }
        return honest;
    }

    private static byte[] withPayloadLength(byte[] honest, int length) {
        ByteBuffer.wrap(honest).putInt(68, length);
        return flipped(flipped(honest, 0, false), 0, true);
    }

    /** How a server may fail to greet. */
    @SuppressWarnings("ImmutableEnumChecker") // the lambdas have no state
    private enum Greeting {
        RANDOM_BYTES(ErrorCode.PROTOCOL_ERROR, "not a Stria frame", honest -> {
            new Random(5).nextBytes(honest);
            return honest;
        }),
        WRONG_MAGIC(ErrorCode.PROTOCOL_ERROR, "not a Stria frame (magic 53545248", honest -> flipped(honest, 24, true)),
        WRONG_CHECKSUM(ErrorCode.PROTOCOL_ERROR, "header checksum", honest -> flipped(honest, CRC_AT * 8, false)),
        ENDLESS(
                ErrorCode.PROTOCOL_ERROR,
                "message body out of bounds",
                honest -> withPayloadLength(honest, Integer.MAX_VALUE)),
        NOT_A_REPLY(ErrorCode.PROTOCOL_ERROR, "unexpected flags", honest -> flipped(honest, 9 * 8, true)),
        OTHER_VERSION(
                ErrorCode.VERSION_MISMATCH,
                "answers in protocol version 2, this client speaks 1: use client and server of the same release",
                honest -> {
                    honest[Header.BYTES] = 2;
                    return honest;
                }),
        CLOSES(ErrorCode.UNREACHABLE, "closed the connection without a greeting: is it", honest -> null),
        SILENT(ErrorCode.UNREACHABLE, "does not greet within 1000 ms: is it", honest -> new byte[0]),
        HALF(
                ErrorCode.UNREACHABLE,
                "does not greet within 1000 ms: is it",
                honest -> Arrays.copyOf(honest, Header.BYTES + 3));

        final ErrorCode code;
        final String message;
        final Change change;

        /** Short where it is what ends the wait. */
        Duration connectTimeout() {
            return code == ErrorCode.UNREACHABLE ? Duration.ofSeconds(1) : PATIENCE;
        }

        private interface Change {
            byte @Nullable [] of(byte[] honest);
        }

        Greeting(ErrorCode code, String message, Change change) {
            this.code = code;
            this.message = message;
            this.change = change;
        }
    }

    /** What this process holds of a client. */
    private record Left(long sockets, long threads) {
        static Left now() throws IOException {
            long sockets = 0;
            try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
                for (Path descriptor : descriptors) {
                    sockets += isSocket(descriptor) ? 1 : 0;
                }
            }
            long threads = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("stria-client")
                            || thread.getName().startsWith("liar"))
                    .count();
            return new Left(sockets, threads);
        }

        /** Other tests' sockets may go meanwhile: the collector closes what they left. */
        boolean isWithin(Left before) {
            return sockets <= before.sockets && threads <= before.threads;
        }

        private static boolean isSocket(Path descriptor) {
            try {
                return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
            } catch (IOException closedMeanwhile) {
                return false;
            }
        }

        @SuppressWarnings("System.gc") // what is measured is what it leaves
        static long directBytes() {
            System.gc();
            return PlatformDependent.usedDirectMemory()
                    + ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                            .filter(pool -> pool.getName().equals("direct"))
                            .mapToLong(BufferPoolMXBean::getMemoryUsed)
                            .sum();
        }
    }

    @FunctionalInterface
    private interface Use {
        void of(StriaClient client) throws Exception;
    }

    /** A client's life from begin to end, after which all is as before. */
    private static void use(Script script, Duration requestTimeout, Duration connectTimeout, Use use) throws Exception {
        use(script, requestTimeout, connectTimeout, use, StriaClient::close);
    }

    private static void use(Script script, Duration requestTimeout, Duration connectTimeout, Use use, Use closing)
            throws Exception {
        Left before = Left.now();
        long directBefore = Left.directBytes();
        try (Liar liar = new Liar(script)) {
            StriaClient client = liar.client(requestTimeout, connectTimeout);
            try {
                use.of(client);
            } finally {
                closing.of(client);
            }
        }
        until(
                "no more sockets and threads are left than before",
                () -> Left.now().isWithin(before));
        until("direct memory is that of before", () -> Left.directBytes() <= directBefore + (256 << 10));
    }

    @FunctionalInterface
    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void until(String what, Condition condition) throws IOException {
        long endNs = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.holds()) {
            assertThat(System.nanoTime())
                    .as("waiting until %s, now %s", what, Left.now())
                    .isLessThan(endNs);
            LockSupport.parkNanos(5_000_000);
        }
    }

    private static StriaException error(CompletableFuture<?> future) throws Exception {
        try {
            Object value = future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            throw new AssertionError("completed with " + value + " instead of failing");
        } catch (ExecutionException e) {
            assertThat(e.getCause()).isInstanceOf(StriaException.class);
            return (StriaException) e.getCause();
        }
    }

    private static <T> T value(CompletableFuture<T> future) throws Exception {
        return future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static AsyncFile open(StriaClient client) throws Exception {
        return value(client.open("/f", LAYOUT, StandardOpenOption.READ));
    }

    /** Once, so that what is made at first use is made. */
    @BeforeEach
    void warmUp() throws Exception {
        try (Liar liar = new Liar((request, honest) -> honest);
                StriaClient client = liar.client(PATIENCE, PATIENCE);
                AsyncFile file = open(client)) {
            assertThat(value(file.read(ByteBuffer.allocateDirect(LENGTH), 0))).isEqualTo(LENGTH);
        }
        until("the first client is gone", () -> Left.now().threads() == 0);
    }

    @ParameterizedTest
    @EnumSource
    void aNamespaceThatDoesNotGreetFailsEveryCallAndSaysWhy(Greeting greeting) throws Exception {
        use((request, honest) -> greeting.change.of(honest), PATIENCE, greeting.connectTimeout(), client -> {
            for (CompletableFuture<?> call : List.of(client.stat("/f"), client.list("/"))) {
                assertGreeting(greeting, error(call), "namespace at 127.0.0.1:");
            }
            assertGreeting(greeting, error(client.open("/f", LAYOUT)), "namespace at 127.0.0.1:");
        });
    }

    @ParameterizedTest
    @EnumSource
    void aTargetThatDoesNotGreetFailsItsReadsAndNothingElse(Greeting greeting) throws Exception {
        use(
                (request, honest) -> request.header().opcode == Opcode.HELLO && service(request) == TARGET
                        ? greeting.change.of(honest)
                        : honest,
                PATIENCE,
                greeting.connectTimeout(),
                client -> {
                    AsyncFile file = open(client);
                    for (int again = 0; again < 2; again++) {
                        assertGreeting(
                                greeting,
                                error(file.read(ByteBuffer.allocateDirect(LENGTH), 0)),
                                "target 0 at 127.0.0.1:");
                    }
                    assertThat(value(client.stat("/f")).size()).isEqualTo(LENGTH);
                    value(file.closeAsync());
                });
    }

    private static int service(Frame hello) throws IOException {
        return Messages.read(Unpooled.wrappedBuffer(hello.payload()), Messages.Hello::read)
                .service();
    }

    private static void assertGreeting(Greeting greeting, StriaException error, String where) {
        assertThat(error.code()).as(error.getMessage()).isEqualTo(greeting.code);
        assertThat(error).hasMessageStartingWith(where).hasMessageContaining(greeting.message);
    }

    @Test
    void aServerThatClosesAtOnceIsTriedAgainForEveryCallAndLeavesNothing() throws Exception {
        use((request, honest) -> null, PATIENCE, PATIENCE, client -> {
            for (int again = 0; again < 100; again++) {
                assertGreeting(Greeting.CLOSES, error(client.stat("/f")), "namespace at 127.0.0.1:");
            }
        });
    }

    @Test
    void limitsBeyondReasonAreNotTakenUp() throws Exception {
        byte[] generous = new Messages.HelloReply(
                        Header.VERSION,
                        -1,
                        -1,
                        Integer.MAX_VALUE,
                        Integer.MAX_VALUE,
                        Integer.MIN_VALUE,
                        Integer.MIN_VALUE,
                        "")
                .toBytes();
        use(
                (request, honest) -> request.header().opcode == Opcode.HELLO
                        ? frame(new Header().replyTo(request.header()), generous)
                        : honest,
                PATIENCE,
                PATIENCE,
                client -> {
                    AsyncFile file = open(client);
                    ByteBuffer memory = ByteBuffer.allocateDirect(LENGTH);
                    assertThat(value(file.read(memory, 0))).isEqualTo(LENGTH);
                    assertThat(memory).isEqualTo(ByteBuffer.wrap(FakeServer.content(0, LENGTH)));
                });
    }

    @Test
    void aReplyToNobodyAndOneThatIsTooLongFailTheRead() throws Exception {
        use(
                (request, honest) -> request.header().opcode == Opcode.READ ? flipped(honest, 24 * 8, true) : honest,
                PATIENCE,
                PATIENCE,
                client -> assertBroken(client, "no slot"));
        use(
                (request, honest) -> request.header().opcode == Opcode.READ
                        ? frame(new Header().replyTo(request.header()), new byte[LENGTH + 1])
                        : honest,
                PATIENCE,
                PATIENCE,
                client -> assertBroken(client, "more payload than the 1000 bytes asked for"));
    }

    @ParameterizedTest
    @CsvSource({"false,0,a file without targets", "true,0,a directory was opened", "false,-5,a file of -5 bytes"})
    void aFileThatCannotBeIsNotOpened(boolean isDirectory, long size, String why) throws Exception {
        FileLayout layout = size < 0 ? LAYOUT : FileLayout.striped(1, 64 << 10);
        byte[] record = new Messages.FileRecord(7, 9, isDirectory, size, true, 0, layout, false).toBytes();
        use(
                (request, honest) -> request.header().opcode == Opcode.OPEN
                        ? frame(new Header().replyTo(request.header()), record)
                        : honest,
                PATIENCE,
                PATIENCE,
                client -> {
                    StriaException error = error(client.open("/f", LAYOUT));
                    assertThat(error.code()).isEqualTo(ErrorCode.PROTOCOL_ERROR);
                    assertThat(error)
                            .hasMessageStartingWith("open was answered with something that is no Stria protocol: " + why
                                    + " (namespace at 127.0.0.1:")
                            .hasMessageEndingWith(", path=/f)");
                });
    }

    private static void assertBroken(StriaClient client, String why) throws Exception {
        AsyncFile file = open(client);
        ByteBuffer memory = ByteBuffer.allocateDirect(LENGTH);
        StriaException error = error(file.read(memory, 0));
        assertThat(error.code()).isEqualTo(ErrorCode.PROTOCOL_ERROR);
        assertThat(error)
                .hasMessageStartingWith("target 0 at 127.0.0.1:")
                .hasMessageContaining("sent something that is no Stria protocol: ")
                .hasMessageContaining(why);
        assertThat(memory).isEqualTo(ByteBuffer.allocate(LENGTH));
    }

    @Test
    void aServerThatAcceptsACallAndIsSilentThenTimesItOut() throws Exception {
        use(
                (request, honest) -> request.header().opcode == Opcode.HELLO ? honest : new byte[0],
                Duration.ofMillis(200),
                PATIENCE,
                client -> assertThat(error(client.stat("/f")).code()).isEqualTo(ErrorCode.TIMEOUT));
    }

    /** A bit is wrong in one reply of four: in its header, with or without a right checksum, or in its body. */
    @Test
    void repliesWithAWrongBitEndEveryCallOneWayOrTheOther() throws Exception {
        long seed = Long.getLong("stria.seed", System.nanoTime());
        Random random = new Random(seed);
        Script script = (request, honest) -> {
            synchronized (random) {
                if (random.nextInt(4) > 0) {
                    return honest;
                }
                int bit = random.nextInt(honest.length * 8);
                boolean isInStatus = bit >= 10 * 8 && bit < 12 * 8; // which may say whatever a server can say
                return flipped(honest, isInStatus ? bit - 32 : bit, bit < CRC_AT * 8 && random.nextBoolean());
            }
        };
        try {
            use(
                    script,
                    Duration.ofMillis(50),
                    Duration.ofMillis(50),
                    client -> {
                        for (int i = 0; i < ROUNDS; i++) {
                            ends(client.stat("/f"));
                            ends(client.targets());
                            ends(client.open("/f", LAYOUT, StandardOpenOption.READ)
                                    .thenCompose(file -> file.read(ByteBuffer.allocateDirect(LENGTH), 0)
                                            .handle((count, error) -> file.closeAsync())
                                            .thenCompose(closing -> closing)));
                        }
                    },
                    client -> ends(client.closeAsync())); // of a file that came too late to be taken the close may fail
        } catch (Exception | AssertionError e) {
            throw new AssertionError("seed " + seed, e);
        }
    }

    private static void ends(CompletableFuture<?> future) throws Exception {
        try {
            value(future);
        } catch (ExecutionException e) {
            assertThat(e.getCause()).isInstanceOfSatisfying(StriaException.class, failure -> {
                assertThat(failure.code()).as(failure.getMessage()).isNotEqualTo(ErrorCode.INTERNAL);
                assertThat(failure.getMessage()).isNotBlank();
            });
        }
    }
}
