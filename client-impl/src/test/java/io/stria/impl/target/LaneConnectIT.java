package io.stria.impl.target;

import static io.stria.impl.target.LaneFixture.CONNECT_TIMEOUT;
import static io.stria.impl.target.LaneFixture.REQUEST_TIMEOUT;
import static io.stria.impl.target.LaneFixture.UNIT;
import static io.stria.impl.target.LaneFixture.WINDOW;
import static io.stria.impl.target.LaneFixture.error;
import static io.stria.impl.target.LaneFixture.value;
import static org.assertj.core.api.Assertions.assertThat;

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
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a lane finds its server, and what it says if it does not. */
class LaneConnectIT {
    private static final byte[] NOTHING = {};

    private static LaneFixture to(AddressBook addresses) throws Exception {
        return new LaneFixture(Transport.AUTO, UnaryOperator.identity(), addresses);
    }

    private static Messages.HelloReply redirect(String address) {
        return new Messages.HelloReply(Header.VERSION, 0, 1, UNIT, WINDOW, 1, 0, address);
    }

    private static InetSocketAddress nobodysAddress() throws Exception {
        try (FakeServer gone = new FakeServer()) {
            return gone.address();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EPOLL", "IO_URING", "NIO"})
    void aServerThatIsNotThereIsNamed(Transport transport) throws Exception {
        InetSocketAddress nobody = nobodysAddress();
        try (LaneFixture fixture = new LaneFixture(transport, UnaryOperator.identity(), () -> List.of(nobody))) {
            TransferFuture write = fixture.write(1);
            Call size = fixture.size();
            for (StriaException error :
                    List.of(error(write, ErrorCode.UNREACHABLE), error(size.reply(), ErrorCode.UNREACHABLE))) {
                assertThat(error)
                        .hasMessageContaining("target 3 cannot be reached at 127.0.0.1:" + nobody.getPort())
                        .hasMessageContaining("refused")
                        .hasMessageContaining("is the server running there?");
            }
            value(write.released());
        }
    }

    @Test
    void aHostThatDoesNotExistIsNamed() throws Exception {
        try (LaneFixture fixture =
                to(() -> List.of(InetSocketAddress.createUnresolved("no-such-host.invalid", 7440)))) {
            assertThat(error(fixture.write(1), ErrorCode.UNREACHABLE))
                    .hasMessageContaining("no-such-host.invalid:7440");
        }
    }

    @Test
    void theHostsAreTriedInTurn() throws Exception {
        InetSocketAddress nobody = nobodysAddress();
        try (FakeServer other = new FakeServer();
                LaneFixture fixture = to(() -> List.of(nobody, other.address(), nobody))) {
            TransferFuture write = fixture.write(1);
            Peer peer = other.accept(WINDOW);
            peer.answer(peer.next(Opcode.WRITE));
            value(write);
            assertThat(fixture.lane.address()).isEqualTo(other.hostAndPort());
        }
    }

    @Test
    void anAttemptIsMadeAnewForWhatComesLater() throws Exception {
        AtomicReference<InetSocketAddress> address = new AtomicReference<>(nobodysAddress());
        try (LaneFixture fixture = to(() -> List.of(address.get()))) {
            error(fixture.write(1), ErrorCode.UNREACHABLE);
            address.set(fixture.server.address());
            TransferFuture write = fixture.write(1);
            Peer peer = fixture.server.accept(WINDOW);
            peer.answer(peer.next(Opcode.WRITE));
            value(write);
        }
    }

    @Test
    void whatAConnectionBeginsWithGoesBeforeAllThatWaits() throws Exception {
        Opening opening = new Opening() {
            @Override
            public boolean isNeeded() {
                return true;
            }

            @Override
            public List<Call> calls() {
                return List.of(
                        Call.withBody(Opcode.REOPEN, "first", "", NOTHING),
                        Call.withBody(Opcode.PING, "second", "", NOTHING));
            }
        };
        try (LaneFixture fixture = new LaneFixture()) {
            Lane lane = fixture.lane(4, () -> List.of(fixture.server.address()), opening);
            Call call = Call.onObject(Opcode.SIZE, "/f", 1, 0, 0);
            lane.submit(call);
            Peer peer = fixture.server.accept(WINDOW);
            peer.next(Opcode.REOPEN);
            peer.next(Opcode.PING);
            peer.answer(peer.next(Opcode.SIZE));
            value(call.reply());
            peer.close();
            Peer again = fixture.server.accept(WINDOW);
            again.next(Opcode.REOPEN);
            again.next(Opcode.PING);
            lane.closeAsync().get();
        }
    }

    @Test
    void whoHoldsSomethingIsBackInTimeHoweverLongAPauseIsConfigured() throws Exception {
        Opening holds = new Opening() {
            @Override
            public boolean isNeeded() {
                return true;
            }

            @Override
            public List<Call> calls() {
                return List.of();
            }
        };
        try (LaneFixture fixture =
                new LaneFixture(Transport.AUTO, config -> config.reconnectBackoff(Duration.ofDays(1)))) {
            Lane lane = fixture.lane(4, () -> List.of(fixture.server.address()), holds);
            lane.signal();
            for (int i = 0; i < 3; i++) {
                Peer peer = fixture.server.accept();
                peer.hello();
                peer.welcome(new Messages.HelloReply(Header.VERSION, 0, 1, UNIT, WINDOW, 1, 400, ""));
                peer.close();
            }
            lane.closeAsync().get();
        }
    }

    @Test
    void aServerThatAcceptsAndNeverGreetsIsGivenUp() throws Exception {
        try (LaneFixture fixture = new LaneFixture(
                Transport.AUTO,
                config -> config.requestTimeout(CONNECT_TIMEOUT.plusSeconds(1)).rpcTimeout(REQUEST_TIMEOUT))) {
            TransferFuture write = fixture.write(1);
            Peer peer = fixture.server.accept();
            peer.hello();
            fixture.advance(CONNECT_TIMEOUT);
            assertThat(error(write, ErrorCode.UNREACHABLE))
                    .hasMessage("target 3 at " + fixture.server.hostAndPort()
                            + " does not greet within 90000 ms: is it a Stria server, and running?");
            value(write.released());
            peer.awaitClosed();
        }
    }

    @Test
    void aServerThatNeverGreetsDoesNotKeepARequestPastItsDeadline() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            TransferFuture write = fixture.write(1);
            Peer peer = fixture.server.accept();
            peer.hello();
            fixture.advance(REQUEST_TIMEOUT);
            error(write, ErrorCode.TIMEOUT);
            value(write.released()); // it was never sent
            // Nobody waits for the greeting any more; it is given up all the same.
            fixture.advance(CONNECT_TIMEOUT);
            peer.awaitClosed();
        }
    }

