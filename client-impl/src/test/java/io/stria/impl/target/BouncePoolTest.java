package io.stria.impl.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BouncePoolTest {
    private static List<ByteBuffer> drain(BouncePool pool) {
        List<ByteBuffer> chunks = new ArrayList<>();
        for (ByteBuffer chunk = pool.acquire(); chunk != null; chunk = pool.acquire()) {
            chunks.add(chunk);
        }
        return chunks;
    }

    @Test
    void chunksTogetherAreNoMoreThanTheBytesAllowed() {
        for (long bytes : new long[] {64 << 10, 65_537, 1 << 20, (1 << 20) + 1, (3 << 20) - 1, 16 << 20}) {
            BouncePool pool = new BouncePool(bytes);
            List<ByteBuffer> chunks = drain(pool);
            assertThat(chunks)
                    .isNotEmpty()
                    .allMatch(chunk -> chunk.isDirect() && chunk.capacity() == pool.chunkBytes());
            assertThat((long) chunks.size() * pool.chunkBytes()).isBetween(bytes / 2 + 1, bytes);
            assertThat(pool.isAvailable()).isFalse();
        }
    }

    @Test
    void memoryIsMadeWhenItIsNeededAndUsedAgain() {
        BouncePool pool = new BouncePool(4 << 20);
        ByteBuffer first = pool.acquire();
        pool.release(first);
        for (int i = 0; i < 100; i++) {
            ByteBuffer chunk = pool.acquire();
            assertThat(chunk).isSameAs(first);
            pool.release(chunk);
        }
    }

    @Test
    void whoeverWaitsIsWokenOnceWhenAChunkComesFree() {
        BouncePool pool = new BouncePool(1 << 20);
        AtomicInteger wakes = new AtomicInteger();
        ByteBuffer chunk = pool.acquire();
        assertThat(pool.acquire()).isNull();
        pool.awaitFree(wakes::incrementAndGet);
        pool.awaitFree(wakes::incrementAndGet);
        assertThat(wakes).hasValue(0);
        pool.release(chunk);
        assertThat(wakes).hasValue(2);
        pool.release(pool.acquire());
        assertThat(wakes).hasValue(2);
    }

    @Test
    void noChunkIsEverInTwoHandsAndNobodyWaitsForever() throws Exception {
        int chunkCount = 3;
        BouncePool pool = new BouncePool(chunkCount << 20);
        Map<ByteBuffer, Boolean> made = java.util.Collections.synchronizedMap(new IdentityHashMap<>());
        Map<Integer, Boolean> held = new ConcurrentHashMap<>();
        AtomicInteger faults = new AtomicInteger();
        Thread[] threads = new Thread[5];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> {
                for (int i = 0; i < 2_000; i++) {
                    ByteBuffer chunk = acquire(pool);
                    made.put(chunk, true);
                    if (held.put(System.identityHashCode(chunk), true) != null) {
                        faults.incrementAndGet();
                    }
                    held.remove(System.identityHashCode(chunk));
                    pool.release(chunk);
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(faults).hasValue(0);
        assertThat(made).hasSizeLessThanOrEqualTo(chunkCount);
        assertThat(drain(pool)).hasSize(chunkCount);
    }

    /** As a lane does: waits for a wake-up unless a chunk is there after all. */
    private static ByteBuffer acquire(BouncePool pool) {
        ByteBuffer chunk = pool.acquire();
        while (chunk == null) {
            Semaphore woken = new Semaphore(0);
            pool.awaitFree(woken::release);
            if (!pool.isAvailable()) {
                woken.acquireUninterruptibly();
            }
            chunk = pool.acquire();
        }
        return chunk;
    }
}
