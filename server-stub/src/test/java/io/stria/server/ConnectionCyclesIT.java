package io.stria.server;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.stria.AsyncFile;
import io.stria.FileLayout;
import io.stria.StriaClient;
import io.stria.wire.Header;
import io.stria.wire.Messages;
import io.stria.wire.Opcode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients that die in the middle of what they do, one after the other, leave nothing in the server, and are not noticed
 * by one that lives. {@code -Dstria.soak.cycles} says how many, {@code -Dstria.soak.seed} repeats a run.
 */
class ConnectionCyclesIT {
    private static final int CYCLES = Integer.getInteger("stria.soak.cycles", 60);
    private static final long SEED = Long.getLong("stria.soak.seed", new Random().nextLong());
    /** A JVM takes seconds; sockets stand for the others. */
    private static final int PROCESSES = Math.min(10, 2 + CYCLES / 300);

    private static final int BATCH = 50;
    private static final int TARGETS = 2;
    private static final long SLACK_BYTES = 8 << 20;
    private static final FileLayout LAYOUT = FileLayout.striped(TARGETS, 64 << 10);
    /** Of which no file in the namespace can be. */
    private static final long READ_FILE = 3L << 40;

    @TempDir
    Path directory;

    private final Random random = new Random(SEED);
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private final PrintStream standardError = System.err;
    /** Nobody closes these but the server. */
    private final List<Socket> silent = new ArrayList<>();

    /** Of those that use a target without an end of their own at the namespace. */
    private static final long PRESENT = 1L << 40;

    private TestCluster cluster;
    private Socket present;
    private long lastSession;

    /** What a client was about when it died. */
    private enum Doing {
        GREETING,
        SENDING_A_HEADER,
        SENDING_A_MESSAGE,
        SENDING_A_PAYLOAD,
        READING_NOTHING,
        USING_A_NAMELESS_FILE
    }

    /** How its connections end: by its system, or not at all. */
    private enum Ending {
        RESET,
        CLOSE,
        SILENCE
    }

    @BeforeEach
    void start() throws Exception {
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        cluster = TestCluster.start(
                directory,
                TARGETS,
                server -> server.buffered(true)
                        .maxRpcBytes(1 << 20)
                        .payloadMemoryBytes(4 << 20)
                        .stallTimeout(Duration.ofSeconds(1))
                        .sessionTimeout(Duration.ofMillis(100)));
        present = greeted(Messages.NAMESPACE_SERVICE, PRESENT);
    }

    @AfterEach
    void stop() throws Exception {
        present.close();
        cluster.close();
        System.setErr(standardError);
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS) // every wait has its own end
    void clients_that_die_leave_nothing_in_the_server_and_disturb_nobody() throws Exception {
        long beganNs = System.nanoTime();
        Outcomes outcomes = new Outcomes(Duration.ofSeconds(30), Duration.ofSeconds(5), Set.of());
        try (StriaClient client = cluster.client()) {
            AsyncFile file = Await.value(client.open("/good", LAYOUT, CREATE, READ, WRITE));
            KillClient living = new KillClient(0, client, file);
            BlockWorker worker = new BlockWorker(living, new Random(random.nextLong()), outcomes);
            String measured;
            try (KillLoad load = new KillLoad(List.of(worker))) {
                load.resume();
                load.awaitSteps(50);
                for (Doing doing : Doing.values()) { // so that what is made at first use is made
                    for (Ending ending : Ending.values()) {
                        for (int target : cluster.server().targetNumbers()) {
                            cycle(doing, ending, target);
                        }
                    }
                }
                DyingClient.live(cluster.uri());
                quiet(load);
                ProcessState before = ProcessState.now();
                List<String> files = ProcessState.openFiles();
                long direct = ProcessState.directBytes();
                long heap = ProcessState.heapBytes();
                load.resume();

                for (int i = 0; i < CYCLES; i++) {
                    Integer[] targets = cluster.server().targetNumbers().toArray(Integer[]::new);
                    cycle(any(Doing.values()), any(Ending.values()), any(targets));
                    if (i % BATCH == BATCH - 1) {
                        quiet(load);
                        load.resume();
                    }
                }
                for (int i = 0; i < PROCESSES; i++) {
                    DyingClient.live(cluster.uri());
                    load.awaitSteps(1);
                }

                quiet(load);
                Await.state(
                        "sockets and threads that were not there before",
                        ProcessState.NOTHING,
                        () -> ProcessState.now().beyond(before));
                Await.state("files open that were not before", List.of(), () -> beyond(files));
                Await.until(
                        "direct memory is that of before", () -> ProcessState.directBytes() <= direct + SLACK_BYTES);
                Await.until("the heap is that of before", () -> ProcessState.heapBytes() <= heap + SLACK_BYTES);
                measured = "open files " + files.size() + " -> "
                        + ProcessState.openFiles().size() + ", direct KiB "
                        + (direct >> 10) + " -> " + (ProcessState.directBytes() >> 10) + ", heap KiB " + (heap >> 10)
                        + " -> " + (ProcessState.heapBytes() >> 10);
                worker.settle();
                worker.verify(living);
            }
            Await.value(client.delete("/dying"));
            Await.value(file.closeAsync());
            Await.value(client.delete("/good"));
            Await.state("objects of files that are gone", 0L, this::objects);
            if (CYCLES > 60) {
                System.out.println(CYCLES + " clients that died, and " + PROCESSES + " processes, in "
                        + Duration.ofNanos(System.nanoTime() - beganNs).toSeconds() + " s: " + measured
                        + "; beside them " + outcomes);
            }
        } catch (Exception | AssertionError e) {
            String said = log.toString(StandardCharsets.UTF_8);
            throw new AssertionError(
                    "seed " + SEED + ", server said " + said.substring(Math.max(0, said.length() - 4000)), e);
        }
    }