    @Test
    void aServerThatClosesInsteadOfGreetingSentNothing() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            TransferFuture write = fixture.write(1);
            Peer peer = fixture.server.accept();
            peer.hello();
            peer.close();
            assertThat(error(write, ErrorCode.UNREACHABLE)).hasMessageContaining(fixture.server.hostAndPort());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
                "SSH-2.0-OpenSSH_9.6\r\n"
            })
    void aServerOfAnotherProtocolIsCalledThat(String greeting) throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            TransferFuture write = fixture.write(1);
            Peer peer = fixture.server.accept();
            peer.hello();
            peer.send(greeting.getBytes(StandardCharsets.US_ASCII));
            assertThat(error(write, ErrorCode.PROTOCOL_ERROR))
                    .hasMessageContaining("target 3 at " + fixture.server.hostAndPort()
                            + " sent something that is no Stria protocol: not a Stria frame");
            peer.awaitClosed();
        }
    }

    @Test
    void aRefusedGreetingIsTheAnswerToWhatWaits() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            TransferFuture write = fixture.write(1);
            Peer peer = fixture.server.accept();
            Frame hello = peer.next(Opcode.HELLO);
            peer.refuse(hello, ErrorCode.VERSION_MISMATCH, "client speaks 1, this server 2");
            assertThat(error(write, ErrorCode.VERSION_MISMATCH))
                    .hasMessage(
                            "target 3 at " + fixture.server.hostAndPort() + " refused: client speaks 1, this server 2");
            peer.awaitClosed();
        }
    }

    @Test
    void aGreetingThatGrantsNothingIsRefused() throws Exception {
        for (Messages.HelloReply granted : List.of(
                new Messages.HelloReply(Header.VERSION, 0, 1, UNIT, 0, 1, 0, ""),
                new Messages.HelloReply(Header.VERSION, 0, 1, UNIT, -1, 1, 0, ""),
                new Messages.HelloReply(Header.VERSION, 0, 1, UNIT - 1, 1, 1, 0, ""),
                new Messages.HelloReply(Header.VERSION, 0, 1, -1, 1, 1, 0, ""))) {
            try (LaneFixture fixture = new LaneFixture()) {
                TransferFuture write = fixture.write(1);
                Peer peer = fixture.server.accept();
                peer.hello();
                peer.welcome(granted);
                assertThat(error(write, ErrorCode.PROTOCOL_ERROR)).hasMessageContaining("server grants a window of");
                peer.awaitClosed();
            }
        }
    }

    @Test
    void aServerThatAnswersInAVersionNobodySpeaksIsRefused() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            TransferFuture write = fixture.write(1);
            Peer peer = fixture.server.accept();
            peer.hello();
            peer.welcome(new Messages.HelloReply(2, 0, 1, UNIT, WINDOW, 1, 0, ""));
            assertThat(error(write, ErrorCode.VERSION_MISMATCH)).hasMessageContaining("version 2");
            peer.awaitClosed();
        }
    }

    @Test
    void aMalformedGreetingIsRefused() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            TransferFuture write = fixture.write(1);
            Peer peer = fixture.server.accept();
            Header reply = new Header().replyTo(peer.next(Opcode.HELLO).header());
            peer.send(reply, new byte[5]);
            error(write, ErrorCode.PROTOCOL_ERROR);
            peer.awaitClosed();
        }
    }

    @Test
    void anAnswerInsteadOfAGreetingIsRefused() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            TransferFuture write = fixture.write(1);
            Peer peer = fixture.server.accept();
            Header reply = new Header().replyTo(peer.next(Opcode.HELLO).header());
            reply.opcode = Opcode.READ;
            reply.status = Status.OK;
            peer.send(reply, NOTHING);
            assertThat(error(write, ErrorCode.PROTOCOL_ERROR)).hasMessageContaining("first frame is no greeting");
        }
    }

    @Test
    void aRedirectionIsFollowed() throws Exception {
        try (FakeServer other = new FakeServer();
                LaneFixture fixture = new LaneFixture()) {
            TransferFuture write = fixture.write(1);
            Peer peer = fixture.server.accept();
            peer.hello();
            peer.welcome(redirect(other.hostAndPort()));
            Peer next = other.accept(WINDOW);
            next.answer(next.next(Opcode.WRITE));
            value(write);
            peer.awaitClosed();
            assertThat(fixture.lane.address()).isEqualTo(other.hostAndPort());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonsense", "host:port", ":1", "host:99999", "host:-1"})
    void aRedirectionToNowhereFailsWhatWaitsAndNotWhatComesLater(String address) throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            TransferFuture write = fixture.write(1);
            Peer peer = fixture.server.accept();
            peer.hello();
            peer.welcome(redirect(address));
            assertThat(error(write)).hasMessageContaining(address);
            peer.awaitClosed();
            TransferFuture later = fixture.write(1);
            Peer next = fixture.server.accept(WINDOW);
            next.answer(next.next(Opcode.WRITE));
            value(later);
        }
    }

    @Test
    void aCircleOfRedirectionsIsLeft() throws Exception {
        try (LaneFixture fixture = new LaneFixture()) {
            TransferFuture write = fixture.write(1);
            for (int greetings = 0; greetings < 4; greetings++) {
                Peer peer = fixture.server.accept();
                peer.hello();
                peer.welcome(redirect(fixture.server.hostAndPort()));
                peer.awaitClosed();
            }
            assertThat(error(write, ErrorCode.UNREACHABLE)).hasMessageContaining("round in a circle");
        }
    }

    @Test
    void anAddressBookThatFailsFailsWhatWaitsAndNotWhatComesLater() throws Exception {
        AtomicReference<String> address = new AtomicReference<>("");
        try (LaneFixture fixture = to(() -> List.of(AddressBook.parse(address.get())))) {
            TransferFuture write = fixture.write(1);
            assertThat(error(write, ErrorCode.UNREACHABLE))
                    .hasMessageContaining("target 3")
                    .hasMessageContaining("write it as host:port");
            value(write.released());
            address.set(fixture.server.hostAndPort());
            TransferFuture later = fixture.write(1);
            Peer peer = fixture.server.accept(WINDOW);
            peer.answer(peer.next(Opcode.WRITE));
            value(later);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLaneThatIsClosedWhileItConnectsStaysClosedWhateverTheServerSays(boolean redirects) throws Exception {
        AtomicReference<Runnable> whenAsked = new AtomicReference<>();
        try (FakeServer server = new FakeServer();
                LaneFixture fixture = to(() -> {
                    whenAsked.get().run(); // just before the attempt to connect
                    return List.of(server.address());
                })) {
            whenAsked.set(fixture.lane::closeAsync);
            error(fixture.write(1), ErrorCode.CLOSED);
            // Other lanes connect to the same server: whatever the closed one began comes before them.
            for (int other = 4; other <= 5; other++) {
                Lane lane = fixture.lane(other, () -> List.of(server.address()));
                TransferFuture write = fixture.submit(lane, true, Memory.of(LaneFixture.direct(1)), 0);
                Peer peer = server.accept();
                while (serviceOf(peer) != other) {
                    assertThat(other).isEqualTo(4);
                    peer.welcome(redirect(redirects ? server.hostAndPort() : ""));
                    peer.awaitClosed();
                    peer = server.accept();
                }
                peer.welcome(redirect(""));
                peer.answer(peer.next(Opcode.WRITE));
                value(write);
                value(lane.closeAsync());
            }
        }
    }

    private static int serviceOf(Peer peer) throws IOException {
        try {
            return peer.hello().service();
        } catch (EOFException | SocketException closed) {
            return 3; // the attempt was broken off
        }
    }
}
