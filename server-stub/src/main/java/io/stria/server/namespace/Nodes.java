package io.stria.server.namespace;

import io.stria.FileLayout;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Changes to names and nodes, on the writer's connection. Every check was made before. */
final class Nodes {
    private final PreparedStatement insertNode;
    private final PreparedStatement deleteNode;
    private final PreparedStatement putEntry;
    private final PreparedStatement deleteEntry;
    private final PreparedStatement doubtSize;
    private final PreparedStatement setSize;
    private final PreparedStatement touch;
    private final PreparedStatement repairSize;
    private final PreparedStatement setDefault;
    private final PreparedStatement copyDefault;
    private final PreparedStatement dropDefault;

    Nodes(Connection connection) throws SQLException {
        insertNode = connection.prepareStatement("INSERT INTO node VALUES (?, 0, ?, ?, ?)");
        deleteNode = connection.prepareStatement("DELETE FROM node WHERE id = ?");
        putEntry = connection.prepareStatement("INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?)");
        deleteEntry = connection.prepareStatement("DELETE FROM entry WHERE parent = ? AND name = ?");
        doubtSize = connection.prepareStatement("UPDATE node SET valid = 0 WHERE id = ?");
        // The time always grows, so that it tells one end of writing from the next.
        setSize = connection.prepareStatement(
                "UPDATE node SET size = ?, valid = 1, modified_ms = max(?, modified_ms + 1) WHERE id = ?");
        touch = connection.prepareStatement("UPDATE node SET modified_ms = max(?, modified_ms + 1) WHERE id = ?");
        repairSize = connection.prepareStatement(
                "UPDATE node SET size = ?, valid = 1 WHERE id = ? AND valid = 0 AND modified_ms = ?");
        setDefault = connection.prepareStatement("INSERT OR REPLACE INTO default_layout VALUES (?, ?)");
        copyDefault = connection.prepareStatement(
                "INSERT INTO default_layout SELECT ?, layout FROM default_layout WHERE id = ?");
        dropDefault = connection.prepareStatement("DELETE FROM default_layout WHERE id = ?");
    }

    /** Makes a file, or with no layout a directory. */
    void insert(long id, boolean valid, long nowMs, @Nullable FileLayout layout) throws SQLException {
        insertNode.setLong(1, id);
        insertNode.setBoolean(2, valid);
        insertNode.setLong(3, nowMs);
        insertNode.setBytes(4, layout == null ? null : LayoutCodec.encode(layout));
        insertNode.executeUpdate();
    }

    void delete(long id) throws SQLException {
        deleteNode.setLong(1, id);
        deleteNode.executeUpdate();
    }

    /** Names a node; a name that exists gets another node. */
    void name(long parent, byte[] name, Lookup.Entry entry) throws SQLException {
        putEntry.setLong(1, parent);
        putEntry.setBytes(2, name);
        putEntry.setLong(3, entry.id());
        putEntry.setBoolean(4, entry.isDirectory());
        putEntry.executeUpdate();
    }

    void unname(long parent, byte[] name) throws SQLException {
        deleteEntry.setLong(1, parent);
        deleteEntry.setBytes(2, name);
        deleteEntry.executeUpdate();
    }

    /** From now on the size must be asked from the objects. */
    void doubtSize(long id) throws SQLException {
        doubtSize.setLong(1, id);
        doubtSize.executeUpdate();
    }

    /** Writing has ended with this size. */
    void setSize(long id, long size, long nowMs) throws SQLException {
        setSize.setLong(1, size);
        setSize.setLong(2, nowMs);
        setSize.setLong(3, id);
        setSize.executeUpdate();
    }

    /** Writing has ended, with a size that is not known. */
    void touch(long id, long nowMs) throws SQLException {
        touch.setLong(1, nowMs);
        touch.setLong(2, id);
        touch.executeUpdate();
    }

    /** Sets the size if it is in doubt and no writing has ended since the given time. */
    void repairSize(long id, long size, long modifiedMs) throws SQLException {
        repairSize.setLong(1, size);
        repairSize.setLong(2, id);
        repairSize.setLong(3, modifiedMs);
        repairSize.executeUpdate();
    }

    /** Sets the layout of files created in a directory. */
    void setDefaultLayout(long directory, FileLayout layout) throws SQLException {
        setDefault.setLong(1, directory);
        setDefault.setBytes(2, LayoutCodec.encodeDefault(layout));
        setDefault.executeUpdate();
    }

    /** A directory begins with the default layout of the one it is made in. */
    void inheritDefaultLayout(long directory, long parent) throws SQLException {
        copyDefault.setLong(1, directory);
        copyDefault.setLong(2, parent);
        copyDefault.executeUpdate();
    }

    void dropDefaultLayout(long directory) throws SQLException {
        dropDefault.setLong(1, directory);
        dropDefault.executeUpdate();
    }
}
