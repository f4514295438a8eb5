package io.stria.server;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.netty.buffer.Unpooled;
import io.stria.AsyncFile;
import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.Memory;
import io.stria.Stria;
import io.stria.StriaClient;
import io.stria.StriaException;
import io.stria.wire.Header;
import io.stria.wire.Messages;
import io.stria.wire.Opcode;
import io.stria.wire.Status;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a program is told that asks for the impossible: one sentence that says what, where, and what to do. */
class BadInputIT {
    private static final FileLayout LAYOUT = FileLayout.striped(2, 64 << 10);

    @TempDir
    private Path directory;

    private TestCluster cluster;

    @BeforeEach
    void start() throws IOException {
        cluster = TestCluster.start(directory, 2, server -> server);
    }

    @AfterEach
    void stop() throws StriaException {
        cluster.close();
    }

    private static String refusal(ErrorCode code, ThrowingCallable attempt) {
        StriaException refused = catchThrowableOfType(StriaException.class, attempt);
        assertThat(refused).isNotNull();
        assertThat(refused.code()).as(refused.getMessage()).isEqualTo(code);
        return String.valueOf(refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "oss1:7440|no engine for scheme 'oss1' of oss1:7440: use one of the schemes [stria]",
                "/oss1|URI '/oss1' has no scheme: write it like stria://host:port/",
                "http://oss1/|no engine for scheme 'http' of http://oss1/: use one of the schemes [stria]",
                "stria:///|bad URI 'stria:///', it names no host: write it like stria://host:port,host:port/",
                "stria://oss1/x|bad URI 'stria://oss1/x', nothing may follow the hosts: write it like"
                        + " stria://host:port,host:port/",
                "stria://oss1:x/|bad URI 'stria://oss1:x/', address 'oss1:x' (the port is no number from 0 to 65535):"
                        + " write it as host:port, the URI like stria://host:port,host:port/",
                "stria://oss 1/|malformed URI 'stria://oss 1/' (Illegal character in authority): write it like"
                        + " stria://host:port,host:port/"
            })
    void aUriThatIsNoneIsShownWithTheWayToWriteIt(String uri, String message) {
        assertThat(refusal(ErrorCode.INVALID_ARGUMENT, () -> Stria.connect(uri)))
                .isEqualTo(message);
    }

