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
 * is open, or may be, to the list of orphans, from which its last handle or the end of the recovery moves it on.
 */
final class Unlinked {
    private final Memory memory;
    private final Lookup lookup;
    private final Nodes nodes;
    private final DestroyQueue destroyQueue;
    private final PreparedStatement insertOrphan;
    private final PreparedStatement deleteOrphan;
    private final PreparedStatement orphans;
    private final PreparedStatement isOrphan;

    Unlinked(Connection connection, Memory memory, Lookup lookup, Nodes nodes, DestroyQueue destroyQueue)
            throws SQLException {
        this.memory = memory;
        this.lookup = lookup;
        this.nodes = nodes;
        this.destroyQueue = destroyQueue;
        insertOrphan = connection.prepareStatement("INSERT INTO orphan VALUES (?)");
        deleteOrphan = connection.prepareStatement("DELETE FROM orphan WHERE id = ?");
        orphans = connection.prepareStatement("SELECT id FROM orphan");
        isOrphan = connection.prepareStatement("SELECT 1 FROM orphan WHERE id = ?");
    }

    /** The name is gone in this transaction. */
    void add(long fileId) throws SQLException {
        boolean isOpen = memory.handles.isOpen(fileId);
        if (isOpen) {
            memory.handles.unlink(fileId);
        }
        if (isOpen || memory.settling.mayBeHeld(fileId)) {
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

    boolean contains(long fileId) throws SQLException {
        isOrphan.setLong(1, fileId);
        try (ResultSet result = isOrphan.executeQuery()) {
            return result.next();
        }
    }

    /** Those that nobody has open; returns how many there were. */
    int destroyUnheld() throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (ResultSet result = orphans.executeQuery()) {
            while (result.next()) {
                if (!memory.handles.isOpen(result.getLong(1))) {
                    ids.add(result.getLong(1));
                }
            }
        }
        for (long id : ids) {
            destroy(id);
        }
        return ids.size();
    }
}
