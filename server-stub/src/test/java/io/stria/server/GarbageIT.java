package io.stria.server;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.stria.AsyncFile;
import io.stria.FileLayout;
import io.stria.StriaClient;
import io.stria.wire.Header;
import io.stria.wire.Messages;
import io.stria.wire.Opcode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that is sent garbage goes on serving those who talk sense, says what was wrong, and keeps nothing of it. */
class GarbageIT {
    private static final long SECONDS = Long.getLong("stria.soak.seconds", 3);
    private static final int ATTACKERS = 3;
    private static final int FILE_BYTES = 2 << 20;
    private static final FileLayout LAYOUT = FileLayout.striped(2, 64 << 10);
    /** Far from every file's id, also with one bit flipped. */
    private static final long GARBAGE_FILE = 3L << 40;

    private static final Pattern CLOSING =
            Pattern.compile("closing connection remote=/127\\.0\\.0\\.1:(\\d+) reason=\"[^\"]{10,}.*\"");

    @TempDir
    Path directory;

    private final long seed = new Random().nextLong();
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    /** How often each local port was used. */
    private final Map<String, Integer> uses = new ConcurrentHashMap<>();

    private final PrintStream standardError = System.err;
    private TestCluster cluster;
    private Socket present;

    /** What is sent. */
    private enum Kind {
        RANDOM,
        HELLO_THEN_RANDOM,
        FLIPPED_HEADER,
        FLIPPED_AND_REPAIRED,
        FLIPPED_NAMESPACE_FRAME,
        FLIPPED_PAYLOAD,
        TOO_LONG,
        TRUNCATED,
        CONNECT_AND_GO,
        HALF_OPEN,
        READS_NOTHING,
        SENDS_HALF_A_PAYLOAD,
        MUTATED_DATA_FRAMES,
        MUTATED_NAMESPACE_FRAMES
    }

    @BeforeEach
    void start() throws Exception {
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        cluster = TestCluster.start(
                directory,
                2,
                server ->
                        server.maxRpcBytes(1 << 20).payloadMemoryBytes(4 << 20).stallTimeout(Duration.ofMillis(700)));
        present = new Socket(InetAddress.getLoopbackAddress(), cluster.server().port());
        present.getOutputStream().write(Wire.hello(Messages.NAMESPACE_SERVICE));
        Wire.awaitReply(present);
    }

    @AfterEach
    void stop() throws Exception {
        present.close();
        cluster.close();
        System.setErr(standardError);
    }

    private String log() {
        return log.toString(StandardCharsets.UTF_8);
    }

    @Test
    void garbage_harms_nobody_beside_it_and_leaves_nothing_behind() throws Exception {
        try (StriaClient client = cluster.client()) {
            AsyncFile file = Await.value(client.open("/good", LAYOUT, CREATE, READ, WRITE));
            byte[] content = new byte[FILE_BYTES];
            Await.value(file.write(Bytes.direct(content), 0));
            Random random = new Random(seed);
            for (Kind kind : Kind.values()) { // once, so that what is made at first use is made
                attack(kind, random);
            }
            quiet();
            ProcessState before = ProcessState.now();
            long directBefore = ProcessState.directBytes();

            AtomicLong verifiedBytes = new AtomicLong();
            Map<Kind, Long> sent = new EnumMap<>(Kind.class);
            attackAndVerify(file, content, verifiedBytes, sent);

            quiet();
            Await.state(
                    "sockets and threads that were not there before",
                    ProcessState.NOTHING,
                    () -> ProcessState.now().beyond(before));
            Await.until(
                    "direct memory is that of before", () -> ProcessState.directBytes() <= directBefore + (8 << 20));
            verify(file, content, random, verifiedBytes);
            Await.value(file.closeAsync());
            checkLog();
            if (Boolean.getBoolean("stria.soak")) {
                standardError.println("garbage for " + SECONDS + " s: " + sent + ", verified beside it "
                        + (verifiedBytes.get() >> 20) + " MiB, descriptors " + ProcessState.descriptors()
                        + ", direct memory KiB " + (directBefore >> 10) + " -> "
                        + (ProcessState.directBytes() >> 10) + ", log lines "
                        + log().lines().count());
            }
        } catch (Exception | AssertionError e) {
            throw new AssertionError("seed " + seed + ", server said " + tail(log()), e);
        }
    }

