package io.stria.server.namespace;

import static io.stria.server.namespace.Fixture.CREATE;
import static io.stria.server.namespace.Fixture.SESSION;
import static io.stria.server.namespace.Fixture.WRITE;
import static io.stria.server.namespace.Fixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.wire.Messages.FileRecord;
import io.stria.wire.Messages.Open;
import java.nio.file.Path;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file system that has no space left, played by a limit on the pages of the writer's connection. */
class NamespaceFullTest {
    @TempDir
    Path directory;

    /**
     * Lets the next transaction fail as soon as it needs a page. What is submitted until the returned latch is counted
     * down becomes that transaction; after it there is space again.
     */
    private static CountDownLatch fillUp(Fixture ns) throws InterruptedException {
        CountDownLatch waiting = new CountDownLatch(1);
        CountDownLatch begin = new CountDownLatch(1);
        ns.namespace().inTransaction(store -> {
            try (Statement statement = store.connection.createStatement()) {
                statement.execute("PRAGMA max_page_count = 1"); // means: as many as there are
            }
            waiting.countDown();
            try {
                begin.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return null;
        });
        waiting.await();
        return begin;
    }

    @Test
    void aFullDiskFailsWhatIsNewAndLeavesWhatIsThere() throws Exception {
        try (Fixture ns = Fixture.withTargets(directory, 1)) {
            FileRecord old = ns.file("/old");
            CountDownLatch begin = fillUp(ns);
            CompletableFuture<FileRecord> reopened =
                    ns.namespace().open(new Open("/old", WRITE, FileLayout.DEFAULT), SESSION);
            List<CompletableFuture<FileRecord>> created = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                created.add(ns.namespace().open(new Open("/new" + i, CREATE, FileLayout.DEFAULT), SESSION));
            }
            begin.countDown();

            created.forEach(future -> assertRefused(ErrorCode.NO_SPACE, future));
            assertRefused(ErrorCode.NO_SPACE, reopened);
            assertThat(ns.stat("/old").sizeValid())
                    .as("nobody was let in to write")
                    .isTrue();
            assertThat(ns.list("/")).containsExactly("old");

            ns.remove("/old");
            assertThat(ns.toDestroyOn(0)).as("no handle was left behind").containsExactly(old.fileId());
            assertThat(ns.file("/after").fileId()).isGreaterThan(old.fileId());
            ns.assertConsistent();
        }
    }

    @Test
    void aSessionsEndIsMadeUpForWhenThereIsSpaceAgain() throws Exception {
        try (Fixture ns = Fixture.withTargets(directory, 1)) {
            FileRecord file = ns.open("/f", CREATE);
            ns.remove("/f");
            CountDownLatch begin = fillUp(ns);
            CompletableFuture<Void> ended = ns.namespace().sessionEnded(SESSION, 1);
            List<CompletableFuture<Void>> filling = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                filling.add(ns.namespace().mkdir("/d" + i));
            }
            begin.countDown();
            filling.forEach(future -> assertRefused(ErrorCode.NO_SPACE, future));
            assertThat(ended).isNotDone();
            ns.mkdir("/space");
            ended.join();
            assertThat(ns.toDestroyOn(0)).containsExactly(file.fileId());
            ns.assertConsistent();
        }
    }
}
