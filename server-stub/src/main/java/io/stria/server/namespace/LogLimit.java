package io.stria.server.namespace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps SQLite's write-ahead log from growing without limit. The checkpoints that commits make do not wait for readers,
 * and the log begins anew only after one that found no reader in it: with a reader that hardly rests that is a matter of
 * luck. So from a certain size on, one checkpoint waits; a reader's batch is short.
 */
final class LogLimit {
    private static final Logger LOG = LoggerFactory.getLogger(LogLimit.class);
    private static final long LIMIT_BYTES = 64 << 20;
    private static final int COMMITS_PER_LOOK = 64;

    private final Connection connection;
    private final Path log;
    private final long limitBytes;
    private final int commitsPerLook;
    private int commits;

    LogLimit(Connection connection, Path database) {
        this(connection, database, LIMIT_BYTES, COMMITS_PER_LOOK);
    }

    LogLimit(Connection connection, Path database, long limitBytes, int commitsPerLook) {
        this.connection = connection;
        this.log = database.resolveSibling(database.getFileName() + "-wal");
        this.limitBytes = limitBytes;
        this.commitsPerLook = commitsPerLook;
    }

    /** The commit stands, whatever becomes of the checkpoint. */
    void committed() {
        if (++commits % commitsPerLook == 0 && sizeBytes() > limitBytes) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
            } catch (SQLException e) {
                LOG.warn("namespace log not emptied path={} bytes={}", log, sizeBytes(), e);
            }
        }
    }

    private long sizeBytes() {
        try {
            return Files.size(log);
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            LOG.warn("namespace log not found path={}", log, e);
            return 0;
        }
    }
}