    private static List<String> beyond(List<String> before) throws IOException {
        List<String> added = new ArrayList<>(ProcessState.openFiles());
        before.forEach(added::remove);
        return added;
    }

    private <T> T any(T[] values) {
        return values[random.nextInt(values.length)];
    }

    /** Waits until the server has given up all who are dead, also those whose end nobody told it; leaves a pause. */
    private void quiet(KillLoad load) throws Exception {
        // The living client's to the namespace and to each target, and one of a session that is present.
        Await.until("dead connections are gone", () -> cluster.server().openConnections() <= 2 + TARGETS);
        for (Socket socket : silent) {
            socket.close();
        }
        silent.clear();
        Await.until("files of dead sessions are gone", () -> objects() <= 2 * TARGETS); // of the two that have names
        load.pause();
        Await.until("no payload buffer is held", () -> cluster.server().payloadBuffersInUse() == 0);
    }

    private void cycle(Doing doing, Ending ending, int target) throws Exception {
        switch (doing) {
            case GREETING -> {
                Socket socket = connected();
                send(socket, part(0, Wire.hello(target)));
                end(socket, ending);
            }
            case SENDING_A_HEADER -> {
                Socket socket = greeted(target, PRESENT);
                sendHalfAHeader(socket);
                end(socket, ending);
            }
            case SENDING_A_MESSAGE -> {
                Socket socket = greeted(Messages.NAMESPACE_SERVICE, ++lastSession);
                send(socket, part(Header.BYTES, open("/never")));
                end(socket, ending);
            }
            case SENDING_A_PAYLOAD -> {
                Socket socket = greeted(target, PRESENT);
                send(socket, part(Header.BYTES, write(READ_FILE + 1, 0, 1 + random.nextInt(200_000))));
                end(socket, ending);
            }
            case READING_NOTHING -> {
                Socket socket = greeted(target, PRESENT);
                int length = 512 << 10;
                send(socket, write(READ_FILE, 0, length));
                Wire.awaitReply(socket);
                byte[] read = Wire.encoded(Wire.header(Opcode.READ, READ_FILE, 0, length));
                for (int i = 0; i < 64; i++) { // more than the kernel buffers
                    send(socket, read);
                }
                end(socket, ending);
            }
            case USING_A_NAMELESS_FILE -> useNamelessFile(ending);
        }
    }

    private void useNamelessFile(Ending ending) throws Exception {
        long session = ++lastSession;
        String path = "/nameless" + session;
        Socket names = greeted(Messages.NAMESPACE_SERVICE, session);
        send(names, open(path));
        Messages.FileRecord file = Messages.FileRecord.read(Unpooled.wrappedBuffer(Wire.awaitReply(names)));
        send(names, Wire.frame(Wire.header(Opcode.REMOVE, 0, 0, 0), new Messages.PathName(path).toBytes()));
        Wire.awaitReply(names);
        int stripe = random.nextInt(TARGETS);
        Socket objects = greeted(file.layout().targets().get(stripe), session);
        send(objects, write(file.fileId(), stripe, 100_000));
        Wire.awaitReply(objects);
        for (Socket socket : List.of(names, objects)) {
            if (ending == Ending.SILENCE) { // else it would be one that lives and has nothing to say
                sendHalfAHeader(socket);
            }
            end(socket, ending);
        }
    }

    private Socket connected() throws Exception {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.setSoTimeout((int) Await.LONG.toMillis());
        socket.connect(new InetSocketAddress(
                InetAddress.getLoopbackAddress(), cluster.server().port()));
        return socket;
    }

    private Socket greeted(int service, long session) throws Exception {
        Socket socket = connected();
        send(socket, Wire.hello(service, Header.VERSION, session));
        Wire.awaitReply(socket);
        return socket;
    }

    private void end(Socket socket, Ending ending) throws Exception {
        if (ending == Ending.SILENCE) {
            silent.add(socket);
        } else {
            socket.setSoLinger(ending == Ending.RESET, 0);
            socket.close();
        }
    }

    /** The server may have given it up. */
    private static void send(Socket socket, byte[] bytes) throws IOException {
        try {
            socket.getOutputStream().write(bytes);
        } catch (SocketException closedAlready) {
            assertThat(socket.isConnected()).isTrue();
        }
    }

    private void sendHalfAHeader(Socket socket) throws IOException {
        byte[] header = Wire.encoded(Wire.header(Opcode.PING, 0, 0, 0));
        send(socket, Arrays.copyOf(header, 1 + random.nextInt(header.length - 1)));
    }

    /** Some of the bytes, at least so many, and never all. */
    private byte[] part(int atLeast, byte[] bytes) {
        return Arrays.copyOf(bytes, atLeast + random.nextInt(bytes.length - atLeast));
    }

    private static byte[] open(String path) {
        int flags = Messages.Open.READ | Messages.Open.WRITE | Messages.Open.CREATE;
        return Wire.frame(Wire.header(Opcode.OPEN, 0, 0, 0), new Messages.Open(path, flags, LAYOUT).toBytes());
    }

    private static byte[] write(long file, int stripe, int length) {
        Header header = Wire.header(Opcode.WRITE, file, 0, length);
        header.stripe = stripe;
        return Wire.frame(header, new byte[length]);
    }

    /** Without those of the file that is none. */
    private long objects() throws Exception {
        String none = String.format("%016x", READ_FILE);
        return ObjectFiles.of(directory, TARGETS).stream()
                .filter(path -> !path.getFileName().toString().startsWith(none))
                .count();
    }
}
