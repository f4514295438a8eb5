package io.stria.server.namespace;

import io.stria.ErrorCode;
import io.stria.StriaException;
import io.stria.wire.Messages.Close;
import io.stria.wire.Messages.Entries;
import io.stria.wire.Messages.FileRecord;
import io.stria.wire.Messages.Join;
import io.stria.wire.Messages.JoinReply;
import io.stria.wire.Messages.ListPage;
import io.stria.wire.Messages.Open;
import io.stria.wire.Messages.Rename;
import io.stria.wire.Messages.Reopen;
import io.stria.wire.Messages.RepairSize;
import io.stria.wire.Messages.SetLayout;
import io.stria.wire.Messages.TargetTable;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The namespace of one cluster, in one directory. Safe for any thread; every call returns at once. A change is durable
 * when its future completes, and visible to every call made after that. Futures complete on the namespace's own
 * threads, which do nothing else meanwhile: hop to an event loop before doing work. They fail with
 * {@link StriaException}; with {@link ErrorCode#BUSY} nothing was done.
 *
 * <p>Two lanes, each a queue, a thread and a database connection: the writer's makes one transaction of all that waits
 * (group commit), the reader's answers all that waits from one snapshot. As a snapshot is taken after the questions
 * were asked, it holds every change that was acknowledged to whoever asks.
 *
 * <p>Handles live in memory only. After a restart clients tell again what they hold ({@link #reopen}). Until they had
 * their time ({@link #recovered}) any file from before may be held by one that has not come back yet: so none of those
 * is destroyed, and no size of one becomes certain.
 */
public final class Namespace implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Namespace.class);

    private final NamespaceDirectory directory;
    private final String clusterId;
    private final Settling settling;
    private final Lane<Writer> writer;
    private final Lane<Reader> reader;

    private Namespace(
            NamespaceDirectory directory,
            String clusterId,
            Settling settling,
            Lane<Writer> writer,
            Lane<Reader> reader) {
        this.directory = directory;
        this.clusterId = clusterId;
        this.settling = settling;
        this.writer = writer;
        this.reader = reader;
    }

    /**
     * Opens the namespace in a directory, creating it in an empty one. Blocks.
     *
     * @throws StriaException if the directory is missing, unwritable, in use, or holds something else
     */
    public static Namespace open(Path directory) throws StriaException {
        return open(directory, System::currentTimeMillis);
    }

    static Namespace open(Path path, LongSupplier clockMs) throws StriaException {
        NamespaceDirectory directory = NamespaceDirectory.lock(path);
        Lane<Writer> writer = null;
        try {
            Database database = new Database(directory.database());
            String clusterId = database.createOrCheck();
            Undo undo = new Undo();
            Memory memory = new Memory(undo, clockMs);
            writer = new Lane<>("stria-namespace-writer", () -> new Writer(database, memory), undo::rollback);
            join(writer.submit(store -> {
                store.startRecovery();
                return null;
            }));
            Lane<Reader> reader = new Lane<>("stria-namespace-reader", () -> new Reader(database), () -> {});
            LOG.info("namespace open cluster={} directory={}", clusterId, directory.path());
            return new Namespace(directory, clusterId, memory.settling, writer, reader);
        } catch (StriaException | RuntimeException | Error e) {
            if (writer != null) {
                writer.close();
            }
            directory.close();
            throw e;
        }
    }

    private static <T> T join(CompletableFuture<T> future) throws StriaException {
        try {
            return future.join();
        } catch (CompletionException e) {
            throw Failures.of(e.getCause() == null ? e : e.getCause());
        }
    }

    /** The UUID of the cluster, made when the namespace was. */
    public String clusterId() {
        return clusterId;
    }

    /** Opens or creates a file for a session; of several that create one path the first layout wins. */
    public CompletableFuture<FileRecord> open(Open request, long session) {
        return writer.submit(store -> store.files.open(request, session));
    }

    /**
     * What a client holds open that comes back; what it does not tell of is ended. Should the storage fail meanwhile it is
     * done with the next change that succeeds, and the future waits for that.
     */
    public CompletableFuture<Void> reopen(Reopen held, long session) {
        return writer.submitUntilDone(store -> {
            store.files.reopen(held, session);
            return null;
        });
    }

    /**
     * Clients that were there before the start had their time to come back: what they did not reopen is closed.
     *
     * @param asOf how many clients have gone so far, for {@link #watch}
     */
    public CompletableFuture<Void> recovered(long asOf) {
        return writer.submitUntilDone(store -> store.endRecovery(asOf)).thenAccept(orphans -> {
            if (orphans > 0) {
                LOG.info("namespace recovered cluster={} orphans={}", clusterId, orphans);
            }
        });
    }

    /**
     * Tells of targets by their numbers, on the namespace's own thread.
     *
     * @param silent whether new files had better go to others, if these suffice and nobody asks for this in particular
     * @param doneAsOf with how many of the clients that have gone it is done; before that, what its objects say of a size
     *     is not certain, for the writes of such a client may still be waiting there
     */
    public CompletableFuture<Void> watch(IntPredicate silent, IntToLongFunction doneAsOf) {
        return writer.submitUntilDone(store -> {
            store.watch(silent, doneAsOf);
            return null;
        });
    }

    /** Ends a handle. One that is not known (any more) is no error: a close may come twice, or after a restart. */
    public CompletableFuture<Void> close(Close request, long session) {
        return writer.submitAlways(store -> {
            store.files.close(request, session);
            return null;
        });
    }

    /** Looks a path up. */
    public CompletableFuture<FileRecord> stat(String path) {
        return reader.submit(store -> {
            FileRecord found = store.lookup.stat(path);
            return found.isDirectory() || found.sizeValid() || !settling.isSettled(found) ? found : found.wantingSize();
        });
    }

    /** A page of a directory, at most {@value Lookup#MAX_PAGE_ENTRIES} entries. */
    public CompletableFuture<Entries> list(ListPage request) {
        return reader.submit(store -> store.lookup.list(request));
    }

    /** Renames by the rules of POSIX, replacing a file or an empty directory. */
    public CompletableFuture<Void> rename(Rename request) {
        return writer.submit(store -> {
            store.names.rename(request);
            return null;
        });
    }

    /** Removes a file or an empty directory. */
    public CompletableFuture<Void> remove(String path) {
        return writer.submit(store -> {
            store.names.remove(path);
            return null;
        });
    }

    /** Makes a directory. */
    public CompletableFuture<Void> mkdir(String path) {
        return writer.submit(store -> {
            store.names.mkdir(path);
            return null;
        });
    }

    /** Sets the layout of files that will be created in a directory without one of their own. */
    public CompletableFuture<Void> setLayout(SetLayout request) {
        return writer.submit(store -> {
            store.names.setLayout(request);
            return null;
        });
    }

    /** The targets that ever joined. */
    public CompletableFuture<TargetTable> targets() {
        return reader.submit(store -> store.targets.table());
    }

    /** Registers targets; those that come back keep their numbers and take the new address. */
    public CompletableFuture<JoinReply> join(Join request) {
        return writer.submit(store -> store.targets.join(request, clusterId));
    }

    /**
     * Drops every handle of a session. To be called when nothing of the session can arrive here any more. Should the
     * storage fail meanwhile it is done with the next change that succeeds, and the future waits for that.
     *
     * @param asOf how many clients have gone so far, for {@link #watch}
     */
    public CompletableFuture<Void> sessionEnded(long session, long asOf) {
        return writer.submitUntilDone(store -> {
            store.files.sessionEnded(session, asOf);
            return null;
        });
    }

    /**
     * Stores a size learned from the objects of a file, as {@link FileRecord#wantsSize} asked for. Nothing happens if the
     * file is open for writing, or has been since that stat: the answer may then be too old.
     *
     * @param found with the time that the stat gave
     */
    public CompletableFuture<Void> repairSize(RepairSize found) {
        return writer.submit(store -> {
            store.files.repairSize(found);
            return null;
        });
    }

    /** Takes note of files whose objects a target has destroyed; gives the next, at most {@value DestroyQueue#PAGE}. */
    public CompletableFuture<List<Long>> destroyed(int target, List<Long> done) {
        return done.isEmpty()
                ? reader.submit(store -> store.destroyQueue.next(target))
                : writer.submit(store -> {
                    store.destroyQueue.confirm(target, done);
                    return store.destroyQueue.next(target);
                });
    }

    /** Runs anything in the writer's next transaction. For tests. */
    <T> CompletableFuture<T> inTransaction(Lane.Operation<Writer, T> operation) {
        return writer.submit(operation);
    }

    /** Refuses new calls, finishes those that wait, then closes the database and frees the directory. Blocks. */
    @Override
    public void close() throws StriaException {
        reader.close();
        writer.close();
        directory.close();
        LOG.info("namespace closed cluster={} directory={}", clusterId, directory.path());
    }
}
