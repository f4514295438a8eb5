package io.stria.server.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogLimitTest {
    private static final int COMMITS = 40;
    private static final int BYTES_PER_COMMIT = 256 << 10;
    private static final long LIMIT_BYTES = 1 << 20;

    @TempDir
    Path directory;

    /** Commits while a reader's snapshot, taken just before, keeps every checkpoint from completing. */
    private long largestLogBytes(long limitBytes) throws Exception {
        Path file = directory.resolve("namespace.db");
        Database database = new Database(file);
        database.createOrCheck();
        long largest = 0;
        try (Connection writing = database.connect();
                Connection reading = database.connect();
                Statement write = writing.createStatement();
                Statement read = reading.createStatement()) {
            LogLimit limit = new LogLimit(writing, file, limitBytes, 1);
            for (int i = 0; i < COMMITS; i++) {
                read.executeQuery("SELECT count(*) FROM meta").close();
                write.execute("INSERT OR REPLACE INTO meta VALUES ('big', randomblob(" + BYTES_PER_COMMIT + "))");
                writing.commit();
                reading.commit();
                limit.committed();
                largest = Math.max(largest, Files.size(directory.resolve("namespace.db-wal")));
            }
        }
        return largest;
    }

    @Test
    void aBusyReaderDoesNotLetTheLogGrow() throws Exception {
        assertThat(largestLogBytes(LIMIT_BYTES)).isLessThan(LIMIT_BYTES + 2 * BYTES_PER_COMMIT);
    }

    @Test
    void withoutALimitItWould() throws Exception {
        assertThat(largestLogBytes(Long.MAX_VALUE)).isGreaterThan((long) COMMITS * BYTES_PER_COMMIT);
    }

    @Test
    void aCheckpointThatFailsHarmsNoCommit() throws Exception {
        Path file = directory.resolve("namespace.db");
        Database database = new Database(file);
        database.createOrCheck();
        Connection closed = database.connect();
        try (Connection open = database.connect()) {
            LogLimit limit = new LogLimit(closed, file, -1, 1);
            closed.close();
            limit.committed();
            assertThat(open.isClosed()).isFalse();
        }
    }
}
