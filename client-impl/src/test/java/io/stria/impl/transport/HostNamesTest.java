package io.stria.impl.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.DefaultEventLoop;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Names are looked up without holding anything up. */
class HostNamesTest {
    private final DefaultEventLoop loop = new DefaultEventLoop();

    @AfterEach
    void stop() {
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    private Future<InetSocketAddress> resolve(HostNames names, String host) {
        return names.getResolver(loop).resolve(InetSocketAddress.createUnresolved(host, 7440));
    }

    @Test
    void theEventLoopGoesOnWhileANameIsLookedUp() throws Exception {
        CountDownLatch answered = new CountDownLatch(1);
        HostNames names = new HostNames(name -> {
            try {
                answered.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return new InetAddress[] {InetAddress.getByAddress(name, new byte[] {10, 1, 2, 3})};
        });
        Future<InetSocketAddress> resolved = resolve(names, "storage");
        assertThat(loop.submit(() -> "alive").get(30, TimeUnit.SECONDS)).isEqualTo("alive");
        assertThat(resolved.isDone()).isFalse();
        answered.countDown();
        assertThat(resolved.get(30, TimeUnit.SECONDS).getAddress().getAddress()).containsExactly(10, 1, 2, 3);
        assertThat(resolved.get().getPort()).isEqualTo(7440);
    }

    @Test
    void aNameThatNobodyKnowsFails() {
        HostNames names = new HostNames(name -> {
            throw new UnknownHostException(name);
        });
        assertThatThrownBy(() -> resolve(names, "nobody").get(30, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(UnknownHostException.class);
    }

    @Test
    void anAddressIsTakenAsItIs() throws Exception {
        assertThat(resolve(HostNames.OF_SYSTEM, "127.0.0.1")
                        .get(30, TimeUnit.SECONDS)
                        .getAddress()
                        .getAddress())
                .containsExactly(127, 0, 0, 1);
    }
}
