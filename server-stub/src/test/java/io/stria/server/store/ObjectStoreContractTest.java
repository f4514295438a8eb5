package io.stria.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stria.ErrorCode;
import io.stria.StriaException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link ObjectStore} that keeps bytes does. */
abstract class ObjectStoreContractTest {
    private static final long FILE = 0x13f;
    private static final int MODEL_BYTES = 100_000;

    private ObjectStore store;
    private StoreDriver driver;

    abstract ObjectStore open() throws IOException;

    @BeforeEach
    void openStore() throws IOException {
        store = open();
        driver = new StoreDriver(store);
    }

    @AfterEach
    void closeStore() throws IOException {
        store.close();
    }

    @Test
    void anObjectThatDoesNotExistIsEmpty() throws Exception {
        assertThat(driver.size(FILE, 0)).isZero();
        assertThat(driver.read(FILE, 0, 0, 10)).isEmpty();
        assertThat(driver.sync(FILE, 0)).isZero();
        assertThat(driver.truncate(FILE, 0, 0)).isZero();
        assertThat(driver.write(FILE, 0, 5, new byte[0])).isZero();
        assertThat(driver.size(FILE, 0)).isZero();
    }

    @Test
    void alignmentIsAPowerOfTwo() {
        assertThat(Integer.bitCount(store.alignment())).isEqualTo(1);
    }

    @Test
    void anyOffsetAndLengthReadsBackAsWritten() throws Exception {
        long seed = new Random().nextLong();
        SplittableRandom random = new SplittableRandom(seed);
        byte[] model = new byte[MODEL_BYTES];
        long size = 0;
        for (int i = 0; i < 400; i++) {
            int offset = edge(random, MODEL_BYTES);
            int length = Math.min(edge(random, 20_000), MODEL_BYTES - offset);
            if (random.nextInt(3) > 0) {
                byte[] bytes = bytes(random, length);
                System.arraycopy(bytes, 0, model, offset, length);
                size = length == 0 ? size : Math.max(size, offset + length);
                assertThat(driver.write(FILE, 1, offset, bytes))
                        .as("seed %d", seed)
                        .isEqualTo(size);
            }
            int readOffset = edge(random, MODEL_BYTES);
            int readLength = edge(random, 20_000);
            int end = (int) Math.max(readOffset, Math.min(size, readOffset + readLength));
            assertThat(driver.read(FILE, 1, readOffset, readLength))
                    .as("seed %d step %d [%d,+%d) size %d", seed, i, readOffset, readLength, size)
                    .isEqualTo(Arrays.copyOfRange(model, readOffset, end));
        }
        assertThat(driver.size(FILE, 1)).isEqualTo(size);
    }

    @Test
    void aHoleReadsAsZerosAndPastTheEndIsShort() throws Exception {
        driver.write(FILE, 0, 10_000, new byte[] {1, 2, 3});
        assertThat(driver.read(FILE, 0, 0, 5000)).hasSize(5000).containsOnly(0);
        assertThat(driver.read(FILE, 0, 9_999, 100)).containsExactly(0, 1, 2, 3);
        assertThat(driver.read(FILE, 0, 10_002, 1)).containsExactly(3);
        assertThat(driver.read(FILE, 0, 10_003, 1)).isEmpty();
        assertThat(driver.read(FILE, 0, 1L << 40, 4096)).isEmpty();
        assertThat(driver.read(FILE, 0, Long.MAX_VALUE - 10, 10)).isEmpty();
    }

    @Test
    void offsetsBeyondFourGiBAreExact() throws Exception {
        long offset = (5L << 30) + 4097;
        assertThat(driver.write(FILE, 0, offset, new byte[] {7, 8})).isEqualTo(offset + 2);
        assertThat(driver.read(FILE, 0, offset - 1, 10)).containsExactly(0, 7, 8);
    }

    @Test
    void truncateCutsAndExtendsAcrossBlockEdges() throws Exception {
        byte[] ones = new byte[20_000];
        Arrays.fill(ones, (byte) 1);
        for (int size : new int[] {12_288, 12_289, 12_287, 4096, 1, 4097, 0, 19_999}) {
            driver.write(FILE, 0, 0, ones);
            assertThat(driver.truncate(FILE, 0, size)).isEqualTo(size);
            assertThat(driver.size(FILE, 0)).isEqualTo(size);
            assertThat(driver.read(FILE, 0, 0, 30_000)).isEqualTo(Arrays.copyOf(ones, size));
            assertThat(driver.truncate(FILE, 0, 25_000)).isEqualTo(25_000);
            assertThat(driver.read(FILE, 0, 0, 30_000)).isEqualTo(Arrays.copyOf(Arrays.copyOf(ones, size), 25_000));
        }
    }

    @Test
    void truncateCreatesAnObjectOfZeros() throws Exception {
        assertThat(driver.truncate(FILE, 3, 4097)).isEqualTo(4097);
        assertThat(driver.read(FILE, 3, 0, 10_000)).hasSize(4097).containsOnly(0);
        assertThat(driver.sync(FILE, 3)).isEqualTo(4097);
    }