    private static String tail(String text) {
        return text.substring(Math.max(0, text.length() - 4000));
    }

    private void quiet() throws Exception {
        Await.until("no payload buffer is held", () -> cluster.server().payloadBuffersInUse() == 0);
        // The client's to the namespace and to two targets, and that which keeps the attackers' session alive.
        Await.until("garbage connections are gone", () -> cluster.server().openConnections() <= 4);
    }

    private void attackAndVerify(AsyncFile file, byte[] content, AtomicLong verifiedBytes, Map<Kind, Long> sent)
            throws Exception {
        long endNs = System.nanoTime() + Duration.ofSeconds(SECONDS).toNanos();
        ExecutorService threads = Executors.newFixedThreadPool(ATTACKERS);
        try {
            List<Future<?>> attackers = new ArrayList<>();
            for (int i = 0; i < ATTACKERS; i++) {
                Random random = new Random(seed + i);
                Callable<Void> attacker = () -> {
                    while (System.nanoTime() < endNs) {
                        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
                        attack(kind, random);
                        synchronized (sent) {
                            sent.merge(kind, 1L, Long::sum);
                        }
                    }
                    return null;
                };
                attackers.add(threads.submit(attacker));
            }
            Random random = new Random(seed - 1);
            while (System.nanoTime() < endNs) {
                verify(file, content, random, verifiedBytes);
            }
            for (Future<?> attacker : attackers) {
                attacker.get();
            }
        } finally {
            threads.shutdown();
            assertThat(threads.awaitTermination(60, java.util.concurrent.TimeUnit.SECONDS))
                    .isTrue();
        }
    }

    /** Writes something somewhere and reads something somewhere. */
    private static void verify(AsyncFile file, byte[] content, Random random, AtomicLong verifiedBytes)
            throws Exception {
        byte[] data = Bytes.random(random, 1 + random.nextInt(300_000));
        int at = random.nextInt(FILE_BYTES - data.length);
        Await.value(file.write(Bytes.direct(data), at));
        System.arraycopy(data, 0, content, at, data.length);
        int length = 1 + random.nextInt(600_000);
        int from = random.nextInt(FILE_BYTES - length);
        ByteBuffer back = ByteBuffer.allocateDirect(length);
        assertThat(Await.value(file.read(back, from))).isEqualTo(length);
        byte[] bytes = new byte[length];
        back.get(0, bytes);
        Bytes.assertSame(bytes, Arrays.copyOfRange(content, from, from + length), "at " + from);
        verifiedBytes.addAndGet(length);
    }

    /** One line for each connection that was closed for a reason, and no stack trace. */
    private void checkLog() {
        List<String> lines = log().lines().toList();
        assertThat(lines).isNotEmpty().allSatisfy(line -> assertThat(line).containsPattern(CLOSING));
        Map<String, Integer> perPort = new HashMap<>();
        for (String line : lines) {
            Matcher closing = CLOSING.matcher(line);
            assertThat(closing.find()).isTrue();
            perPort.merge(closing.group(1), 1, Integer::sum);
        }
        perPort.forEach((port, count) ->
                assertThat(count).as("lines for port %s", port).isLessThanOrEqualTo(uses.getOrDefault(port, 0)));
    }

