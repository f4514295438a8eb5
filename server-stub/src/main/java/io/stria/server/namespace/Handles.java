package io.stria.server.namespace;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongHashSet;
import org.jspecify.annotations.Nullable;

/**
 * Who has which file open. On the writer's thread; every change can be taken back with its transaction.
 *
 * <p>What the writers of a file report at their ends is its size only if all of them say the same: of different
 * reports it cannot be told whether the smaller one was made before another's write or after another's truncate.
 */
final class Handles {
    static final long UNKNOWN_SIZE = -1;
    private static final long NO_REPORT = -2;

    record Handle(long number, long fileId, long session, boolean writes) {}

    /**
     * A file that is open.
     *
     * @param size what all writers that have closed so far agree on
     */
    private record OpenFile(int handles, int writers, long size, boolean unlinked) {
        static final OpenFile NONE = new OpenFile(0, 0, NO_REPORT, false);

        OpenFile opened(boolean writes, boolean settled) {
            // With the first writer a new round of reports begins, which are worth nothing if others may interfere.
            long agreed = writers > 0 ? size : settled ? NO_REPORT : UNKNOWN_SIZE;
            return new OpenFile(handles + 1, writers + (writes ? 1 : 0), agreed, unlinked);
        }

        /** Other writers may have closed meanwhile, whose reports are forgotten. */
        OpenFile reopened(boolean writes, boolean isUnlinked) {
            return new OpenFile(
                    handles + 1, writers + (writes ? 1 : 0), writes ? UNKNOWN_SIZE : size, unlinked || isUnlinked);
        }

        OpenFile closed(boolean writes, long reported) {
            if (!writes) {
                return new OpenFile(handles - 1, writers, size, unlinked);
            }
            long agreed = size == NO_REPORT || size == reported ? reported : UNKNOWN_SIZE;
            return new OpenFile(handles - 1, writers - 1, agreed, unlinked);
        }

        OpenFile unlinkedNow() {
            return new OpenFile(handles, writers, size, true);
        }
    }

    /**
     * What the end of a handle means for its file.
     *
     * @param lastWriter whether it wrote and nobody does any more
     * @param size then: what all writers agree on, or {@link #UNKNOWN_SIZE}
     * @param abandoned whether neither a name nor a handle is left
     */
    record Ended(long fileId, boolean lastWriter, long size, boolean abandoned) {}

    private final Undo undo;
    private final Long2ObjectHashMap<Handle> handles = new Long2ObjectHashMap<>();
    private final Long2ObjectHashMap<LongHashSet> numbersOfSession = new Long2ObjectHashMap<>();
    private final Long2ObjectHashMap<OpenFile> files = new Long2ObjectHashMap<>();
    /** Begins anywhere, so that a handle from before a restart is hardly another's now. */
    private long lastNumber = new SecureRandom().nextLong() >>> 2;

    Handles(Undo undo) {
        this.undo = undo;
    }

    /**
     * Adds a handle.
     *
     * @param settled whether nobody changes the file of whom nothing is known here
     * @return its number, more than 0
     */
    long open(long fileId, long session, boolean writes, boolean settled) {
        Handle handle = new Handle(++lastNumber, fileId, session, writes);
        add(handle);
        undo.onRollback(() -> remove(handle));
        change(fileId, file(fileId).opened(writes, settled));
        return handle.number;
    }

    /** A handle that was forgotten, under its old number. */
    void reopen(Handle handle, boolean unlinked) {
        add(handle);
        undo.onRollback(() -> remove(handle));
        change(handle.fileId, file(handle.fileId).reopened(handle.writes, unlinked));
    }

    boolean isKnown(long number) {
        return handles.containsKey(number);
    }

    /** A handle by its number, null if that file and session have no such handle. */
    @Nullable
    Handle find(long number, long fileId, long session) {
        Handle handle = handles.get(number);
        return handle != null && handle.fileId == fileId && handle.session == session ? handle : null;
    }

    List<Handle> ofSession(long session) {
        List<Handle> found = new ArrayList<>();
        LongHashSet numbers = numbersOfSession.get(session);
        if (numbers != null) {
            numbers.forEach(number -> found.add(handles.get(number)));
        }
        return found;
    }

    /** Ends a handle whose holder reports a size, or {@link #UNKNOWN_SIZE}. */
    Ended close(Handle handle, long reported) {
        remove(handle);
        undo.onRollback(() -> add(handle));
        OpenFile after = file(handle.fileId).closed(handle.writes, reported);
        change(handle.fileId, after);
        boolean lastWriter = handle.writes && after.writers == 0;
        return new Ended(handle.fileId, lastWriter, after.size, after.handles == 0 && after.unlinked);
    }

    boolean isOpen(long fileId) {
        return files.containsKey(fileId);
    }

    boolean hasWriters(long fileId) {
        return file(fileId).writers > 0;
    }

    /** An open file has lost its name. */
    void unlink(long fileId) {
        change(fileId, file(fileId).unlinkedNow());
    }

    private OpenFile file(long fileId) {
        return files.getOrDefault(fileId, OpenFile.NONE);
    }

    private void change(long fileId, OpenFile after) {
        OpenFile before = file(fileId);
        set(fileId, after);
        undo.onRollback(() -> set(fileId, before));
    }

    private void set(long fileId, OpenFile file) {
        if (file.handles == 0) {
            files.remove(fileId);
        } else {
            files.put(fileId, file);
        }
    }

    private void add(Handle handle) {
        handles.put(handle.number, handle);
        numbersOfSession
                .computeIfAbsent(handle.session, session -> new LongHashSet())
                .add(handle.number);
    }

    private void remove(Handle handle) {
        handles.remove(handle.number);
        LongHashSet numbers = numbersOfSession.get(handle.session);
        if (numbers != null && numbers.remove(handle.number) && numbers.isEmpty()) {
            numbersOfSession.remove(handle.session);
        }
    }
}
