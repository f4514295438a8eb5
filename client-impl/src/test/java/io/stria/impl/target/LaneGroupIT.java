package io.stria.impl.target;

import static io.stria.impl.target.LaneFixture.UNIT;
import static io.stria.impl.target.LaneFixture.WINDOW;
import static io.stria.impl.target.LaneFixture.direct;
import static io.stria.impl.target.LaneFixture.error;
import static io.stria.impl.target.LaneFixture.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stria.ErrorCode;
import io.stria.Memory;
import io.stria.Transport;
import io.stria.impl.target.FakeServer.Peer;
import io.stria.impl.transfer.TransferFuture;
import io.stria.wire.Header;
import io.stria.wire.Messages;
import io.stria.wire.Opcode;
import java.io.EOFException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several lanes to one target: what was lost with one connection never arrives after what is sent on another. */
class LaneGroupIT {
    private LaneFixture fixture;
    private Lane left;
    private Lane right;

    @BeforeEach
    void start() throws Exception {
        fixture = new LaneFixture();
        LaneGroup group = new LaneGroup(2);
        left = fixture.lane(group);
        right = fixture.lane(group);
    }

    @AfterEach
    void stop() throws Exception {
        value(left.closeAsync());
        value(right.closeAsync());
        fixture.close();
    }

    private TransferFuture write(Lane lane) {
        return fixture.submit(lane, true, Memory.of(direct(UNIT)), 0);
    }

    private static Messages.Hello greeted(Peer peer) throws Exception {
        Messages.Hello hello = peer.hello();
        peer.welcome(new Messages.HelloReply(Header.VERSION, 0, 1, 64 << 20, WINDOW, 1, 0, ""));
        return hello;
    }

    @Test
    void whenOneConnectionIsLostTheOthersCarryNothingMore() throws Exception {
        TransferFuture lost = write(left);
        Peer leftPeer = fixture.server.accept();
        Messages.Hello first = greeted(leftPeer);
        leftPeer.next(Opcode.WRITE);
        TransferFuture beside = write(right);
        Peer rightPeer = fixture.server.accept();
        Messages.Hello second = greeted(rightPeer);
        assertThat(second.group()).isEqualTo(first.group());
        assertThat(second.turn()).as("side by side").isEqualTo(first.turn());
        rightPeer.answer(rightPeer.next(Opcode.WRITE));
        value(beside);

        leftPeer.close();
        error(lost, ErrorCode.UNKNOWN_OUTCOME);
        TransferFuture again = write(right);
        assertThatThrownBy(rightPeer::next).isInstanceOf(EOFException.class);
        Peer next = fixture.server.accept();
        assertThat(greeted(next).turn()).isEqualTo(first.turn() + 1);
        next.answer(next.next(Opcode.WRITE));
        value(again);
    }

    @Test
    void theNextConnectionsOfAllBelongToTheNextTurn() throws Exception {
        TransferFuture lost = write(left);
        Peer leftPeer = fixture.server.accept();
        Messages.Hello first = greeted(leftPeer);
        leftPeer.next(Opcode.WRITE);
        leftPeer.close();
        error(lost, ErrorCode.UNKNOWN_OUTCOME);
        for (Lane lane : new Lane[] {right, left}) {
            TransferFuture again = write(lane);
            Peer next = fixture.server.accept();
            Messages.Hello hello = greeted(next);
            assertThat(hello.group()).isEqualTo(first.group());
            assertThat(hello.turn()).isEqualTo(first.turn() + 1);
            next.answer(next.next(Opcode.WRITE));
            value(again);
        }
    }

    @Test
    void oneThatGreetedBeforeAnotherWasLostGreetsAgainAndNobodyIsTold() throws Exception {
        TransferFuture lost = write(left);
        Peer leftPeer = fixture.server.accept();
        greeted(leftPeer);
        leftPeer.next(Opcode.WRITE);
        TransferFuture waiting = write(right);
        Peer overtaken = fixture.server.accept();
        Messages.Hello stale = overtaken.hello();
        leftPeer.close();
        error(lost, ErrorCode.UNKNOWN_OUTCOME);
        overtaken.close(); // as a server does that has seen a later turn
        Peer next = fixture.server.accept();
        assertThat(greeted(next).turn()).isEqualTo(stale.turn() + 1);
        next.answer(next.next(Opcode.WRITE));
        value(waiting);
    }

    @Test
    void aWriteOfWhichTheCallerIsToldThatTimeIsUpEndsTheTurnToo() throws Exception {
        fixture.close();
        fixture = new LaneFixture(Transport.AUTO, config -> config.rpcTimeout(LaneFixture.CONNECT_TIMEOUT));
        LaneGroup group = new LaneGroup(2);
        left = fixture.lane(group);
        right = fixture.lane(group);
        TransferFuture late = write(left);
        Peer leftPeer = fixture.server.accept();
        greeted(leftPeer);
        leftPeer.next(Opcode.WRITE);
        fixture.advance(LaneFixture.REQUEST_TIMEOUT);
        error(late, ErrorCode.TIMEOUT);
        TransferFuture again = write(right);
        Peer rightPeer = fixture.server.accept();
        assertThat(greeted(rightPeer).turn()).isEqualTo(1);
        rightPeer.answer(rightPeer.next(Opcode.WRITE));
        value(again);
        leftPeer.awaitClosed();
    }
}
