package io.stria.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.AsyncFile;
import io.stria.DirectoryEntry;
import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.FileStatus;
import io.stria.StriaFuture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Publishes, replaces, removes and looks at files in a directory of its own, one call at a time. After a call of which
 * it is unknown whether it was done it asks until it knows; from then on that must hold, like all that was acknowledged.
 */
final class NameWorker implements KillWorker {
    static final int FILE_BYTES = 150_001;
    static final FileLayout LAYOUT = FileLayout.striped(3, 64 << 10);

    private static final int NAMES = 8;
    private static final long PAUSE_NS = 2_000_000;

    private final KillClient mine;
    private final String directory;
    private final Random random;
    private final Outcomes outcomes;
    /** The version of the content of each name. */
    private final Map<String, Long> files = new TreeMap<>();

    private final Set<String> directories = new TreeSet<>();
    private long lastVersion;

    NameWorker(KillClient mine, String directory, Random random, Outcomes outcomes) {
        this.mine = mine;
        this.directory = directory;
        this.random = random;
        this.outcomes = outcomes;
    }

    @Override
    public boolean step() throws Exception {
        String name = "f" + random.nextInt(NAMES);
        return switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> publish(name);
            case 4 -> remove(name);
            case 5 -> makeOrRemoveDirectory("d" + random.nextInt(3));
            case 6 -> read(mine, name);
            case 7 -> list(mine);
            default -> stat(mine, name);
        };
    }

    private String path(String name) {
        return directory + "/" + name;
    }

    private static byte[] content(long version) {
        return Block.content(2, 0, version, FILE_BYTES);
    }

    /** Write a temporary, sync, rename: the way to publish a file that a crash cannot harm. */
    private boolean publish(String name) throws Exception {
        long version = ++lastVersion;
        String temporary = "t" + version;
        Outcomes.Outcome<AsyncFile> made = outcomes.of("create", mine.client().create(path(temporary), LAYOUT));
        if (!made.isOk()) {
            removeUntilGone(temporary, !made.isUnknown());
            return false;
        }
        AsyncFile file = made.value();
        boolean isWritten = outcomes.of("write", file.write(Bytes.memory(random, content(version)), 0))
                .isOk();
        isWritten = isWritten && outcomes.of("sync", file.sync()).isOk();
        boolean isClosed = outcomes.of("close", file.closeAsync()).isOk();
        if (!isWritten) {
            removeUntilGone(temporary, false);
            return false;
        }
        Outcomes.Outcome<Void> renamed = outcomes.of("rename", mine.client().rename(path(temporary), path(name)));
        if (renamed.isOk()) {
            files.put(name, version);
        } else if (listed().contains(temporary)) {
            removeUntilGone(temporary, false);
        } else {
            assertThat(renamed.isUnknown())
                    .as("a rename that was not sent is not done")
                    .isTrue();
            files.put(name, version);
        }
        return isClosed && renamed.isOk();
    }

    private boolean remove(String name) throws Exception {
        if (!files.containsKey(name)) {
            return outcomes.of("delete", mine.client().delete(path(name)), ErrorCode.NOT_FOUND)
                            .code()
                    == ErrorCode.NOT_FOUND;
        }
        Outcomes.Outcome<Void> removed = outcomes.of("delete", mine.client().delete(path(name)));
        if (removed.isOk() || !listed().contains(name)) {
            assertThat(removed.code())
                    .as("a delete that was not sent is not done")
                    .isNotEqualTo(ErrorCode.UNREACHABLE);
            files.remove(name);
        }
        return removed.isOk();
    }

    private boolean makeOrRemoveDirectory(String name) throws Exception {
        boolean isThere = directories.contains(name);
        Outcomes.Outcome<Void> done = outcomes.of(
                isThere ? "rmdir" : "mkdir",
                isThere ? mine.client().delete(path(name)) : mine.client().mkdir(path(name)));
        if (done.isOk() || (done.isUnknown() && listed().contains(name) != isThere)) {
            assertThat(isThere ? directories.remove(name) : directories.add(name))
                    .isTrue();
        }
        return done.isOk();
    }

    /** A temporary that was not published; it may never have come into being. */
    private void removeUntilGone(String name, boolean isNeverMade) throws Exception {
        if (isNeverMade) {
            assertThat(listed()).as("what was not sent is not made").doesNotContain(name);
            return;
        }
        answer("delete", () -> mine.client().delete(path(name)), ErrorCode.NOT_FOUND);
    }

    /** Asks until a server answers. */
    private <T> Outcomes.Outcome<T> answer(String operation, Supplier<StriaFuture<T>> call, ErrorCode... alsoExpected)
            throws Exception {
        long endNs = System.nanoTime() + Await.LONG.toNanos();
        Outcomes.Outcome<T> outcome = outcomes.of(operation, call.get(), alsoExpected);
        while (!outcome.isOk() && Outcomes.SERVER_GONE.contains(outcome.code())) {
            assertThat(System.nanoTime()).as("%s is answered again", operation).isLessThan(endNs);
            LockSupport.parkNanos(PAUSE_NS);
            outcome = outcomes.of(operation, call.get(), alsoExpected);
        }
        return outcome;
    }

    private Set<String> listed() throws Exception {
        Set<String> names = new TreeSet<>();
        for (DirectoryEntry entry :
                answer("list", () -> mine.client().list(directory)).value()) {
            names.add(entry.name());
        }
        return names;
    }

    private boolean list(KillClient by) throws Exception {
        Outcomes.Outcome<List<DirectoryEntry>> entries =
                outcomes.of("list", by.client().list(directory));
        if (entries.isOk()) {
            List<String> expected = new ArrayList<>(files.keySet());
            expected.addAll(0, directories);
            assertThat(entries.value()).extracting(DirectoryEntry::name).containsExactlyElementsOf(expected);
            assertThat(entries.value()).allMatch(entry -> entry.isDirectory() == directories.contains(entry.name()));
        }
        return entries.isOk();
    }

    private boolean stat(KillClient by, String name) throws Exception {
        ErrorCode[] missing = files.containsKey(name) ? new ErrorCode[0] : new ErrorCode[] {ErrorCode.NOT_FOUND};
        Outcomes.Outcome<FileStatus> status = outcomes.of("stat", by.client().stat(path(name)), missing);
        if (status.isOk()) {
            assertThat(files).containsKey(name);
            assertThat(status.value().size()).as("size of %s", path(name)).isEqualTo(FILE_BYTES);
        }
        return status.isOk() || status.code() == ErrorCode.NOT_FOUND;
    }

    private boolean read(KillClient by, String name) throws Exception {
        if (!files.containsKey(name)) {
            return outcomes.of("open", by.client().open(path(name)), ErrorCode.NOT_FOUND)
                            .code()
                    == ErrorCode.NOT_FOUND;
        }
        Outcomes.Outcome<AsyncFile> opened = outcomes.of("open", by.client().open(path(name)));
        if (!opened.isOk()) {
            return false;
        }
        AsyncFile file = opened.value();
        java.nio.ByteBuffer buffer = java.nio.ByteBuffer.allocateDirect(FILE_BYTES + 1);
        Outcomes.Outcome<Long> count = outcomes.of("read", file.read(buffer, 0));
        if (count.isOk()) {
            assertThat(count.value()).as("bytes of %s", path(name)).isEqualTo(FILE_BYTES);
            byte[] bytes = new byte[FILE_BYTES];
            buffer.get(0, bytes);
            Bytes.assertSame(bytes, content(files.get(name)), path(name));
        }
        return outcomes.of("close", file.closeAsync()).isOk() && count.isOk();
    }

    @Override
    public void settle() {}

    @Override
    public void verify(KillClient by) throws Exception {
        assertThat(list(by)).as("%s is listed", directory).isTrue();
        for (String name : files.keySet()) {
            assertThat(stat(by, name)).as("%s stats", path(name)).isTrue();
            assertThat(read(by, name)).as("%s is read", path(name)).isTrue();
        }
    }
}
