package io.stria.server.namespace;

import io.stria.ErrorCode;
import io.stria.StriaException;
import io.stria.wire.Messages.Join;
import io.stria.wire.Messages.JoinReply;
import io.stria.wire.Messages.Target;
import io.stria.wire.Messages.TargetTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** The targets of the cluster. None is ever deleted, so the next number is one past the highest. */
final class Targets {
    private final PreparedStatement all;
    private final PreparedStatement find;
    private final PreparedStatement insert;
    private final PreparedStatement move;
    /** What the last read found; a change on this connection clears it. */
    private List<Integer> numbers = List.of();

    Targets(Connection connection) throws SQLException {
        all = connection.prepareStatement("SELECT number, address FROM target ORDER BY number");
        find = connection.prepareStatement("SELECT number FROM target WHERE uuid = ?");
        insert = connection.prepareStatement(
                "INSERT INTO target SELECT coalesce(max(number) + 1, 0), ?, ? FROM target RETURNING number");
        move = connection.prepareStatement("UPDATE target SET address = ? WHERE number = ? AND address <> ?");
    }

    TargetTable table() throws SQLException {
        List<Target> targets = new ArrayList<>();
        try (ResultSet result = all.executeQuery()) {
            while (result.next()) {
                targets.add(new Target(result.getInt(1), result.getString(2)));
            }
        }
        return new TargetTable(targets);
    }

    /** Their numbers, ascending. On the writer's connection only, which sees every change. */
    List<Integer> numbers() throws SQLException {
        if (numbers.isEmpty()) {
            numbers = table().targets().stream().map(Target::number).toList();
        }
        return numbers;
    }

    JoinReply join(Join request, String clusterId) throws SQLException, StriaException {
        if (!request.clusterId().isEmpty() && !request.clusterId().equals(clusterId)) {
            throw new StriaException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the targets belong to cluster " + request.clusterId() + ", this namespace is cluster " + clusterId
                            + ": join theirs, or start with empty target directories (address=" + request.address()
                            + ")");
        }
        if (request.address().isBlank()) {
            throw new StriaException(ErrorCode.INVALID_ARGUMENT, "targets join without an address for clients");
        }
        if (request.targetIds().contains("")
                || new HashSet<>(request.targetIds()).size()
                        < request.targetIds().size()) {
            throw new StriaException(
                    ErrorCode.INVALID_ARGUMENT,
                    "a target's UUID is empty or given twice: was a target directory copied? (address="
                            + request.address() + ", targets=" + request.targetIds() + ")");
        }
        numbers = List.of();
        List<Integer> joined = new ArrayList<>();
        for (String id : request.targetIds()) {
            joined.add(join(id, request.address()));
        }
        return new JoinReply(clusterId, joined);
    }

    private int join(String id, String address) throws SQLException {
        find.setString(1, id);
        try (ResultSet result = find.executeQuery()) {
            if (result.next()) {
                int number = result.getInt(1);
                move.setString(1, address);
                move.setInt(2, number);
                move.setString(3, address);
                move.executeUpdate();
                return number;
            }
        }
        insert.setString(1, id);
        insert.setString(2, address);
        try (ResultSet result = insert.executeQuery()) {
            result.next();
            return result.getInt(1);
        }
    }
}
