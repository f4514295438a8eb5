package io.stria.server.namespace;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Follows names from directory to directory, several with one statement: a call into SQLite costs more than the step it
 * makes. A left join gives no row if the first name is not there, and nulls from the first later one that is not.
 */
final class PathWalk {
    /** Names followed by one statement; SQLite joins up to 64 tables. */
    private static final int MAX_STEPS = 8;

    private final Connection connection;
    /** By the number of names less one; most namespaces need few of them. */
    private final @Nullable PreparedStatement[] statements = new PreparedStatement[MAX_STEPS];

    PathWalk(Connection connection) {
        this.connection = connection;
    }

    /** What the names stand for, from the root on; shorter than the names if one is not there. */
    List<Lookup.Entry> follow(List<byte[]> names) throws SQLException {
        List<Lookup.Entry> found = new ArrayList<>(names.size());
        long directory = Lookup.ROOT_ID;
        for (int start = 0; start == found.size() && start < names.size(); start += MAX_STEPS) {
            follow(directory, names.subList(start, Math.min(names.size(), start + MAX_STEPS)), found);
            if (!found.isEmpty()) {
                directory = found.get(found.size() - 1).id();
            }
        }
        return found;
    }

    private void follow(long directory, List<byte[]> names, List<Lookup.Entry> found) throws SQLException {
        PreparedStatement statement = statement(names.size());
        for (int i = 1; i < names.size(); i++) {
            statement.setBytes(i, names.get(i));
        }
        statement.setLong(names.size(), directory);
        statement.setBytes(names.size() + 1, names.get(0));
        try (ResultSet result = statement.executeQuery()) {
            if (!result.next()) {
                return;
            }
            for (int i = 1; i <= names.size(); i++) {
                long packed = result.getLong(i);
                if (packed == 0) {
                    return;
                }
                found.add(new Lookup.Entry(packed >> 1, (packed & 1) != 0));
            }
        }
    }

    private PreparedStatement statement(int steps) throws SQLException {
        PreparedStatement statement = statements[steps - 1];
        if (statement == null) {
            // Id and kind in one number: each column read is a call into SQLite, too.
            StringBuilder columns = new StringBuilder("SELECT e0.id << 1 | e0.is_directory");
            StringBuilder joins = new StringBuilder(" FROM entry e0");
            for (int i = 1; i < steps; i++) {
                String entry = "e" + i;
                columns.append(", " + entry + ".id << 1 | " + entry + ".is_directory");
                joins.append(" LEFT JOIN entry " + entry + " ON " + entry + ".parent = e" + (i - 1) + ".id AND " + entry
                        + ".name = ?");
            }
            statement = connection.prepareStatement(columns.append(joins) + " WHERE e0.parent = ? AND e0.name = ?");
            statements[steps - 1] = statement;
        }
        return statement;
    }
}