    @Test
    void objectsAreApart() throws Exception {
        driver.write(FILE, 0, 0, new byte[] {1});
        driver.write(FILE, 1, 0, new byte[] {2, 2});
        driver.write(FILE + 256, 0, 0, new byte[] {3, 3, 3});
        assertThat(driver.read(FILE, 0, 0, 9)).containsExactly(1);
        assertThat(driver.read(FILE, 1, 0, 9)).containsExactly(2, 2);
        assertThat(driver.read(FILE + 256, 0, 0, 9)).containsExactly(3, 3, 3);
        assertThat(driver.size(FILE + 1, 0)).isZero();
    }

    @Test
    void aDestroyedFileIsStaleForEver() throws Exception {
        driver.write(FILE, 0, 0, new byte[] {1});
        driver.write(FILE, 7, 0, new byte[] {1});
        driver.write(FILE + 256, 0, 0, new byte[] {3});
        store.destroy(FILE);
        driver.destroyAndWait(FILE);
        assertStale(() -> driver.write(FILE, 0, 0, new byte[] {1}));
        assertStale(() -> driver.write(FILE, 9, 0, new byte[] {1}));
        assertStale(() -> driver.read(FILE, 7, 0, 1));
        assertStale(() -> driver.truncate(FILE, 0, 1));
        assertStale(() -> driver.sync(FILE, 0));
        assertStale(() -> driver.size(FILE, 0));
        assertThat(driver.read(FILE + 256, 0, 0, 9)).containsExactly(3);
    }

    @Test
    void whatLeavesTheRangeIsRefused() {
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> {
            StoreDriver.Io io = driver.io(FILE, 0, 0, 8);
            io.objectOffset = Long.MAX_VALUE - 7;
            store.write(io);
            io.await();
        });
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> {
            StoreDriver.Io io = driver.io(FILE, 0, 0, 8);
            io.objectOffset = -1;
            store.read(io);
            io.await();
        });
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> {
            StoreDriver.Io io = driver.io(FILE, 0, 0, 8);
            io.length = -1;
            store.read(io);
            io.await();
        });
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> driver.truncate(FILE, 0, -1));
    }

    /** Again and again over the same bytes, so that a block is an edge of one range and the middle of a later one. */
    @Test
    void neighboursThatShareBlocksDoNotDisturbEachOther() throws Exception {
        int writers = 4;
        long seed = new Random().nextLong();
        ExecutorService pool = Executors.newFixedThreadPool(writers);
        try {
            for (int round = 0; round < rounds(); round++) {
                List<int[]> ranges = adjacentRanges(new SplittableRandom(seed + round), MODEL_BYTES);
                int first = round * 29;
                List<Callable<Void>> tasks = new ArrayList<>();
                for (int writer = 0; writer < writers; writer++) {
                    int mine = writer;
                    tasks.add(() -> writeAndReadBack(ranges, mine, writers, first));
                }
                for (Future<Void> task : pool.invokeAll(tasks)) {
                    task.get();
                }
                byte[] expected = new byte[MODEL_BYTES];
                for (int i = 0; i < ranges.size(); i++) {
                    Arrays.fill(expected, ranges.get(i)[0], ranges.get(i)[1], fill(first + i));
                }
                assertThat(driver.read(FILE, 0, 0, MODEL_BYTES + 1))
                        .as("seed %d round %d", seed, round)
                        .isEqualTo(expected);
                assertThat(driver.size(FILE, 0)).isEqualTo(MODEL_BYTES);
            }
        } finally {
            pool.shutdown();
        }
    }

    /** Enough to fail when edges are not kept apart; more in a soak. */
    private static int rounds() {
        return Boolean.getBoolean("stria.soak") ? 2000 : 20;
    }

    private Void writeAndReadBack(List<int[]> ranges, int writer, int writers, int first) throws StriaException {
        for (int i = writer; i < ranges.size(); i += writers) {
            int offset = ranges.get(i)[0];
            byte[] bytes = new byte[ranges.get(i)[1] - offset];
            Arrays.fill(bytes, fill(first + i));
            driver.write(FILE, 0, offset, bytes);
            assertThat(driver.read(FILE, 0, offset, bytes.length)).isEqualTo(bytes);
        }
        return null;
    }

    private static byte fill(int number) {
        return (byte) (1 + number % 127);
    }

    /** Cuts the object into ranges without gaps, some smaller than a block and some larger. */
    private static List<int[]> adjacentRanges(SplittableRandom random, int size) {
        List<int[]> ranges = new ArrayList<>();
        for (int begin = 0; begin < size; ) {
            int end = Math.min(size, begin + 1 + random.nextInt(random.nextBoolean() ? 500 : 12_000));
            ranges.add(new int[] {begin, end});
            begin = end;
        }
        return ranges;
    }

    /** Often near a block edge. */
    private static int edge(SplittableRandom random, int bound) {
        int value = random.nextInt(bound);
        return random.nextBoolean() ? value : Math.max(0, (value & -4096) + random.nextInt(3) - 1);
    }

    static byte[] bytes(SplittableRandom random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    static void assertStale(ThrowingCallable call) {
        assertCode(ErrorCode.STALE, call);
    }

    static void assertCode(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        StriaException.class,
                        e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
    }
}
