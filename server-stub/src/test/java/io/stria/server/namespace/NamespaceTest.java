package io.stria.server.namespace;

import static io.stria.server.namespace.Fixture.CREATE;
import static io.stria.server.namespace.Fixture.SESSION;
import static io.stria.server.namespace.Fixture.WRITE;
import static io.stria.server.namespace.Fixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.MiB;
import io.stria.wire.Messages.Close;
import io.stria.wire.Messages.FileRecord;
import io.stria.wire.Messages.Open;
import io.stria.wire.Messages.RepairSize;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opening, closing, sizes, and files without a name. */
class NamespaceTest {
    private static final long OTHER_SESSION = 8;

    @TempDir
    Path directory;

    private Fixture ns;

    @BeforeEach
    void open() throws Exception {
        ns = Fixture.withTargets(directory, 4);
    }

    @AfterEach
    void close() throws Exception {
        ns.close();
    }

    @Test
    void aCreatedFileIsFoundAlsoAfterARestart() throws Exception {
        FileRecord created = ns.create("/f", FileLayout.striped(2, MiB.of(1)));
        assertThat(created.handle()).isPositive();
        assertThat(created.isDirectory()).isFalse();
        ns.close(created, 5);
        ns.reopen();
        FileRecord found = ns.stat("/f");
        assertThat(found.fileId()).isEqualTo(created.fileId());
        assertThat(found.layout()).isEqualTo(created.layout());
        assertThat(found.handle()).isZero();
        assertThat(found.size()).isEqualTo(5);
    }

    @Test
    void anExistingFileKeepsItsLayout() {
        FileRecord first = ns.create("/f", FileLayout.striped(2, MiB.of(1)));
        FileRecord second = ns.create("/f", FileLayout.striped(4, MiB.of(8)));
        assertThat(second.fileId()).isEqualTo(first.fileId());
        assertThat(second.layout()).isEqualTo(first.layout());
        assertThat(second.handle()).isNotEqualTo(first.handle());
    }

    @Test
    void exclusiveCreateOfAnExistingNameIsRefused() {
        ns.file("/f");
        ns.mkdir("/d");
        assertRefused(ErrorCode.ALREADY_EXISTS, () -> ns.open("/f", CREATE | Open.EXCLUSIVE))
                .hasMessageContaining("(path=/f)");
        assertRefused(ErrorCode.ALREADY_EXISTS, () -> ns.open("/d", CREATE | Open.EXCLUSIVE));
        assertThat(ns.open("/new", CREATE | Open.EXCLUSIVE).handle()).isPositive();
    }

    @Test
    void openRefusesWhatIsNoFile() {
        ns.mkdir("/d");
        ns.file("/f");
        assertRefused(ErrorCode.NOT_FOUND, () -> ns.open("/none", WRITE))
                .hasMessage("no such file, open it with CREATE to make it (path=/none)");
        assertRefused(ErrorCode.NOT_FOUND, () -> ns.open("/no/such/f", CREATE))
                .hasMessage("no such directory (path=/no/such/f, missing=/no)");
        assertRefused(ErrorCode.NOT_A_DIRECTORY, () -> ns.open("/f/g", CREATE)).hasMessageContaining("file=/f");
        assertRefused(ErrorCode.IS_A_DIRECTORY, () -> ns.open("/d", CREATE));
        assertRefused(ErrorCode.IS_A_DIRECTORY, () -> ns.open("/new/", CREATE));
        assertRefused(ErrorCode.NOT_A_DIRECTORY, () -> ns.open("/f/", WRITE));
        assertRefused(ErrorCode.INVALID_ARGUMENT, () -> ns.open("/", CREATE));
        assertRefused(ErrorCode.UNSUPPORTED, () -> ns.open("/f", 1 << 20));
    }

