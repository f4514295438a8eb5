package io.stria.server.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stria.ErrorCode;
import io.stria.StriaException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be wrong with a namespace's directory. */
class NamespaceDirectoryTest {
    @TempDir
    Path directory;

    private static AbstractThrowableAssert<?, ?> assertRefused(ErrorCode code, Path path) {
        return assertThatThrownBy(() -> Namespace.open(path))
                .isInstanceOfSatisfying(
                        StriaException.class,
                        e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code))
                .hasMessageContaining(path.toString());
    }

    private void sql(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("namespace.db"));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void aMissingDirectoryIsSaidToBeMissing() {
        assertRefused(ErrorCode.NOT_FOUND, directory.resolve("none")).hasMessageContaining("create it first");
    }

    @Test
    void aFileIsNoDirectory() throws Exception {
        assertRefused(ErrorCode.NOT_FOUND, Files.createFile(directory.resolve("f")))
                .hasMessageContaining("not a directory");
    }

    @Test
    void anUnwritableDirectoryIsSaidToBeUnwritable() {
        // Also for root, who may write wherever the file system can be written to.
        org.junit.jupiter.api.Assumptions.assumeTrue(Files.isDirectory(Path.of("/proc/self")));
        assertRefused(ErrorCode.ACCESS_DENIED, Path.of("/proc")).hasMessageContaining("not writable");
    }

    @Test
    void aSecondServerIsRefusedUntilTheFirstIsGone() throws Exception {
        try (Namespace first = Namespace.open(directory)) {
            assertRefused(ErrorCode.INVALID_ARGUMENT, directory)
                    .hasMessageContaining("namespace refused: in use by this process");
            assertThat(first.stat("/").join().isDirectory()).isTrue();
        }
        Namespace.open(directory).close();
    }

    @Test
    void aNewerFormatIsRefused() throws Exception {
        Namespace.open(directory).close();
        sql("PRAGMA user_version = " + (Database.FORMAT_VERSION + 1));
        assertRefused(ErrorCode.VERSION_MISMATCH, directory).hasMessageContaining("format 2");
        sql("PRAGMA user_version = " + Database.FORMAT_VERSION);
        Namespace.open(directory).close();
    }

    @Test
    void anotherProgramsDatabaseIsLeftAlone() throws Exception {
        sql("CREATE TABLE theirs (x)");
        assertRefused(ErrorCode.IO_ERROR, directory).hasMessageContaining("another program");
        sql("INSERT INTO theirs VALUES (1)");
    }

    @Test
    void aFileThatIsNoDatabaseIsLeftAlone() throws Exception {
        Path file = directory.resolve("namespace.db");
        Files.writeString(file, "precious ".repeat(1000));
        assertRefused(ErrorCode.IO_ERROR, directory).hasMessageContaining("no usable namespace");
        assertThat(Files.readString(file)).startsWith("precious ");
    }

    @Test
    void aStartThatDiedBeforeItsTablesWereMadeIsRepeated() throws Exception {
        Files.createFile(directory.resolve("namespace.db"));
        Namespace.open(directory).close();
        assertThat(Files.size(directory.resolve("namespace.db"))).isPositive();
    }

    @Test
    void librariesUnpackedByAStartThatWasKilledAreRemoved() throws Exception {
        Path natives = Files.createDirectories(directory.resolve("native"));
        Path stale = Files.createFile(natives.resolve("sqlite-3.0-1234-libsqlitejdbc.so"));
        Files.createFile(natives.resolve("sqlite-3.0-1234-libsqlitejdbc.so.lck"));
        Path other = Files.createFile(natives.resolve("keep"));
        Namespace.open(directory).close();
        assertThat(stale).doesNotExist();
        assertThat(other).exists();
    }

    @Test
    void theDirectoryMayHaveAnyName() throws Exception {
        Path odd = Files.createDirectory(directory.resolve("a b?mode=memory&c#d%20ü"));
        Namespace.open(odd).close();
        assertThat(odd.resolve("namespace.db")).isNotEmptyFile();
    }

    @Test
    void anOrderlyCloseLeavesNoLogBehind() throws Exception {
        Namespace namespace = Namespace.open(directory);
        namespace.mkdir("/d").join();
        namespace.close();
        assertThat(directory.resolve("namespace.db-wal")).doesNotExist();
    }
}
