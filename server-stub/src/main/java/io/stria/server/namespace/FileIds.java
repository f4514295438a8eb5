package io.stria.server.namespace;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Numbers that are never given twice. A block is reserved in the transaction that needs it; what a crash leaves of a
 * block is lost, not reused.
 */
final class FileIds {
    static final int BLOCK_COUNT = 4096;

    private final Memory memory;
    private final PreparedStatement read;
    private final PreparedStatement reserve;

    FileIds(Connection connection, Memory memory) throws SQLException {
        this.memory = memory;
        read = connection.prepareStatement("SELECT value FROM meta WHERE key = 'next_file_id'");
        reserve = connection.prepareStatement("UPDATE meta SET value = ? WHERE key = 'next_file_id'");
    }

    long next() throws SQLException {
        if (memory.nextFileId == memory.fileIdLimit) {
            reserveBlock();
        }
        return memory.nextFileId++;
    }

    /** No file has this id or a higher one, unless {@link #next} has given it since the start. */
    long unreserved() throws SQLException {
        try (ResultSet result = read.executeQuery()) {
            result.next();
            return result.getLong(1);
        }
    }

    private void reserveBlock() throws SQLException {
        long first = unreserved();
        reserve.setLong(1, first + BLOCK_COUNT);
        reserve.executeUpdate();
        memory.nextFileId = first;
        memory.fileIdLimit = first + BLOCK_COUNT;
        // If this fails the block was never reserved, and nobody was told a number of it.
        memory.undo.onRollback(() -> memory.nextFileId = memory.fileIdLimit);
    }
}
