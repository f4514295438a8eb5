package io.stria.server.namespace;

import io.stria.wire.Messages.FileRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Files that have lost their name. In the same transaction one goes to the queue of those to be destroyed, or while it
 * is open to the list of orphans, from which its last handle or the next start moves it on.
 */
final class Unlinked {
    private final Handles handles;
    private final Lookup lookup;
    private final Nodes nodes;
    private final DestroyQueue destroyQueue;
    private final PreparedStatement insertOrphan;
    private final PreparedStatement deleteOrphan;
    private final PreparedStatement orphans;

    Unlinked(Connection connection, Handles handles, Lookup lookup, Nodes nodes, DestroyQueue destroyQueue)
            throws SQLException {
        this.handles = handles;
        this.lookup = lookup;
        this.nodes = nodes;
        this.destroyQueue = destroyQueue;
        insertOrphan = connection.prepareStatement("INSERT INTO orphan VALUES (?)");
        deleteOrphan = connection.prepareStatement("DELETE FROM orphan WHERE id = ?");
        orphans = connection.prepareStatement("SELECT id FROM orphan");
    }

    /** The name is gone in this transaction. */
    void add(long fileId) throws SQLException {
        if (handles.isOpen(fileId)) {
            handles.unlink(fileId);
            insertOrphan.setLong(1, fileId);
            insertOrphan.executeUpdate();
        } else {
            destroy(fileId);
        }
    }

    /** The name was gone, now the last handle is, too. */
    void destroy(long fileId) throws SQLException {
        FileRecord file = lookup.node(fileId);
        if (file != null) {
            destroyQueue.add(fileId, file.layout().targets());
        }
        nodes.delete(fileId);
        deleteOrphan.setLong(1, fileId);
        deleteOrphan.executeUpdate();
    }

    /** At the start, when nobody has anything open; returns how many there were. */
    int destroyAll() throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (ResultSet result = orphans.executeQuery()) {
            while (result.next()) {
                ids.add(result.getLong(1));
            }
        }
        for (long id : ids) {
            destroy(id);
        }
        return ids.size();
    }
}
