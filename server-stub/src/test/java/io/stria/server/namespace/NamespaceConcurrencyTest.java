package io.stria.server.namespace;

import static io.stria.server.namespace.Fixture.CREATE;
import static org.assertj.core.api.Assertions.assertThat;

import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.MiB;
import io.stria.StriaException;
import io.stria.wire.Messages.Close;
import io.stria.wire.Messages.FileRecord;
import io.stria.wire.Messages.Open;
import io.stria.wire.Messages.Rename;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many callers at once. */
class NamespaceConcurrencyTest {
    private static final int THREADS = 16;
    private static final int TARGETS = 4;

    @TempDir
    Path directory;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final CyclicBarrier barrier = new CyclicBarrier(THREADS);
    private Fixture ns;

    @BeforeEach
    void open() throws Exception {
        ns = Fixture.withTargets(directory, TARGETS);
    }

    @AfterEach
    void close() throws Exception {
        threads.shutdownNow();
        ns.close();
    }

    @FunctionalInterface
    private interface Racer<T> {
        T run(int thread) throws Exception;
    }

    private <T> List<T> race(Racer<T> racer) throws Exception {
        List<Future<T>> futures = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            futures.add(threads.submit(() -> {
                barrier.await();
                return racer.run(thread);
            }));
        }
        List<T> results = new ArrayList<>();
        for (Future<T> future : futures) {
            results.add(future.get());
        }
        return results;
    }

    @Test
    void allThatCreateOneNameGetOneFile() throws Exception {
        for (int round = 0; round < 50; round++) {
            String path = "/shared" + round;
            List<FileRecord> records = race(thread -> ns.namespace()
                    .open(new Open(path, CREATE, FileLayout.striped(1 + thread % TARGETS, MiB.of(1 + thread))), thread)
                    .join());
            assertThat(records)
                    .extracting(FileRecord::fileId)
                    .containsOnly(records.get(0).fileId());
            assertThat(records)
                    .extracting(FileRecord::layout)
                    .containsOnly(records.get(0).layout());
            assertThat(records).extracting(FileRecord::handle).doesNotHaveDuplicates();
            assertThat(records)
                    .filteredOn(FileRecord::sizeValid)
                    .as("opened first")
                    .hasSize(1);
            race(thread -> {
                FileRecord mine = records.get(thread);
                return ns.namespace()
                        .close(new Close(mine.fileId(), mine.handle(), 77), thread)
                        .join();
            });
            assertThat(ns.stat(path).sizeValid()).isTrue();
            assertThat(ns.stat(path).size()).isEqualTo(77);
        }
        ns.assertConsistent();
    }

    @Test
    void ofThoseThatCreateExclusivelyOneWins() throws Exception {
        for (int round = 0; round < 20; round++) {
            String path = "/exclusive" + round;
            List<Boolean> won = race(thread ->
                    succeeds(ns.namespace().open(new Open(path, CREATE | Open.EXCLUSIVE, FileLayout.DEFAULT), thread)));
            assertThat(won).filteredOn(winner -> winner).hasSize(1);
        }
    }

    private static boolean succeeds(CompletableFuture<?> future) {
        try {
            future.join();
            return true;
        } catch (CompletionException e) {
            assertThat(((StriaException) e.getCause()).code()).isNotEqualTo(ErrorCode.INTERNAL);
            return false;
        }
    }

    @Test
    void ofThoseThatPublishOneNameOneStaysAndTheOthersAreDestroyed() throws Exception {
        Set<Long> published = new TreeSet<>();
        for (int round = 0; round < 20; round++) {
            published.addAll(race(thread -> {
                String temporary = "/tmp" + thread;
                FileRecord file = ns.open(temporary, CREATE, thread);
                ns.close(file, 1, thread);
                ns.rename(temporary, "/published");
                assertThat(ns.stat("/published").isDirectory())
                        .as("at every moment there is one")
                        .isFalse();
                return file.fileId();
            }));
        }
        assertThat(published.remove(ns.stat("/published").fileId())).isTrue();
        assertThat(ns.list("/")).containsExactly("published");
        assertThat(ns.toDestroy(TARGETS)).isEqualTo(published);
        ns.assertConsistent();
    }

    @Test
    void anyMixOfOperationsLeavesAConsistentNamespace() throws Exception {
        long seed = new Random().nextLong();
        List<Set<Long>> created = race(thread -> {
            Random random = new Random(seed + thread);
            Set<Long> fileIds = new HashSet<>();
            List<FileRecord> open = new ArrayList<>();
            for (int i = 0; i < 250; i++) {
                anyOperation(random, thread, fileIds, open);
            }
            return fileIds;
        });
        ns.assertConsistent();
        for (int session = 0; session < THREADS; session++) {
            ns.namespace().sessionEnded(session, 1).join();
        }
        ns.assertConsistent();
        assertThat(ns.count("SELECT count(*) FROM orphan")).as("seed " + seed).isZero();
        Set<Long> all = new HashSet<>();
        created.forEach(all::addAll);
        long alive = ns.count("SELECT count(*) FROM node WHERE layout IS NOT NULL");
        long destroyed = ns.count("SELECT count(DISTINCT id) FROM destroy");
        assertThat(alive + destroyed)
                .as("every file is one or the other, seed " + seed)
                .isEqualTo(all.size());
    }

    private void anyOperation(Random random, int session, Set<Long> fileIds, List<FileRecord> open) {
        Namespace namespace = ns.namespace();
        switch (random.nextInt(6)) {
            case 0 -> succeeds(namespace.mkdir(anyPath(random)));
            case 1 -> succeeds(namespace.rename(new Rename(anyPath(random), anyPath(random))));
            case 2 -> succeeds(namespace.remove(anyPath(random)));
            case 3 -> {
                if (!open.isEmpty()) {
                    ns.close(open.remove(random.nextInt(open.size())), random.nextInt(3) - 1, session);
                }
            }
            default -> {
                var opened = namespace.open(new Open(anyPath(random), CREATE, FileLayout.DEFAULT), session);
                if (succeeds(opened)) {
                    fileIds.add(opened.join().fileId());
                    open.add(opened.join());
                }
            }
        }
    }

    private static String anyPath(Random random) {
        StringBuilder path = new StringBuilder();
        for (int depth = 1 + random.nextInt(3); depth > 0; depth--) {
            path.append('/').append((char) ('a' + random.nextInt(4)));
        }
        return path.toString();
    }
}
