package io.stria.impl.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.Memory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RequestPoolTest {
    private static Request take(RequestPool pool, int bytes) {
        Request request = pool.acquire(bytes);
        if (request != null) {
            request.set(new Recorder(), true, 1, Memory.of(ByteBuffer.allocate(bytes)), 0, new TransferFuture());
        }
        return request;
    }

    @Test
    void noMoreRequestsThanTheBoundArePending() {
        RequestPool pool = new RequestPool(2, 1 << 20);
        Request one = take(pool, 1);
        Request two = take(pool, 1);
        assertThat(one).isNotNull().isNotSameAs(two);
        assertThat(two).isNotNull();
        assertThat(take(pool, 1)).isNull();
        assertThat(pool.bounds()).isEqualTo("pending 2 of 2 requests, 2 of 1048576 bytes");
        pool.release(one);
        assertThat(take(pool, 1)).isNotNull();
    }

    @Test
    void noMoreBytesThanTheBoundArePending() {
        RequestPool pool = new RequestPool(100, 1000);
        assertThat(take(pool, 400)).isNotNull();
        assertThat(take(pool, 600)).isNotNull();
        assertThat(take(pool, 1)).isNull();
        assertThat(pool.pendingBytes()).isEqualTo(1000);
        assertThat(pool.pendingRequests()).isEqualTo(2);
    }

    @Test
    void aSingleRequestMayExceedTheBoundOnBytesButThenItIsAlone() {
        RequestPool pool = new RequestPool(100, 1000);
        Request large = take(pool, 5000);
        assertThat(large).isNotNull();
        assertThat(take(pool, 1)).isNull();
        pool.release(large);
        assertThat(take(pool, 1)).isNotNull();
        assertThat(take(pool, 5000)).isNull();
    }

    @Test
    void aRefusalLeavesNothingBehind() {
        RequestPool pool = new RequestPool(1, 1000);
        Request one = take(pool, 10);
        for (int i = 0; i < 100; i++) {
            assertThat(take(pool, 10)).isNull();
        }
        pool.release(one);
        assertThat(pool.pendingBytes()).isZero();
        assertThat(pool.pendingRequests()).isZero();
    }

    @Test
    void requestsAreUsedAgainAndNotMadeAnew() {
        RequestPool pool = new RequestPool(64, 1 << 20);
        for (int i = 0; i < 1000; i++) {
            List<Request> taken = new ArrayList<>();
            for (int j = 0; j < 1 + i % 8; j++) {
                taken.add(take(pool, 1));
            }
            taken.forEach(pool::release);
        }
        assertThat(pool.allocated()).isEqualTo(8);
    }

    @Test
    void manyThreadsStayWithinBothBoundsAndReturnToTheBaseline() throws Exception {
        int maxRequests = 5;
        int maxBytes = 1000;
        RequestPool pool = new RequestPool(maxRequests, maxBytes);
        AtomicInteger held = new AtomicInteger();
        AtomicInteger heldBytes = new AtomicInteger();
        AtomicInteger excesses = new AtomicInteger();
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> {
                for (int i = 0; i < 5000; i++) {
                    int bytes = 1 + ThreadLocalRandom.current().nextInt(maxBytes / 2);
                    Request request = take(pool, bytes);
                    if (request == null) {
                        continue;
                    }
                    if (held.incrementAndGet() > maxRequests || heldBytes.addAndGet(bytes) > maxBytes) {
                        excesses.incrementAndGet();
                    }
                    heldBytes.addAndGet(-bytes);
                    held.decrementAndGet();
                    pool.release(request);
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(excesses).hasValue(0);
        assertThat(pool.pendingBytes()).isZero();
        assertThat(pool.pendingRequests()).isZero();
        assertThat(pool.allocated()).isLessThanOrEqualTo(maxRequests);
    }
}
