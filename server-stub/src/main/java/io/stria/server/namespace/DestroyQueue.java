package io.stria.server.namespace;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Files whose objects are to be destroyed, one row per target that holds some; durable until the target is done. */
final class DestroyQueue {
    /** As many as a target is told at once. */
    static final int PAGE = 1000;

    private final PreparedStatement insert;
    private final PreparedStatement delete;
    private final PreparedStatement page;

    DestroyQueue(Connection connection) throws SQLException {
        // Lists travel as JSON, so that one call into SQLite does for all rows.
        insert = connection.prepareStatement("INSERT OR IGNORE INTO destroy SELECT value, ? FROM json_each(?)");
        delete = connection.prepareStatement(
                "DELETE FROM destroy WHERE target = ? AND id IN (SELECT value FROM json_each(?))");
        page = connection.prepareStatement("SELECT id FROM destroy WHERE target = ? ORDER BY id LIMIT " + PAGE);
    }

    void add(long fileId, List<Integer> targets) throws SQLException {
        insert.setLong(1, fileId);
        insert.setString(2, targets.toString());
        insert.executeUpdate();
    }

    void confirm(int target, List<Long> destroyed) throws SQLException {
        delete.setInt(1, target);
        delete.setString(2, destroyed.toString());
        delete.executeUpdate();
    }

    List<Long> next(int target) throws SQLException {
        page.setInt(1, target);
        List<Long> fileIds = new ArrayList<>();
        try (ResultSet result = page.executeQuery()) {
            while (result.next()) {
                fileIds.add(result.getLong(1));
            }
        }
        return fileIds;
    }
}
