package io.stria.server.namespace;

import io.stria.ErrorCode;
import io.stria.StriaException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.sqlite.NativeLibraryNotFoundException;
import org.sqlite.SQLiteConfig;

/**
 * The database file: its format and how it is connected to.
 *
 * <p>A directory is a node without layout; that of the files created in it is apart, since few directories have one. Names are kept as UTF-8 so that SQLite's byte order of blobs is the order of
 * a listing, and away from the nodes so that a rename touches one small row. {@code entry} repeats whether a node is a
 * directory for the sake of listings. Files without a name that somebody has open are {@code orphan}s.
 */
final class Database {
    /** "STRI": marks the file as a namespace, in SQLite's header. */
    static final int APPLICATION_ID = 0x53545249;
    /** Raised when an older program could not use the file. */
    static final int FORMAT_VERSION = 1;

    private static final String[] SCHEMA = {
        "CREATE TABLE meta (key TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID",
        "CREATE TABLE node (id INTEGER PRIMARY KEY, size INTEGER NOT NULL, valid INTEGER NOT NULL,"
                + " modified_ms INTEGER NOT NULL, layout BLOB)",
        "CREATE TABLE entry (parent INTEGER NOT NULL, name BLOB NOT NULL, id INTEGER NOT NULL,"
                + " is_directory INTEGER NOT NULL, PRIMARY KEY (parent, name)) WITHOUT ROWID",
        "CREATE TABLE default_layout (id INTEGER PRIMARY KEY, layout BLOB NOT NULL)",
        "CREATE TABLE orphan (id INTEGER PRIMARY KEY)",
        "CREATE TABLE destroy (target INTEGER NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (target, id)) WITHOUT ROWID",
        "CREATE TABLE target (number INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, address TEXT NOT NULL)",
        "INSERT INTO node VALUES (" + Lookup.ROOT_ID + ", 0, 1, unixepoch() * 1000, NULL)",
        "INSERT INTO meta VALUES ('next_file_id', " + (Lookup.ROOT_ID + 1) + ")",
        "PRAGMA application_id = " + APPLICATION_ID,
        "PRAGMA user_version = " + FORMAT_VERSION,
    };

    private final Path file;

    Database(Path file) {
        this.file = file;
    }

    Path file() {
        return file;
    }

    /** A connection in a transaction that has not begun to read or write; commit begins the next. */
    Connection connect() throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        // Each commit is an fsync of the log: what was acknowledged survives a power loss.
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setTempStore(SQLiteConfig.TempStore.MEMORY);
        config.setCacheSize(-32 << 10);
        // Rarer checkpoints make big batches slower at their worst, more frequent ones the small batches.
        config.setWalAutocheckpoint(2000);
        config.setBusyTimeout(10_000);
        config.setGetGeneratedKeys(false);
        // As a URI, because the driver takes what follows a '?' in a plain path for options.
        Connection connection = config.createConnection("jdbc:sqlite:" + file.toUri());
        connection.setAutoCommit(false);
        return connection;
    }

    /** Makes the tables of a new database, checks those of an old one; returns the cluster's UUID. */
    String createOrCheck() throws StriaException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            long application = number(statement, "PRAGMA application_id");
            long version = number(statement, "PRAGMA user_version");
            if (application == 0 && number(statement, "SELECT count(*) FROM sqlite_schema") == 0) {
                for (String step : SCHEMA) {
                    statement.execute(step);
                }
                statement.execute("INSERT INTO meta VALUES ('cluster_id', '" + UUID.randomUUID() + "')");
                connection.commit();
            } else if (application != APPLICATION_ID) {
                throw foreign("it belongs to another program", null);
            } else if (version > FORMAT_VERSION) {
                throw new StriaException(
                        ErrorCode.VERSION_MISMATCH,
                        "the namespace has format " + version + ", this server knows up to " + FORMAT_VERSION
                                + ": use a newer server (path=" + file + ")");
            }
            try (ResultSet id = statement.executeQuery("SELECT value FROM meta WHERE key = 'cluster_id'")) {
                id.next();
                return id.getString(1);
            }
        } catch (SQLException e) {
            throw unusable(e);
        }
    }

    private StriaException unusable(SQLException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof NativeLibraryNotFoundException) {
                return new StriaException(
                        ErrorCode.UNSUPPORTED,
                        "SQLite's native library cannot be loaded: if the file system is mounted noexec, set"
                                + " -Dorg.sqlite.tmpdir to a directory on another (path=" + file + ")",
                        failure);
            }
        }
        StriaException known = Failures.of(failure);
        return known.code() == ErrorCode.IO_ERROR || known.code() == ErrorCode.INTERNAL
                ? foreign(String.valueOf(failure.getMessage()), failure)
                : known;
    }

    private StriaException foreign(String why, @Nullable Throwable cause) {
        return new StriaException(
                ErrorCode.IO_ERROR,
                "the file is no usable namespace: " + why + "; choose another directory (path=" + file + ")",
                cause);
    }

    private static long number(Statement statement, String sql) throws SQLException {
        try (ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getLong(1);
        }
    }
}
