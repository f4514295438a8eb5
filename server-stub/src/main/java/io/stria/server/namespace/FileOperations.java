package io.stria.server.namespace;

import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.StriaException;
import io.stria.wire.Messages.Close;
import io.stria.wire.Messages.FileRecord;
import io.stria.wire.Messages.Held;
import io.stria.wire.Messages.Open;
import io.stria.wire.Messages.Reopen;
import io.stria.wire.Messages.RepairSize;
import java.sql.SQLException;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Opening and closing, and what they do to a file's size. The size is marked as doubtful in the transaction of the first
 * writer's open, so before that writer can change it, and certain again in that of the last writer's close.
 */
final class FileOperations {
    private static final int KNOWN_FLAGS = Open.READ | Open.WRITE | Open.CREATE | Open.EXCLUSIVE;

    private final Memory memory;
    private final Lookup lookup;
    private final Nodes nodes;
    private final FileIds ids;
    private final Placement placement;
    private final Unlinked unlinked;

    FileOperations(Memory memory, Lookup lookup, Nodes nodes, FileIds ids, Placement placement, Unlinked unlinked) {
        this.memory = memory;
        this.lookup = lookup;
        this.nodes = nodes;
        this.ids = ids;
        this.placement = placement;
        this.unlinked = unlinked;
    }

    FileRecord open(Open request, long session) throws SQLException, StriaException {
        if ((request.flags() & ~KNOWN_FLAGS) != 0) {
            throw new StriaException(
                    ErrorCode.UNSUPPORTED,
                    "this server does not know all of the open flags 0x" + Integer.toHexString(request.flags())
                            + " (path=" + request.path() + ")");
        }
        boolean creates = (request.flags() & Open.CREATE) != 0;
        boolean exclusive = creates && (request.flags() & Open.EXCLUSIVE) != 0;
        boolean writes = (request.flags() & Open.WRITE) != 0;
        Lookup.Place place = lookup.place(request.path());
        FileRecord file;
        if (place.entry() == null && creates) {
            file = create(place, request.layout(), writes);
        } else if (place.entry() == null) {
            throw Lookup.refused(
                    ErrorCode.NOT_FOUND,
                    "no such file, open it with CREATE" + (writes ? "" : " and WRITE") + " to make it",
                    place.path());
        } else {
            Lookup.Entry entry = place.existing();
            if (exclusive) {
                throw Lookup.refused(
                        ErrorCode.ALREADY_EXISTS,
                        "the name is taken, choose another or open what is there without CREATE_NEW",
                        place.path());
            }
            if (entry.isDirectory()) {
                throw Lookup.refused(ErrorCode.IS_A_DIRECTORY, "a directory cannot be opened", place.path());
            }
            file = lookup.existing(entry.id());
            if (writes && file.sizeValid()) {
                nodes.doubtSize(file.fileId());
            }
        }
        long handle = memory.handles.open(file.fileId(), session, writes, memory.settling.isSettled(file));
        return new FileRecord(
                file.fileId(), handle, false, file.size(), file.sizeValid(), file.modifiedMs(), file.layout(), false);
    }

    private FileRecord create(Lookup.Place place, FileLayout wish, boolean writes) throws SQLException, StriaException {
        if (place.path().onlyDirectory()) {
            throw Lookup.refused(ErrorCode.IS_A_DIRECTORY, "a file's path must not end in '/'", place.path());
        }
        FileLayout asked = wish.equals(FileLayout.DEFAULT) ? lookup.defaultLayout(place.parent()) : wish;
        FileLayout layout = placement.resolve(asked, place.path().text());
        long fileId = ids.next();
        long nowMs = memory.clockMs.getAsLong();
        nodes.insert(fileId, !writes, nowMs, layout);
        nodes.name(place.parent(), place.name(), new Lookup.Entry(fileId, false));
        return new FileRecord(fileId, 0, false, 0, true, nowMs, layout, false);
    }

    /** What a client holds that comes back after it, or this server, was away. */
    void reopen(Reopen held, long session) throws SQLException {
        Set<Long> numbers = held.handles().stream().map(Held::number).collect(Collectors.toSet());
        for (Handles.Handle handle : memory.handles.ofSession(session)) {
            boolean isCovered = handle.number() >= held.first() && handle.number() <= held.last();
            if (isCovered && !numbers.contains(handle.number())) {
                close(handle, Handles.UNKNOWN_SIZE);
            }
        }
        for (Held handle : held.handles()) {
            if (!memory.handles.isKnown(handle.number())) {
                reopen(new Handles.Handle(handle.number(), handle.fileId(), session, handle.writes()));
            }
        }
    }

    private void reopen(Handles.Handle handle) throws SQLException {
        FileRecord file = lookup.node(handle.fileId());
        if (file == null || file.isDirectory()) {
            return; // destroyed while its holder was away for too long, whom the targets will tell
        }
        if (handle.writes() && file.sizeValid()) {
            nodes.doubtSize(handle.fileId());
        }
        memory.handles.reopen(handle, unlinked.contains(handle.fileId()));
    }

    void close(Close request, long session) throws SQLException {
        Handles.Handle handle = memory.handles.find(request.handle(), request.fileId(), session);
        long reported = Math.max(request.size(), Handles.UNKNOWN_SIZE);
        if (handle == null) {
            closeForgotten(request.fileId(), reported);
        } else {
            close(handle, reported);
        }
    }

    /**
     * The handle was closed before, or forgotten in a restart or with its session. In the latter cases it may have
     * written behind our back, so a size that it does not confirm is no longer certain.
     */
    private void closeForgotten(long fileId, long reported) throws SQLException {
        FileRecord file = lookup.node(fileId);
        if (file != null && !file.isDirectory() && file.sizeValid() && file.size() != reported) {
            nodes.doubtSize(fileId);
        }
    }

    private void close(Handles.Handle handle, long reported) throws SQLException {
        Handles.Ended ended = memory.handles.close(handle, reported);
        if (ended.abandoned()) {
            if (!memory.settling.mayBeHeld(ended.fileId())) {
                unlinked.destroy(ended.fileId());
            }
        } else if (ended.lastWriter() && ended.size() >= 0) {
            nodes.setSize(ended.fileId(), ended.size(), memory.clockMs.getAsLong());
        } else if (ended.lastWriter()) {
            nodes.touch(ended.fileId(), memory.clockMs.getAsLong());
        }
    }

    void sessionEnded(long session, long asOf) throws SQLException {
        for (Handles.Handle handle : memory.handles.ofSession(session)) {
            FileRecord written = handle.writes() ? lookup.node(handle.fileId()) : null;
            if (written != null) {
                memory.settling.writerGone(written, asOf);
            }
            close(handle, Handles.UNKNOWN_SIZE);
        }
    }

    void repairSize(RepairSize found) throws SQLException {
        FileRecord file = lookup.node(found.fileId());
        boolean mayBeWritten =
                file == null || memory.handles.hasWriters(found.fileId()) || !memory.settling.isSettled(file);
        if (found.size() >= 0 && !mayBeWritten) {
            nodes.repairSize(found.fileId(), found.size(), found.modifiedMs());
        }
    }
}