    @Test
    void whereNobodyListensNobodyIsReached() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (StriaClient client = Stria.connect("stria://127.0.0.1:" + port + "/")) {
            assertThat(Await.failsWith(ErrorCode.UNREACHABLE, client.open("/f", LAYOUT, READ)))
                    .startsWith("namespace cannot be reached at 127.0.0.1:" + port + " (")
                    .endsWith("): is the server running there?");
        }
    }

    @Test
    void rangesThatNoFileHasAreRefused() throws Exception {
        try (StriaClient client = cluster.client();
                AsyncFile file = Await.value(client.open("/f", LAYOUT, CREATE, READ, WRITE))) {
            ByteBuffer memory = ByteBuffer.allocateDirect(10);
            for (long offset : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 9}) {
                String range = "refused: the range is outside 0 to 2^63-1 (path=/f, offset=" + offset
                        + ", length=10): choose an offset and a length within it";
                assertThat(Await.failsWith(ErrorCode.INVALID_ARGUMENT, file.read(memory, offset)))
                        .isEqualTo("read " + range);
                assertThat(Await.failsWith(ErrorCode.INVALID_ARGUMENT, file.write(memory, offset)))
                        .isEqualTo("write " + range);
            }
            assertThat(Await.failsWith(ErrorCode.INVALID_ARGUMENT, file.truncate(-1)))
                    .isEqualTo("truncate refused: negative size -1 (path=/f): give 0 or more");
            assertThat(Await.value(file.read(memory, Long.MAX_VALUE - 10))).isEqualTo(-1);
        }
    }

    @Test
    void memoryThatCannotBeReadIntoIsRefused() throws Exception {
        try (StriaClient client = cluster.client();
                AsyncFile file = Await.value(client.open("/f", LAYOUT, CREATE, READ, WRITE))) {
            ByteBuffer readOnly = ByteBuffer.allocateDirect(10).asReadOnlyBuffer();
            String message = "read refused: its destination is read-only (path=/f): give it a writable buffer";
            assertThat(Await.failsWith(ErrorCode.INVALID_ARGUMENT, file.read(readOnly, 0)))
                    .isEqualTo(message);
            assertThat(Await.failsWith(
                            ErrorCode.INVALID_ARGUMENT, file.read(Memory.of(ByteBuffer.allocate(1), readOnly), 0)))
                    .isEqualTo(message);
            assertThat(Await.value(file.write(readOnly, 0))).isEqualTo(10);
        }
    }

    @Test
    void whatIsClosedStaysClosedAndSaysSo() throws Exception {
        StriaClient client = cluster.client();
        AsyncFile file = Await.value(client.open("/f", LAYOUT, CREATE, READ, WRITE));
        AsyncFile left = Await.value(client.open("/left", LAYOUT, CREATE, READ, WRITE));
        file.close();
        assertClosed(file);
        client.close();
        assertClosed(left);
        assertThat(Await.failsWith(ErrorCode.CLOSED, client.open("/f", LAYOUT, READ)))
                .isEqualTo("open refused: the client is closed (path=/f): connect again");
        assertThat(Await.failsWith(ErrorCode.CLOSED, client.stat("/f")))
                .isEqualTo("stat refused: the client is closed (path=/f): connect again");
        file.close();
        client.close();
    }

    private static void assertClosed(AsyncFile file) throws Exception {
        String message = "file or its client is closed (path=" + file.path() + "): open it again";
        ByteBuffer memory = ByteBuffer.allocateDirect(10);
        assertThat(Await.failsWith(ErrorCode.CLOSED, file.read(memory, 0))).isEqualTo(message);
        assertThat(Await.failsWith(ErrorCode.CLOSED, file.write(memory, 0))).isEqualTo(message);
        assertThat(Await.failsWith(ErrorCode.CLOSED, file.sync())).isEqualTo(message);
        assertThat(Await.failsWith(ErrorCode.CLOSED, file.truncate(1))).isEqualTo(message);
        assertThat(Await.failsWith(ErrorCode.CLOSED, file.size())).isEqualTo(message);
    }

    @Test
    void aSecondServerIsKeptOutOfBothKindsOfDirectoryInThisProcessAndInAnother() throws Exception {
        Path namespace = directory.resolve("namespace");
        Path target = directory.resolve("target0");
        Path other = Files.createDirectory(directory.resolve("other"));
        String advice = "): stop that server or choose another directory";
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThat(refusal(
                            ErrorCode.INVALID_ARGUMENT,
                            () -> StriaServer.start(
                                    ServerConfig.builder().namespace(namespace).build())))
                    .isEqualTo("namespace refused: in use by this process (path=" + namespace + advice);
            assertThat(refusal(
                            ErrorCode.INVALID_ARGUMENT,
                            () -> StriaServer.start(ServerConfig.builder()
                                    .namespace(other)
                                    .target(target)
                                    .build())))
                    .isEqualTo("target refused: in use by this process (path=" + target + advice);
        }
        // What was refused has not given up the locks of the one that runs.
        String holder = "in use by process " + ProcessHandle.current().pid() + " (path=";
        assertThat(ServerProcess.run("--listen", "127.0.0.1:0", "--namespace", namespace.toString())
                        .err())
                .isEqualTo("stria-server: namespace refused: " + holder + namespace + advice + "\n");
        assertThat(ServerProcess.run(
                                "--listen",
                                "127.0.0.1:0",
                                "--namespace",
                                other.toString(),
                                "--target",
                                target.toString())
                        .err())
                .isEqualTo("stria-server: target refused: " + holder + target + advice + "\n");
        try (StriaClient client = cluster.client()) {
            assertThat(Await.value(client.targets())).hasSize(2);
        }
    }

    @Test
    void aServerThatCannotStartSaysWhyAndLeavesItsDirectoriesFree() throws Exception {
        Path free = Files.createDirectory(directory.resolve("free"));
        ServerConfig taken = ServerConfig.builder()
                .listen("127.0.0.1", cluster.server().port())
                .namespace(free)
                .build();
        assertThat(refusal(ErrorCode.INVALID_ARGUMENT, () -> StriaServer.start(taken)))
                .startsWith("cannot listen on 127.0.0.1:" + cluster.server().port() + " (")
                .endsWith("Address already in use): is another server running there? choose another port");
        ServerConfig nowhere = ServerConfig.builder()
                .listen("no.such.host.invalid", 0)
                .namespace(free)
                .build();
        assertThat(refusal(ErrorCode.INVALID_ARGUMENT, () -> StriaServer.start(nowhere)))
                .isEqualTo("cannot listen on no.such.host.invalid:0 (unknown host): give the name or address of an"
                        + " interface of this machine");
        ServerConfig elsewhere =
                ServerConfig.builder().listen("192.0.2.1", 0).namespace(free).build();
        assertThat(refusal(ErrorCode.INVALID_ARGUMENT, () -> StriaServer.start(elsewhere)))
                .startsWith("cannot listen on 192.0.2.1:0 (")
                .endsWith("): give the name or address of an interface of this machine");
        StriaServer.start(ServerConfig.builder().namespace(free).build()).close();
    }

    @Test
    void aClientOfAnotherProtocolVersionIsToldBoth() throws Exception {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), cluster.server().port())) {
            Header hello = new Header().clear();
            hello.opcode = Opcode.HELLO;
            socket.getOutputStream()
                    .write(Wire.frame(
                            hello,
                            new Messages.Hello(2, 3, 0, 1, Messages.NAMESPACE_SERVICE, 1 << 20, 8, 1, 1).toBytes()));
            DataInputStream in = new DataInputStream(socket.getInputStream());
            Header reply = new Header();
            reply.decode(Unpooled.wrappedBuffer(in.readNBytes(Header.BYTES)), 0);
            assertThat(Status.code(reply.status)).isEqualTo(ErrorCode.VERSION_MISMATCH);
            assertThat(Messages.read(
                                    Unpooled.wrappedBuffer(in.readNBytes(reply.payloadLength)),
                                    Messages.ErrorText::read)
                            .text())
                    .isEqualTo("client speaks protocol versions 2 to 3, this server 1: use client and server of the"
                            + " same release");
            assertThat(in.read()).isEqualTo(-1);
        }
    }

    @Test
    void aConnectionThatReplacesAnotherEndsThatFirst() throws Exception {
        try (Socket first = connect();
                Socket second = connect()) {
            greet(first, 1);
            first.getOutputStream().write(Wire.hello(0), 0, 20);
            greet(second, 2);
            assertThat(first.getInputStream().read()).isEqualTo(-1);
        }
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), cluster.server().port());
    }

    private static void greet(Socket socket, int turn) throws IOException {
        Header hello = new Header().clear();
        hello.opcode = Opcode.HELLO;
        socket.getOutputStream()
                .write(Wire.frame(
                        hello,
                        new Messages.Hello(1, 1, 0, 1, Messages.NAMESPACE_SERVICE, 1 << 20, 8, 4711, turn).toBytes()));
        DataInputStream in = new DataInputStream(socket.getInputStream());
        Header reply = new Header();
        reply.decode(Unpooled.wrappedBuffer(in.readNBytes(Header.BYTES)), 0);
        assertThat(reply.status).isEqualTo(Status.OK);
        in.readNBytes(reply.payloadLength);
    }

    @Test
    void aServerIsToldWhatDoesNotFitTogether() {
        String choice = "give either --namespace DIR, to carry the namespace, or --join HOST:PORT, to join a cluster";
        assertThat(refusal(
                        ErrorCode.INVALID_ARGUMENT,
                        () -> ServerConfig.builder().target(directory).build()))
                .isEqualTo(choice);
        assertThat(refusal(
                        ErrorCode.INVALID_ARGUMENT,
                        () -> ServerConfig.builder()
                                .namespace(directory)
                                .join("127.0.0.1:1")
                                .build()))
                .isEqualTo(choice);
        assertThat(List.of(
                        refusal(
                                ErrorCode.INVALID_ARGUMENT,
                                () -> ServerConfig.builder().join("127.0.0.1:1").build()),
                        refusal(
                                ErrorCode.INVALID_ARGUMENT,
                                () -> ServerConfig.builder()
                                        .target(directory)
                                        .join("oss1")
                                        .build()),
                        refusal(
                                ErrorCode.INVALID_ARGUMENT,
                                () -> ServerConfig.builder()
                                        .namespace(directory)
                                        .advertise("me:99999")
                                        .build())))
                .containsExactly(
                        "a server that joins needs at least one --target DIR",
                        "join: address 'oss1' (host or port missing): write it as host:port",
                        "advertise: address 'me:99999' (the port is no number from 0 to 65535): write it as"
                                + " host:port");
    }
}
