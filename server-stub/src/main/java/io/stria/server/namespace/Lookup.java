package io.stria.server.namespace;

import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.StriaException;
import io.stria.wire.Messages;
import io.stria.wire.Messages.Entries;
import io.stria.wire.Messages.FileRecord;
import io.stria.wire.Messages.ListPage;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Walks paths and reads nodes, on one connection. Changes nothing. */
final class Lookup {
    /** The directory that is there from the start. */
    static final long ROOT_ID = 1;
    /** Bounds a listing's reply, and the time that others wait for it, whatever was asked for. */
    static final int MAX_PAGE_ENTRIES = 4096;

    /** What a name in a directory stands for. */
    record Entry(long id, boolean isDirectory) {}

    /**
     * Where a path leads.
     *
     * @param ancestors ids of the directories passed, from the root to the parent
     * @param entry what is there, null if nothing
     */
    record Place(
            NamespacePath path,
            List<Long> ancestors,
            @Nullable Entry entry) {
        long parent() {
            return ancestors.get(ancestors.size() - 1);
        }

        byte[] name() {
            return path.lastName();
        }

        /** What is there. */
        Entry existing() throws StriaException {
            if (entry == null) {
                throw refused(ErrorCode.NOT_FOUND, "no such file or directory", path);
            }
            if (path.onlyDirectory() && !entry.isDirectory()) {
                throw refused(ErrorCode.NOT_A_DIRECTORY, "a file's path must not end in '/'", path);
            }
            return entry;
        }
    }

    private final PathWalk walk;
    private final PreparedStatement readNode;
    private final PreparedStatement readDefault;
    private final PreparedStatement firstEntry;
    private final PreparedStatement page;

    Lookup(Connection connection) throws SQLException {
        walk = new PathWalk(connection);
        readNode = connection.prepareStatement("SELECT size, valid, modified_ms, layout FROM node WHERE id = ?");
        readDefault = connection.prepareStatement("SELECT layout FROM default_layout WHERE id = ?");
        firstEntry = connection.prepareStatement("SELECT 1 FROM entry WHERE parent = ? LIMIT 1");
        page = connection.prepareStatement(
                "SELECT name, id, is_directory FROM entry WHERE parent = ? AND name > ? ORDER BY name LIMIT ?");
    }

    /** Walks a path; every part but the last must be a directory. The root is refused. */
    Place place(String text) throws SQLException, StriaException {
        NamespacePath path = NamespacePath.parse(text);
        if (path.isRoot()) {
            throw refused(ErrorCode.INVALID_ARGUMENT, "the root directory cannot be named here", path);
        }
        return place(path);
    }

    private Place place(NamespacePath path) throws SQLException, StriaException {
        List<Entry> found = walk.follow(path.names());
        int last = path.names().size() - 1;
        List<Long> ancestors = new ArrayList<>(path.names().size());
        ancestors.add(ROOT_ID);
        for (int i = 0; i < last; i++) {
            if (i == found.size()) {
                throw new StriaException(
                        ErrorCode.NOT_FOUND,
                        "no such directory (path=" + path.text() + ", missing=" + path.upTo(i) + ")");
            }
            if (!found.get(i).isDirectory()) {
                throw new StriaException(
                        ErrorCode.NOT_A_DIRECTORY,
                        "a file stands where a directory is needed (path=" + path.text() + ", file=" + path.upTo(i)
                                + ")");
            }
            ancestors.add(found.get(i).id());
        }
        return new Place(path, ancestors, found.size() > last ? found.get(last) : null);
    }

    private Entry existing(NamespacePath path) throws SQLException, StriaException {
        return path.isRoot() ? new Entry(ROOT_ID, true) : place(path).existing();
    }

    FileRecord stat(String text) throws SQLException, StriaException {
        return existing(existing(NamespacePath.parse(text)).id());
    }

    /** The node of an entry. */
    FileRecord existing(long id) throws SQLException, StriaException {
        FileRecord found = node(id);
        if (found == null) {
            throw new StriaException(ErrorCode.INTERNAL, "the namespace has a name without a node (id=" + id + ")");
        }
        return found;
    }

    /** A node by its id; null if it is not there. */
    @Nullable
    FileRecord node(long id) throws SQLException {
        readNode.setLong(1, id);
        try (ResultSet result = readNode.executeQuery()) {
            if (!result.next()) {
                return null;
            }
            byte[] layout = result.getBytes(4);
            return new FileRecord(
                    id,
                    0,
                    layout == null,
                    result.getLong(1),
                    result.getBoolean(2),
                    result.getLong(3),
                    layout == null ? defaultLayout(id) : LayoutCodec.decode(layout),
                    false);
        }
    }

    /** The layout of files created in a directory, {@link FileLayout#DEFAULT} if it has none of its own. */
    FileLayout defaultLayout(long directory) throws SQLException {
        readDefault.setLong(1, directory);
        try (ResultSet result = readDefault.executeQuery()) {
            return result.next() ? LayoutCodec.decodeDefault(result.getBytes(1)) : FileLayout.DEFAULT;
        }
    }

    /** The id of a directory. */
    long directory(NamespacePath path) throws SQLException, StriaException {
        Entry entry = existing(path);
        if (!entry.isDirectory()) {
            throw refused(ErrorCode.NOT_A_DIRECTORY, "a directory is needed here, this is a file", path);
        }
        return entry.id();
    }

    boolean isEmpty(long directory) throws SQLException {
        firstEntry.setLong(1, directory);
        try (ResultSet result = firstEntry.executeQuery()) {
            return !result.next();
        }
    }

    Entries list(ListPage request) throws SQLException, StriaException {
        NamespacePath path = NamespacePath.parse(request.path());
        if (request.limit() < 1) {
            throw refused(
                    ErrorCode.INVALID_ARGUMENT, "page of " + request.limit() + " entries, ask for 1 or more", path);
        }
        long directory = directory(path);
        int limit = Math.min(request.limit(), MAX_PAGE_ENTRIES);
        page.setLong(1, directory);
        page.setBytes(2, request.after().getBytes(StandardCharsets.UTF_8));
        page.setInt(3, limit + 1);
        List<Messages.Entry> entries = new ArrayList<>();
        try (ResultSet result = page.executeQuery()) {
            while (result.next()) {
                if (entries.size() == limit) {
                    return new Entries(entries, true);
                }
                String name = new String(result.getBytes(1), StandardCharsets.UTF_8);
                entries.add(new Messages.Entry(name, result.getLong(2), result.getBoolean(3)));
            }
        }
        return new Entries(entries, false);
    }

    static StriaException refused(ErrorCode code, String what, NamespacePath path) {
        return new StriaException(code, what + " (path=" + path.text() + ")");
    }
}