    @Test
    void aFileIdIsNeverGivenTwice() throws Exception {
        long last = 0;
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 3; i++) {
                long next = ns.file("/f").fileId();
                assertThat(next).isGreaterThan(last);
                ns.remove("/f");
                last = next;
            }
            ns.reopen();
        }
    }

    @Test
    void theSizeIsInDoubtWhileAWriterHasTheFileOpen() throws Exception {
        FileRecord created = ns.create("/f", FileLayout.DEFAULT);
        assertThat(created.sizeValid()).as("nobody could have written before").isTrue();
        assertThat(ns.stat("/f").sizeValid()).isFalse();
        ns.close(created, 100);
        assertThat(ns.stat("/f").sizeValid()).isTrue();

        FileRecord first = ns.open("/f", WRITE);
        assertThat(first.sizeValid()).isTrue();
        assertThat(first.size()).isEqualTo(100);
        FileRecord second = ns.open("/f", WRITE);
        assertThat(second.sizeValid()).as("the first may have written").isFalse();
        ns.close(first, 200);
        assertThat(ns.stat("/f").sizeValid()).isFalse();
        ns.close(second, 200);
        assertThat(ns.stat("/f").sizeValid()).isTrue();
        assertThat(ns.stat("/f").size()).isEqualTo(200);
    }

    @Test
    void readersLeaveTheSizeAlone() {
        ns.close(ns.create("/f", FileLayout.DEFAULT), 100);
        FileRecord reader = ns.open("/f", Open.READ);
        assertThat(ns.stat("/f").sizeValid()).isTrue();
        long modifiedMs = ns.stat("/f").modifiedMs();
        ns.close(reader, -1);
        assertThat(ns.stat("/f").size()).isEqualTo(100);
        assertThat(ns.stat("/f").sizeValid()).isTrue();
        assertThat(ns.stat("/f").modifiedMs()).isEqualTo(modifiedMs);
    }

    @Test
    void aReaderThatStaysDoesNotHoldTheSizeBack() {
        FileRecord writer = ns.create("/f", FileLayout.DEFAULT);
        ns.open("/f", Open.READ);
        ns.close(writer, 9);
        assertThat(ns.stat("/f").sizeValid()).isTrue();
        ns.close(ns.open("/f", WRITE), 10);
        assertThat(ns.stat("/f").size()).isEqualTo(10);
    }

    @Test
    void theSizeStaysInDoubtIfAWriterDidNotKnowIt() {
        FileRecord first = ns.create("/f", FileLayout.DEFAULT);
        FileRecord second = ns.open("/f", WRITE);
        ns.close(first, -1);
        ns.close(second, 10);
        assertThat(ns.stat("/f").sizeValid()).isFalse();
        ns.close(ns.open("/f", WRITE), 10);
        assertThat(ns.stat("/f").sizeValid())
                .as("the next round of writers knew")
                .isTrue();
    }

    @Test
    void theSizeStaysInDoubtIfWritersDisagree() {
        FileRecord first = ns.create("/f", FileLayout.DEFAULT);
        FileRecord second = ns.open("/f", WRITE);
        ns.close(first, 100);
        ns.close(second, 50); // it may have truncated after the first had closed
        assertThat(ns.stat("/f").sizeValid()).isFalse();
    }

    @Test
    void theSizeStaysInDoubtWhenAWritersSessionIsLost() throws Exception {
        ns.open("/lost", CREATE);
        ns.open("/crash", CREATE);
        ns.namespace().sessionEnded(SESSION, 1).join();
        assertThat(ns.stat("/lost").sizeValid()).isFalse();
        ns.reopen();
        assertThat(ns.stat("/crash").sizeValid()).isFalse();
    }

    @Test
    void aSizeInDoubtIsRepairedFromTheObjects() {
        ns.open("/f", CREATE);
        ns.namespace().sessionEnded(SESSION, 1).join();
        FileRecord doubtful = ns.stat("/f");
        ns.namespace()
                .repairSize(new RepairSize(doubtful.fileId(), 4711, doubtful.modifiedMs()))
                .join();
        assertThat(ns.stat("/f").sizeValid()).isTrue();
        assertThat(ns.stat("/f").size()).isEqualTo(4711);
    }

    @Test
    void noSizeIsCertainWhileATargetMayStillHaveWritesOfADeadClientToDo() {
        FileRecord file = ns.open("/f", CREATE);
        AtomicLong doneAsOf = new AtomicLong(4);
        ns.namespace()
                .watch(number -> false, number -> number == 2 ? doneAsOf.get() : 5)
                .join();
        assertThat(ns.stat("/f").wantsSize()).isTrue();
        ns.namespace().sessionEnded(SESSION, 5).join();
        FileRecord doubtful = ns.stat("/f");
        assertThat(doubtful.wantsSize()).isFalse();
        ns.namespace()
                .repairSize(new RepairSize(file.fileId(), 4711, doubtful.modifiedMs()))
                .join();
        assertThat(ns.stat("/f").sizeValid()).as("repaired too early").isFalse();
        FileRecord next = ns.open("/f", WRITE);
        doneAsOf.set(5);
        ns.close(next, 10);
        assertThat(ns.stat("/f").sizeValid())
                .as("the dead client's writes may have come between")
                .isFalse();
        assertThat(ns.stat("/f").wantsSize()).isTrue();
        ns.namespace()
                .repairSize(new RepairSize(file.fileId(), 4711, ns.stat("/f").modifiedMs()))
                .join();
        assertThat(ns.stat("/f").sizeValid()).isTrue();
        ns.close(ns.open("/f", WRITE), 10);
        assertThat(ns.stat("/f").size()).isEqualTo(10);
    }

    @Test
    void aDeadClientThatOnlyReadChangesNothing() {
        ns.file("/f");
        ns.open("/f", Open.READ);
        ns.namespace().watch(number -> false, number -> 0).join();
        ns.namespace().sessionEnded(SESSION, 5).join();
        ns.close(ns.open("/f", WRITE), 10);
        assertThat(ns.stat("/f").sizeValid()).isTrue();
    }

    @Test
    void aRepairThatIsTooOldChangesNothing() {
        FileRecord writer = ns.open("/f", CREATE);
        FileRecord before = ns.stat("/f");
        ns.namespace()
                .repairSize(new RepairSize(before.fileId(), 1, before.modifiedMs()))
                .join();
        assertThat(ns.stat("/f").sizeValid()).as("a writer has it open").isFalse();
        ns.close(writer, -1);
        ns.namespace()
                .repairSize(new RepairSize(before.fileId(), 1, before.modifiedMs()))
                .join();
        assertThat(ns.stat("/f").sizeValid())
                .as("asked before the writer's end")
                .isFalse();
        ns.close(ns.open("/f", WRITE), 9);
        ns.namespace()
                .repairSize(new RepairSize(before.fileId(), 1, ns.stat("/f").modifiedMs()))
                .join();
        assertThat(ns.stat("/f").size()).as("certain already").isEqualTo(9);
    }

    @Test
    void modifiedIsTheTimeOfTheLastWritersClose() {
        FileRecord file = ns.open("/f", CREATE);
        assertThat(file.modifiedMs()).isEqualTo(1_000_000);
        ns.clockMs.set(2_000_000);
        ns.close(file, 1);
        assertThat(ns.stat("/f").modifiedMs()).isEqualTo(2_000_000);
        ns.close(ns.open("/f", WRITE), 1);
        assertThat(ns.stat("/f").modifiedMs())
                .as("grows even within a millisecond")
                .isEqualTo(2_000_001);
    }

    @Test
    void aCloseMayComeTwice() {
        FileRecord file = ns.open("/f", CREATE);
        ns.close(file, 10);
        ns.close(file, 10);
        assertThat(ns.stat("/f").sizeValid()).isTrue();
    }

    @Test
    void aCloseOfAForgottenHandlePutsTheSizeInDoubt() throws Exception {
        FileRecord survivor = ns.open("/f", CREATE);
        ns.reopen();
        ns.namespace().recovered(0).join();
        ns.close(ns.open("/f", WRITE, OTHER_SESSION), 10, OTHER_SESSION);
        assertThat(ns.stat("/f").sizeValid()).isTrue();
        ns.close(survivor, 20);
        assertThat(ns.stat("/f").sizeValid()).isFalse();
    }

    @Test
    void aSessionCannotCloseAnothersHandle() {
        FileRecord file = ns.open("/f", CREATE);
        ns.close(file, 10, OTHER_SESSION);
        assertThat(ns.stat("/f").sizeValid()).isFalse();
        ns.close(file, 20);
        assertThat(ns.stat("/f").size()).isEqualTo(20);
    }

    @Test
    void aRemovedFileThatNobodyHasOpenIsDestroyedAtOnce() throws Exception {
        FileRecord file = ns.file("/f");
        ns.remove("/f");
        assertThat(ns.toDestroy(4)).containsExactly(file.fileId());
        ns.reopen();
        assertThat(ns.toDestroy(4)).containsExactly(file.fileId());
    }

    @Test
    void aRemovedFileLivesUntilItsLastHandleCloses() {
        FileRecord first = ns.open("/f", CREATE);
        FileRecord second = ns.open("/f", Open.READ, OTHER_SESSION);
        ns.remove("/f");
        assertRefused(ErrorCode.NOT_FOUND, () -> ns.stat("/f"));
        ns.close(first, 1);
        assertThat(ns.toDestroy(4)).isEmpty();
        ns.close(second, -1, OTHER_SESSION);
        assertThat(ns.toDestroy(4)).containsExactly(first.fileId());
    }

    @Test
    void aRemovedFileLivesUntilItsLastSessionEnds() {
        FileRecord file = ns.open("/f", CREATE);
        ns.open("/f", CREATE, OTHER_SESSION);
        ns.remove("/f");
        ns.namespace().sessionEnded(SESSION, 1).join();
        assertThat(ns.toDestroy(4)).isEmpty();
        ns.namespace().sessionEnded(OTHER_SESSION, 1).join();
        assertThat(ns.toDestroy(4)).containsExactly(file.fileId());
        ns.namespace().sessionEnded(OTHER_SESSION, 1).join();
    }

    @Test
    void aNewFileMayTakeTheNameOfARemovedOneThatIsOpen() {
        FileRecord old = ns.open("/f", CREATE);
        ns.remove("/f");
        FileRecord fresh = ns.open("/f", CREATE);
        assertThat(fresh.fileId()).isNotEqualTo(old.fileId());
        ns.close(old, 10);
        ns.close(fresh, 20);
        assertThat(ns.toDestroy(4)).containsExactly(old.fileId());
        assertThat(ns.stat("/f").size()).isEqualTo(20);
    }

    @Test
    void whatWasAskedTogetherIsDoneInOrder() {
        Namespace namespace = ns.namespace();
        var created = namespace.open(new Open("/f", CREATE, FileLayout.DEFAULT), SESSION);
        var removed = namespace.remove("/f");
        var again = namespace.open(new Open("/f", CREATE, FileLayout.DEFAULT), SESSION);
        removed.join();
        assertThat(again.join().fileId()).isGreaterThan(created.join().fileId());
        var closed = namespace.close(
                new Close(created.join().fileId(), created.join().handle(), 1), SESSION);
        closed.join();
        assertThat(ns.toDestroy(4)).containsExactly(created.join().fileId());
    }

    @Test
    void aClosedNamespaceRefusesEverything() throws Exception {
        Namespace namespace = ns.namespace();
        namespace.close();
        assertRefused(ErrorCode.CLOSED, namespace.stat("/"));
        assertRefused(ErrorCode.CLOSED, namespace.mkdir("/d"));
        namespace.close();
    }
}