    private void attack(Kind kind, Random random) throws Exception {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), cluster.server().port())) {
            socket.setSoTimeout(20_000);
            uses.merge(String.valueOf(socket.getLocalPort()), 1, Integer::sum);
            int target = cluster.server().targetNumbers().get(random.nextInt(2));
            switch (kind) {
                case RANDOM -> sendAndAwaitEnd(socket, Bytes.random(random, 8 + random.nextInt(100_000)));
                case HELLO_THEN_RANDOM ->
                    sendAndAwaitEnd(
                            socket, Wire.concat(Wire.hello(target), Bytes.random(random, 8 + random.nextInt(50_000))));
                case FLIPPED_HEADER -> sendAndDrain(socket, Wire.hello(target), flipped(random, frame(random), false));
                case FLIPPED_AND_REPAIRED ->
                    sendAndDrain(
                            socket,
                            Wire.hello(target),
                            frame(random),
                            flipped(random, frame(random), true),
                            frame(random));
                case FLIPPED_NAMESPACE_FRAME ->
                    sendAndDrain(
                            socket,
                            Wire.hello(Messages.NAMESPACE_SERVICE),
                            flipped(random, namespaceFrame(random), true),
                            flippedBody(random, namespaceFrame(random)));
                case FLIPPED_PAYLOAD ->
                    sendAndDrain(socket, Wire.hello(target), flippedBody(random, write(random, true)));
                case TOO_LONG -> {
                    Header header = Wire.header(random.nextBoolean() ? Opcode.WRITE : 33, GARBAGE_FILE, 0, 1L << 40);
                    header.payloadLength = random.nextBoolean() ? Integer.MAX_VALUE : -1 - random.nextInt(1 << 30);
                    sendAndAwaitEnd(socket, Wire.concat(Wire.hello(target), Wire.encoded(header), new byte[100]));
                }
                case TRUNCATED -> {
                    byte[] whole = Wire.concat(Wire.hello(target), frame(random), write(random, true));
                    sendAndDrain(socket, Arrays.copyOf(whole, random.nextInt(whole.length)));
                }
                case CONNECT_AND_GO -> {
                    if (random.nextBoolean()) {
                        socket.setSoLinger(true, 0);
                    }
                }
                case HALF_OPEN -> {
                    send(socket, Arrays.copyOf(Wire.hello(target), random.nextInt(60)));
                    awaitEnd(socket);
                }
                case READS_NOTHING -> {
                    socket.setReceiveBufferSize(4096);
                    send(socket, Wire.concat(Wire.hello(target), largeWrite()));
                    // Reads that overtook the write would find an empty object, and their replies would fit anywhere.
                    Wire.awaitReply(socket);
                    Wire.awaitReply(socket);
                    byte[] read = Wire.encoded(Wire.header(Opcode.READ, GARBAGE_FILE + 100, 0, 512 << 10));
                    for (int i = 0; i < 128; i++) { // more than the kernel buffers
                        send(socket, read);
                    }
                    Await.until("the server has given it up", () -> hasLine(socket));
                }
                case SENDS_HALF_A_PAYLOAD -> {
                    byte[] half = Wire.concat(Wire.hello(target), write(random, true));
                    send(socket, Arrays.copyOf(half, half.length - 1));
                    awaitEnd(socket);
                }
                case MUTATED_DATA_FRAMES ->
                    sendAndDrain(socket, Mutation.ofConversation(random, Wire.hello(target), () -> frame(random)));
                case MUTATED_NAMESPACE_FRAMES ->
                    sendAndDrain(
                            socket,
                            Mutation.ofConversation(
                                    random, Wire.hello(Messages.NAMESPACE_SERVICE), () -> namespaceFrame(random)));
            }
        }
    }

    private boolean hasLine(Socket socket) {
        return log().contains("remote=/127.0.0.1:" + socket.getLocalPort() + " ");
    }

    /** What cannot be understood closes the connection, with a line that says why. */
    private void sendAndAwaitEnd(Socket socket, byte[] bytes) throws Exception {
        send(socket, bytes);
        awaitEnd(socket);
    }

    private void awaitEnd(Socket socket) throws Exception {
        assertThat(isEnded(socket)).as("closed by the server").isTrue();
        Await.until("the server has said why", () -> hasLine(socket));
    }

    /** What may be understood is answered, or closes the connection. */
    private static void sendAndDrain(Socket socket, byte[]... pieces) throws IOException {
        send(socket, pieces);
        try {
            socket.shutdownOutput();
        } catch (SocketException closedAlready) {
            assertThat(socket.isConnected()).isTrue();
        }
        assertThat(isEnded(socket)).as("closed by the server").isTrue();
    }

    /** The server may close the connection in the midst of it. */
    private static void send(Socket socket, byte[]... pieces) throws IOException {
        try {
            for (byte[] piece : pieces) {
                socket.getOutputStream().write(piece);
            }
        } catch (SocketException closedAlready) {
            assertThat(socket.isConnected()).isTrue();
        }
    }

    private static boolean isEnded(Socket socket) throws IOException {
        try {
            InputStream in = socket.getInputStream();
            byte[] ignored = new byte[64 << 10];
            while (in.read(ignored) >= 0) {}
            return true;
        } catch (SocketTimeoutException stillOpen) {
            return false;
        } catch (SocketException reset) {
            return true;
        }
    }

    private static byte[] flipped(Random random, byte[] frame, boolean isRepaired) {
        int bit = random.nextInt(76 * 8);
        frame[bit >> 3] ^= (byte) (1 << (bit & 7));
        if (isRepaired) {
            Wire.repair(frame);
        }
        return frame;
    }

    private static byte[] flippedBody(Random random, byte[] frame) {
        if (frame.length > Header.BYTES) {
            frame[Header.BYTES + random.nextInt(frame.length - Header.BYTES)] ^= (byte) (1 << random.nextInt(8));
        }
        return frame;
    }

    private static byte[] frame(Random random) {
        long file = GARBAGE_FILE + random.nextInt(4);
        Header header = Wire.header(0, file, random.nextInt(1 << 20), 1 + random.nextInt(100_000));
        switch (random.nextInt(7)) {
            case 0 -> header.opcode = Opcode.READ;
            case 1 -> header.opcode = Opcode.SYNC;
            case 2 -> {
                header.opcode = Opcode.TRUNCATE;
                header.objectSize = random.nextInt(1 << 20);
            }
            case 3 -> header.opcode = Opcode.SIZE;
            case 4 -> header.opcode = Opcode.PING;
            case 5 -> header.opcode = random.nextInt(256);
            default -> {
                return write(random, random.nextBoolean());
            }
        }
        // A random opcode may be that of a write, whose payload would have to follow.
        return header.opcode == Opcode.WRITE ? write(random, true) : Wire.frame(header, new byte[0]);
    }

    private static byte[] write(Random random, boolean hasCrc) {
        byte[] payload = Bytes.random(random, 1 + random.nextInt(200_000));
        Header header =
                Wire.header(Opcode.WRITE, GARBAGE_FILE + random.nextInt(4), random.nextInt(1 << 20), payload.length);
        if (hasCrc) {
            header.flags = Header.FLAG_PAYLOAD_CRC;
            header.payloadCrc = Wire.crc(payload);
        }
        return Wire.frame(header, payload);
    }

    private static byte[] largeWrite() {
        return Wire.frame(Wire.header(Opcode.WRITE, GARBAGE_FILE + 100, 0, 512 << 10), new byte[512 << 10]);
    }

    private static byte[] namespaceFrame(Random random) {
        String path = "/garbage" + random.nextInt(10);
        Messages.Body body = null;
        int opcode;
        switch (random.nextInt(9)) {
            case 0 -> {
                opcode = Opcode.STAT;
                body = new Messages.PathName(path);
            }
            case 1 -> {
                opcode = Opcode.MKDIR;
                body = new Messages.PathName(path);
            }
            case 2 -> {
                opcode = Opcode.REMOVE;
                body = new Messages.PathName(path);
            }
            case 3 -> {
                opcode = Opcode.LIST;
                body = new Messages.ListPage("/", "", random.nextInt());
            }
            case 4 -> {
                opcode = Opcode.RENAME;
                body = new Messages.Rename(path, path + "x");
            }
            case 5 -> {
                opcode = Opcode.CLOSE;
                body = new Messages.Close(random.nextLong(), random.nextLong(), random.nextLong());
            }
            case 6 -> {
                opcode = Opcode.POLL;
                body = new Messages.Poll(
                        random.nextInt(), List.of(random.nextLong()), random.nextLong(), List.of(random.nextLong()));
            }
            case 7 -> opcode = Opcode.TARGETS;
            default -> {
                opcode = Opcode.OPEN;
                body = new Messages.Open(path, random.nextInt(16), FileLayout.striped(1, 64 << 10));
            }
        }
        return Wire.frame(Wire.header(opcode, 0, 0, 0), body == null ? new byte[0] : body.toBytes());
    }
}
