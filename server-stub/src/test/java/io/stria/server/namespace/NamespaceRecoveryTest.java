package io.stria.server.namespace;

import static io.stria.server.namespace.Fixture.CREATE;
import static io.stria.server.namespace.Fixture.SESSION;
import static org.assertj.core.api.Assertions.assertThat;

import io.stria.wire.Messages.FileRecord;
import io.stria.wire.Messages.Held;
import io.stria.wire.Messages.Open;
import io.stria.wire.Messages.Reopen;
import io.stria.wire.Messages.RepairSize;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of open files when the namespace, or the connection to it, is lost. */
class NamespaceRecoveryTest {
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
        ns.assertConsistent();
        ns.close();
    }

    private void reopen(long session, Held... handles) {
        reopen(session, Long.MIN_VALUE, Long.MAX_VALUE, handles);
    }

    private void reopen(long session, long first, long last, Held... handles) {
        ns.namespace()
                .reopen(new Reopen(first, last, List.of(handles)), session)
                .join();
    }

    private static Held writer(FileRecord file) {
        return new Held(file.handle(), file.fileId(), true);
    }

    private static Held reader(FileRecord file) {
        return new Held(file.handle(), file.fileId(), false);
    }

    private void recovered() {
        ns.namespace().recovered(0).join();
    }

    @Test
    void aRemovedFileWhoseHolderComesBackLivesUntilItCloses() throws Exception {
        FileRecord file = ns.open("/f", CREATE);
        ns.remove("/f");
        ns.reopen();
        assertThat(ns.toDestroy(4)).as("its holder may come back").isEmpty();
        reopen(SESSION, writer(file));
        recovered();
        assertThat(ns.toDestroy(4)).as("its holder is back").isEmpty();
        ns.close(file, 10);
        assertThat(ns.toDestroy(4)).containsExactly(file.fileId());
    }

    @Test
    void aRemovedFileWhoseHolderStaysAwayIsDestroyedWhenItsTimeIsOver() throws Exception {
        FileRecord file = ns.open("/f", CREATE);
        ns.remove("/f");
        ns.reopen();
        recovered();
        assertThat(ns.toDestroy(4)).containsExactly(file.fileId());
        reopen(SESSION, writer(file));
        ns.close(file, 10);
        assertThat(ns.toDestroy(4)).as("too late").containsExactly(file.fileId());
    }

    @Test
    void aFileThatOneHolderClosesWaitsForTheOthersToComeBack() throws Exception {
        FileRecord here = ns.open("/f", CREATE);
        FileRecord away = ns.open("/f", CREATE, OTHER_SESSION);
        ns.reopen();
        reopen(SESSION, writer(here));
        ns.remove("/f");
        ns.close(here, 10);
        assertThat(ns.toDestroy(4)).as("the other may come back").isEmpty();
        reopen(OTHER_SESSION, writer(away));
        recovered();
        assertThat(ns.toDestroy(4)).as("the other is back").isEmpty();
        ns.close(away, 10, OTHER_SESSION);
        assertThat(ns.toDestroy(4)).containsExactly(here.fileId());
    }

    @Test
    void aFileFromBeforeThatIsRemovedWaitsForReadersToComeBack() throws Exception {
        ns.file("/f");
        FileRecord file = ns.open("/f", Open.READ);
        FileRecord unread = ns.file("/g");
        ns.reopen();
        ns.remove("/f");
        ns.remove("/g");
        FileRecord fresh = ns.file("/h");
        ns.remove("/h");
        assertThat(ns.toDestroy(4)).as("nobody can hold a new file").containsExactly(fresh.fileId());
        reopen(SESSION, reader(file));
        recovered();
        assertThat(ns.toDestroy(4)).containsExactly(unread.fileId(), fresh.fileId());
        ns.close(file, -1);
        assertThat(ns.toDestroy(4)).contains(file.fileId());
    }

    @Test
    void noSizeIsCertainWhileAnotherWriterMayComeBack() throws Exception {
        FileRecord first = ns.open("/f", CREATE);
        FileRecord second = ns.open("/f", CREATE, OTHER_SESSION);
        ns.reopen();
        reopen(SESSION, writer(first));
        ns.close(first, 10);
        assertThat(ns.stat("/f").sizeValid()).isFalse();
        ns.namespace()
                .repairSize(new RepairSize(first.fileId(), 10, ns.stat("/f").modifiedMs()))
                .join();
        assertThat(ns.stat("/f").sizeValid()).as("repaired too early").isFalse();
        reopen(OTHER_SESSION, writer(second));
        recovered();
        ns.close(second, 5, OTHER_SESSION);
        assertThat(ns.stat("/f").sizeValid())
                .as("what the first reported is forgotten")
                .isFalse();
        ns.close(ns.open("/f", CREATE), 10);
        assertThat(ns.stat("/f").size()).isEqualTo(10);
        assertThat(ns.stat("/f").sizeValid()).isTrue();
    }

    @Test
    void noSizeOfAFileFromBeforeIsCertainUntilItsTargetsAreDoneWithThoseThatStayedAway() throws Exception {
        FileRecord file = ns.open("/f", CREATE);
        ns.reopen();
        AtomicLong doneAsOf = new AtomicLong(6);
        ns.namespace()
                .watch(number -> false, number -> number == 3 ? doneAsOf.get() : 7)
                .join();
        assertThat(ns.stat("/f").wantsSize()).as("its writer may come back").isFalse();
        ns.namespace().recovered(7).join();
        assertThat(ns.stat("/f").wantsSize()).as("a target is not done").isFalse();
        ns.close(ns.open("/f", CREATE), 5);
        ns.namespace()
                .repairSize(new RepairSize(file.fileId(), 5, ns.stat("/f").modifiedMs()))
                .join();
        assertThat(ns.stat("/f").sizeValid()).isFalse();
        ns.close(ns.open("/new", CREATE), 5);
        assertThat(ns.stat("/new").sizeValid()).isTrue();
        doneAsOf.set(7);
        assertThat(ns.stat("/f").wantsSize()).isTrue();
        ns.namespace()
                .repairSize(new RepairSize(file.fileId(), 5, ns.stat("/f").modifiedMs()))
                .join();
        assertThat(ns.stat("/f").sizeValid()).isTrue();
    }

    @Test
    void theSizeOfANewFileIsCertainAtOnce() throws Exception {
        ns.file("/f");
        ns.reopen();
        ns.close(ns.open("/new", CREATE), 5);
        assertThat(ns.stat("/new").sizeValid()).isTrue();
        assertThat(ns.stat("/f").sizeValid()).as("nobody had written it").isTrue();
    }

    @Test
    void aWriterThatComesBackPutsTheSizeInDoubt() throws Exception {
        FileRecord file = ns.open("/f", CREATE);
        ns.namespace().sessionEnded(SESSION, 1).join();
        ns.namespace()
                .repairSize(new RepairSize(file.fileId(), 10, ns.stat("/f").modifiedMs()))
                .join();
        assertThat(ns.stat("/f").sizeValid()).isTrue();
        reopen(SESSION, writer(file));
        assertThat(ns.stat("/f").sizeValid()).isFalse();
        ns.close(file, 30);
        assertThat(ns.stat("/f").sizeValid())
                .as("others may have written and closed meanwhile")
                .isFalse();
    }

    @Test
    void aHandleThatItsClientDoesNotKnowEnds() {
        FileRecord known = ns.open("/f", CREATE);
        FileRecord unknown = ns.open("/g", CREATE);
        FileRecord others = ns.open("/h", CREATE, OTHER_SESSION);
        for (String path : List.of("/f", "/g", "/h")) {
            ns.remove(path);
        }
        reopen(SESSION, writer(known));
        assertThat(ns.toDestroy(4)).containsExactly(unknown.fileId());
        ns.close(known, 1);
        ns.close(others, 1, OTHER_SESSION);
        assertThat(ns.toDestroy(4)).containsExactly(known.fileId(), unknown.fileId(), others.fileId());
    }

    @Test
    void aRangeConcernsTheHandlesInItOnly() {
        FileRecord low = ns.open("/f", CREATE);
        FileRecord high = ns.open("/g", CREATE);
        ns.remove("/f");
        ns.remove("/g");
        reopen(SESSION, Long.MIN_VALUE, high.handle() - 1, writer(low));
        assertThat(ns.toDestroy(4)).isEmpty();
        reopen(SESSION, high.handle(), Long.MAX_VALUE);
        assertThat(ns.toDestroy(4)).containsExactly(high.fileId());
    }

    @Test
    void aHandleOfAnotherSessionIsNotTaken() {
        FileRecord file = ns.open("/f", CREATE);
        ns.remove("/f");
        reopen(OTHER_SESSION, writer(file));
        ns.namespace().sessionEnded(OTHER_SESSION, 1).join();
        assertThat(ns.toDestroy(4)).isEmpty();
        ns.close(file, 1);
        assertThat(ns.toDestroy(4)).containsExactly(file.fileId());
    }

    @Test
    void whatIsNoFileIsNotReopened() {
        ns.mkdir("/d");
        reopen(SESSION, new Held(5, ns.stat("/d").fileId(), true), new Held(6, 4711, true), new Held(7, -1, false));
        ns.namespace().sessionEnded(SESSION, 1).join();
        assertThat(ns.list("/")).containsExactly("d");
    }
}
