package io.stria.server.store;

import static io.stria.server.store.ObjectStoreContractTest.assertCode;
import static io.stria.server.store.ObjectStoreContractTest.assertStale;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.stria.ErrorCode;
import io.stria.StriaException;
import io.stria.server.ObjectFiles;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.agrona.collections.LongHashSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileObjectStoreIT {
    private static final long FILE = 0x13f;

    @TempDir
    private Path directory;

    private final FaultyFiles files = new FaultyFiles();
    private FileObjectStore store;
    private StoreDriver driver;
    private int block;

    /** Lets held writes go; at the latest when the test ends, since closing waits for them. */
    private final CountDownLatch go = new CountDownLatch(1);

    @BeforeEach
    void open() throws IOException {
        open(FileStoreConfig.builder(directory).build());
        block = store.alignment();
    }

    private void open(FileStoreConfig config) throws IOException {
        if (store != null) {
            store.close();
        }
        store = FileObjectStore.open(config, files);
        driver = new StoreDriver(store);
        for (var counter : List.of(files.directReads, files.directWrites, files.bufferedReads, files.bufferedWrites)) {
            counter.set(0);
        }
    }

    @AfterEach
    void close() throws IOException {
        go.countDown();
        store.close();
    }

    @Test
    void anObjectIsAFileNamedByFileAndStripe() throws Exception {
        driver.write(FILE, 7, 0, new byte[] {1, 2});
        assertThat(directory.resolve("objects/3f/000000000000013f.7")).hasBinaryContent(new byte[] {1, 2});
    }

    @Test
    void anAlignedRangeIsOneSystemCallEachWay() throws Exception {
        driver.write(FILE, 0, 3L * block, new byte[5 * block]);
        assertThat(files.directWrites).hasValue(1);
        assertThat(files.bufferedWrites).hasValue(0);
        driver.read(FILE, 0, 4L * block, 2 * block);
        driver.read(FILE, 0, 4L * block + 1, 2 * block);
        assertThat(files.directReads).hasValue(2);
        assertThat(files.bufferedReads).hasValue(0);
    }

    @Test
    void raggedEdgesGoThroughThePageCacheAndTheMiddlePastIt() throws Exception {
        driver.write(FILE, 0, block - 1, new byte[2 * block + 2]);
        assertThat(files.directWrites).hasValue(1);
        assertThat(files.bufferedWrites).hasValue(2);
        driver.write(FILE, 0, block - 1, new byte[2]);
        driver.write(FILE, 0, block + 1, new byte[2 * block - 2]);
        assertThat(files.directWrites).hasValue(1);
        assertThat(files.bufferedWrites).hasValue(4);
    }

    @Test
    void whatTheKernelEndsEarlyIsContinued() throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        byte[] bytes = ObjectStoreContractTest.bytes(random, 9 * block + 77);
        for (int maxBlocks = 1; maxBlocks < 4; maxBlocks++) {
            // Half a block too much: what is left of it must be done again.
            files.maxBytesPerCall = maxBlocks * block;
            driver.write(FILE, maxBlocks, block / 2, bytes);
            assertThat(driver.read(FILE, maxBlocks, block / 2, bytes.length)).isEqualTo(bytes);
        }
    }

    @Test
    void aFullDiskIsNamedAsSuchAndTheSizeIsThatOfTheFile() throws Exception {
        driver.write(FILE, 0, 0, new byte[] {1, 2, 3});
        files.beforeWrite = direct -> {
            if (direct) {
                throw new IOException("No space left on device");
            }
        };
        assertThatThrownBy(() -> driver.write(FILE, 0, 1, new byte[3 * block]))
                .isInstanceOfSatisfying(
                        StriaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NO_SPACE))
                .hasMessageContainingAll(directory.toString(), "fileId=13f", "stripe=0", "offset=1", "length=");
        assertThat(driver.size(FILE, 0)).isEqualTo(block);
        files.beforeWrite = direct -> {};
        assertThat(driver.read(FILE, 0, 0, 2)).containsExactly(1, 0);
        driver.write(FILE, 0, 1, new byte[3 * block]);
    }

    @Test
    void aDirectWriteThatIsRefusedSaysWhatToSet() throws Exception {
        files.beforeWrite = direct -> {
            throw new IOException("Invalid argument");
        };
        assertThatThrownBy(() -> driver.write(FILE, 0, 0, new byte[block]))
                .hasMessageContainingAll(
                        directory.toString(), Files.getFileStore(directory).type(), "O_DIRECT", "--buffered");
    }

    @Test
    void aStoreWhereDirectIoIsRefusedDoesNotOpen() throws Exception {
        FaultyFiles refusing = new FaultyFiles();
        refusing.beforeOpen = direct -> {
            if (direct) {
                throw new IOException("Invalid argument");
            }
        };
        FileStoreConfig config = FileStoreConfig.builder(directory).build();
        assertThatThrownBy(() -> FileObjectStore.open(config, refusing))
                .isInstanceOfSatisfying(
                        StriaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED))
                .hasMessageContainingAll(
                        directory.toString(), Files.getFileStore(directory).type(), "--buffered");
        FileObjectStore.open(config.toBuilder().buffered(true).build(), refusing)
                .close();
    }

    @Test
    void alignmentIsWhatWorksAndNotWhatIsReported() throws Exception {
        FaultyFiles coarse = new FaultyFiles();
        int[] attempts = new int[1];
        coarse.beforeWrite = direct -> {
            if (attempts[0]++ < 2) {
                throw new IOException("Invalid argument");
            }
        };
        try (FileObjectStore other =
                FileObjectStore.open(FileStoreConfig.builder(directory).build(), coarse)) {
            assertThat(other.alignment()).isEqualTo(4 * block);
        }
        assertThat(block).isGreaterThanOrEqualTo(AlignmentProbe.pageBytes());
    }

    @Test
    void aFailedSyncSticksUntilTheDataAreGone() throws Exception {
        open(FileStoreConfig.builder(directory).maxOpenObjects(3).build());
        driver.write(FILE, 0, 0, new byte[] {1});
        files.beforeForce = direct -> {
            throw new IOException("Input/output error");
        };
        assertCode(ErrorCode.IO_ERROR, () -> driver.sync(FILE, 0));
        files.beforeForce = direct -> {};
        assertCode(ErrorCode.IO_ERROR, () -> driver.sync(FILE, 0));
        for (int stripe = 1; stripe < 9; stripe++) {
            driver.write(FILE, stripe, 0, new byte[] {1});
            driver.sync(FILE, stripe);
        }
        assertCode(ErrorCode.IO_ERROR, () -> driver.sync(FILE, 0));
        driver.truncate(FILE, 0, 0);
        driver.write(FILE, 0, 0, new byte[] {1});
        driver.sync(FILE, 0);
    }

    @Test
    void moreObjectsThanHandlesKeepTheirBytesAndDescriptorsStayBounded() throws Exception {
        store.close();
        long before = openFiles();
        open(FileStoreConfig.builder(directory).maxOpenObjects(8).build());
        for (int round = 0; round < 3; round++) {
            for (int stripe = 0; stripe < 100; stripe++) {
                driver.write(FILE, stripe, (long) round * block, filled(block + 1, stripe + round));
            }
            // At most two channels each for the cached objects and for those the reaper has not come to yet.
            assertThat(openFiles() - before).isLessThan(2 * (8 + 128) + 8);
        }
        for (int stripe = 0; stripe < 100; stripe++) {
            assertThat(driver.size(FILE, stripe)).isEqualTo(3L * block + 1);
            assertThat(driver.read(FILE, stripe, block, block)).containsOnly(stripe + 1);
        }
        store.close();
        assertThat(openFiles()).isEqualTo(before);
    }

    @Test
    void readingWhatIsNotThereLeavesNoFile() throws Exception {
        driver.read(FILE, 0, 0, 10);
        driver.sync(FILE, 0);
        driver.truncate(FILE, 0, 0);
        driver.size(FILE, 0);
        assertThat(objects()).isEmpty();
    }

    @Test
    void theSizeSurvivesARestart() throws Exception {
        driver.write(FILE, 0, 10, new byte[block]);
        open(FileStoreConfig.builder(directory).build());
        assertThat(driver.size(FILE, 0)).isEqualTo(block + 10);
        assertThat(driver.write(FILE, 0, 0, new byte[1])).isEqualTo(block + 10);
    }

    @Test
    void destroyedFilesAreRemovedAndStayStaleAfterARestart() throws Exception {
        for (int stripe = 0; stripe < 5; stripe++) {
            driver.write(FILE, stripe, 0, new byte[block + 1]);
            driver.write(FILE + 256, stripe, 0, new byte[1]);
        }
        store.destroy(FILE);
        open(FileStoreConfig.builder(directory).build());
        assertThat(objects()).hasSize(5).allMatch(name -> name.startsWith("000000000000023f"));
        assertStale(() -> driver.write(FILE, 0, 0, new byte[1]));
        assertThat(objects()).hasSize(5);
    }

    @Test
    void aDestroyThatACrashCutShortIsFinishedAtTheNextStart() throws Exception {
        driver.write(FILE, 0, 0, new byte[1]);
        store.close();
        try (DestroyLog log =
                DestroyLog.open(directory.resolve("stria-destroyed"), new DestroyedFiles(), new LongHashSet())) {
            log.destroyed(new long[] {FILE});
        }
        open(FileStoreConfig.builder(directory).build());
        store.close();
        assertThat(objects()).isEmpty();
    }

    @Test
    void aDestroyedFileIsRemovedWhenItsLastOperationEnds() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        files.beforeWrite = direct -> {
            started.countDown();
            awaitGo();
        };
        StoreDriver.Io write = driver.writeIo(FILE, 0, 0, new byte[block]);
        store.write(write);
        started.await();
        driver.destroyAndWait(FILE);
        assertStale(() -> driver.read(FILE, 0, 0, 1));
        go.countDown();
        assertThat(write.await().objectSize).isEqualTo(block);
        store.close();
        assertThat(objects()).isEmpty();
    }

    @Test
    void closeWaitsForWhatIsInFlightAndRefusesTheRest() throws Exception {
        files.beforeWrite = direct -> awaitGo();
        List<StoreDriver.Io> writes = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            StoreDriver.Io write = driver.writeIo(FILE, 0, (long) i * block, new byte[block]);
            writes.add(write);
            store.write(write);
        }
        Thread closer = new Thread(() -> assertThat(store).satisfies(FileObjectStore::close));
        closer.start();
        while (closer.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        assertThat(writes).noneMatch(StoreDriver.Io::isDone);
        assertCode(ErrorCode.CLOSED, () -> driver.write(FILE, 0, 0, new byte[1]));
        go.countDown();
        closer.join();
        for (StoreDriver.Io write : writes) {
            assertThat(write.isDone()).isTrue();
            write.await();
        }
        assertCode(ErrorCode.CLOSED, () -> driver.destroyAndWait(FILE));
    }

    @Test
    void aFullQueueIsBusyAndNeverWaits() throws Exception {
        open(FileStoreConfig.builder(directory).diskThreads(1).queueCapacity(4).build());
        CountDownLatch started = new CountDownLatch(1);
        files.beforeWrite = direct -> {
            started.countDown();
            awaitGo();
        };
        List<StoreDriver.Io> accepted = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            accepted.add(driver.writeIo(FILE, 0, 0, new byte[1]));
            store.write(accepted.get(i));
            started.await();
        }
        assertCode(ErrorCode.BUSY, () -> driver.write(FILE, 0, 0, new byte[1]));
        go.countDown();
        for (StoreDriver.Io io : accepted) {
            io.await();
        }
    }

    @Test
    void interruptsAreHarmless() throws Exception {
        byte[] bytes = filled(3 * block, 9);
        for (int i = 0; i < 200; i++) {
            StoreDriver.Io io = driver.writeIo(FILE, 0, (long) i, bytes);
            Thread.currentThread().interrupt();
            store.write(io);
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().startsWith("stria-")) {
                    thread.interrupt();
                }
            }
            assertThat(Thread.interrupted()).isTrue();
            io.await();
        }
        assertThat(driver.read(FILE, 0, 0, bytes.length)).isEqualTo(bytes);
    }

    @Test
    void truncateRacesWithWritesAndTheSizeIsExact() throws Exception {
        for (int round = 0; round < 30; round++) {
            List<StoreDriver.Io> ios = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                StoreDriver.Io io = driver.writeIo(FILE, round, 100L * i * i, filled(block + i, 1));
                if (i % 7 == 3) {
                    io.objectSize = 50L * i;
                    store.truncate(io);
                } else {
                    store.write(io);
                }
                ios.add(io);
            }
            for (StoreDriver.Io io : ios) {
                io.await();
            }
            Path path = directory.resolve("objects/3f/000000000000013f." + round);
            assertThat(driver.size(FILE, round)).isEqualTo(Files.size(path));
        }
    }

    @Test
    void truncateWaitsForTheWritesBeforeIt() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        files.beforeWrite = direct -> {
            started.countDown();
            awaitGo();
        };
        StoreDriver.Io write = driver.writeIo(FILE, 0, 0, new byte[block]);
        store.write(write);
        started.await();
        StoreDriver.Io truncate = driver.io(FILE, 0, 0, 0);
        truncate.objectSize = 3;
        store.truncate(truncate);
        while (!truncate.isDone() && !aDiskThreadWaitsForALock()) {
            Thread.onSpinWait();
        }
        assertThat(truncate.isDone()).isFalse();
        go.countDown();
        assertThat(write.await().objectSize).isEqualTo(block);
        assertThat(truncate.await().objectSize).isEqualTo(3);
        assertThat(driver.size(FILE, 0)).isEqualTo(3);
    }

    private static boolean aDiskThreadWaitsForALock() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(entry -> entry.getKey().getName().startsWith("stria-disk-"))
                .anyMatch(entry -> Stream.of(entry.getValue())
                        .anyMatch(frame -> frame.getClassName().endsWith("StampedLock")
                                && frame.getMethodName().equals("writeLock")));
    }

    @Test
    void spaceIsThatOfTheFileSystem() throws Exception {
        ObjectIo space = new StoreDriver(store).space();
        assertThat(space.totalBytes).isEqualTo(Files.getFileStore(directory).getTotalSpace());
        assertThat(space.usableBytes).isPositive();
    }

    @Test
    void memoryThatIsTooSmallFailsTheOperationAndNothingElse() throws Exception {
        driver.write(FILE, 0, 0, filled(10 * block, 3));
        StoreDriver.Io io = driver.io(FILE, 0, 0, 10 * block);
        io.memory = StoreDriver.aligned(block, block);
        store.read(io);
        assertThatThrownBy(io::await).isInstanceOf(StriaException.class);
        assertThat(driver.read(FILE, 0, 0, block)).isEqualTo(filled(block, 3));
    }

    @Test
    void whatTheFileSystemCannotHoldFailsAndLeavesTheSize() throws Exception {
        driver.write(FILE, 0, 0, new byte[10]);
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> driver.write(FILE, 0, 1L << 60, new byte[block]));
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> driver.write(FILE, 0, (1L << 60) + 1, new byte[10]));
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> driver.truncate(FILE, 0, 1L << 60));
        assertThat(driver.size(FILE, 0)).isEqualTo(10);
    }

    @Test
    void anOperationAllocatesNothing() throws Exception {
        AtomicInteger left = new AtomicInteger();
        CountDownLatch[] done = new CountDownLatch[1];
        ObjectIo io = new ObjectIo() {
            @Override
            public void completed() {
                if (left.decrementAndGet() > 0) {
                    start(this, left.get());
                } else {
                    done[0].countDown();
                }
            }
        };
        io.fileId = FILE;
        io.memory = StoreDriver.aligned(3 * block, block);
        long allocatedBytes = 0;
        for (int operations : new int[] {1000, 4000}) {
            done[0] = new CountDownLatch(1);
            left.set(operations);
            long before = allocatedByDiskThreads();
            start(io, operations);
            done[0].await();
            assertThat(io.error).isNull();
            allocatedBytes = (allocatedByDiskThreads() - before) / operations;
        }
        assertThat(allocatedBytes).isLessThan(8);
    }

    /** Aligned and ragged, writes and reads in turn. */
    private void start(ObjectIo io, int number) {
        boolean ragged = number % 3 == 0;
        io.objectOffset = (long) block * (1 + number % 50) - (ragged ? 1 : 0);
        io.length = block + (ragged ? 2 : 0);
        if (number % 2 == 0) {
            store.write(io);
        } else {
            store.read(io);
        }
    }

    private static long allocatedByDiskThreads() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("stria-disk-"))
                .mapToLong(thread -> threads.getThreadAllocatedBytes(thread.getId()))
                .sum();
    }

    private List<String> objects() throws IOException {
        return ObjectFiles.ofTarget(directory).stream()
                .map(path -> path.getFileName().toString())
                .toList();
    }

    private static long openFiles() throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors.count();
        }
    }

    private static byte[] filled(int length, int value) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private void awaitGo() {
        try {
            go.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
