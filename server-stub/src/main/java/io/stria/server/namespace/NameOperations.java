package io.stria.server.namespace;

import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.StriaException;
import io.stria.wire.Messages.Rename;
import io.stria.wire.Messages.SetLayout;
import java.sql.SQLException;

/** Directories, rename and remove, by the rules of POSIX. Every check comes before the first change. */
final class NameOperations {
    private final Memory memory;
    private final Lookup lookup;
    private final Nodes nodes;
    private final FileIds ids;
    private final Placement placement;
    private final Unlinked unlinked;

    NameOperations(Memory memory, Lookup lookup, Nodes nodes, FileIds ids, Placement placement, Unlinked unlinked) {
        this.memory = memory;
        this.lookup = lookup;
        this.nodes = nodes;
        this.ids = ids;
        this.placement = placement;
        this.unlinked = unlinked;
    }

    void mkdir(String path) throws SQLException, StriaException {
        Lookup.Place place = lookup.place(path);
        if (place.entry() != null) {
            throw Lookup.refused(ErrorCode.ALREADY_EXISTS, "the name is taken", place.path());
        }
        long id = ids.next();
        nodes.insert(id, true, memory.clockMs.getAsLong(), null);
        nodes.name(place.parent(), place.name(), new Lookup.Entry(id, true));
        nodes.inheritDefaultLayout(id, place.parent());
    }

    /** {@link FileLayout#DEFAULT} takes a directory's own away. */
    void setLayout(SetLayout request) throws SQLException, StriaException {
        long directory = lookup.directory(NamespacePath.parse(request.path()));
        if (request.layout().equals(FileLayout.DEFAULT)) {
            nodes.dropDefaultLayout(directory);
            return;
        }
        placement.resolve(request.layout(), request.path()); // refused now rather than with every create
        nodes.setDefaultLayout(directory, request.layout());
    }

    void remove(String path) throws SQLException, StriaException {
        Lookup.Place place = lookup.place(path);
        Lookup.Entry entry = place.existing();
        if (entry.isDirectory() && !lookup.isEmpty(entry.id())) {
            throw Lookup.refused(ErrorCode.NOT_EMPTY, "the directory has entries, remove them first", place.path());
        }
        nodes.unname(place.parent(), place.name());
        drop(entry);
    }

    void rename(Rename request) throws SQLException, StriaException {
        Lookup.Place from = lookup.place(request.from());
        Lookup.Entry moved = from.existing();
        Lookup.Place to = lookup.place(request.to());
        if (moved.isDirectory() && to.ancestors().contains(moved.id())) {
            throw refused(ErrorCode.INVALID_ARGUMENT, "a directory cannot move into itself", request);
        }
        if (!moved.isDirectory() && to.path().onlyDirectory()) {
            throw refused(ErrorCode.NOT_A_DIRECTORY, "a file's path must not end in '/'", request);
        }
        Lookup.Entry replaced = to.entry();
        if (replaced != null && replaced.id() == moved.id()) {
            return;
        }
        if (replaced != null) {
            checkReplaceable(moved, replaced, request);
        }
        nodes.unname(from.parent(), from.name());
        nodes.name(to.parent(), to.name(), moved);
        if (replaced != null) {
            drop(replaced);
        }
    }

    private void checkReplaceable(Lookup.Entry moved, Lookup.Entry replaced, Rename request)
            throws SQLException, StriaException {
        if (replaced.isDirectory() && !moved.isDirectory()) {
            throw refused(ErrorCode.IS_A_DIRECTORY, "a file cannot replace a directory", request);
        }
        if (!replaced.isDirectory() && moved.isDirectory()) {
            throw refused(ErrorCode.NOT_A_DIRECTORY, "a directory cannot replace a file", request);
        }
        if (replaced.isDirectory() && !lookup.isEmpty(replaced.id())) {
            throw refused(ErrorCode.NOT_EMPTY, "only an empty directory can be replaced", request);
        }
    }

    private void drop(Lookup.Entry nameless) throws SQLException {
        if (nameless.isDirectory()) {
            nodes.delete(nameless.id());
            nodes.dropDefaultLayout(nameless.id());
        } else {
            unlinked.add(nameless.id());
        }
    }

    private static StriaException refused(ErrorCode code, String what, Rename request) {
        return new StriaException(code, what + " (from=" + request.from() + ", to=" + request.to() + ")");
    }
}
