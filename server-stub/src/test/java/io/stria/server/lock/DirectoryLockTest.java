package io.stria.server.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stria.ErrorCode;
import io.stria.StriaException;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryLockTest {
    private static final String FILE = "test.lock";

    @TempDir
    private Path directory;

    private static DirectoryLock lock(Path path) throws Exception {
        return DirectoryLock.acquire(path, FILE, "test");
    }

    @Test
    void aSecondAttemptInThisProcessIsRefusedAndTheFirstStillKeepsOutAnotherProcess() throws Exception {
        try (DirectoryLock first = lock(directory)) {
            for (Path same : new Path[] {directory, directory.resolve("../" + directory.getFileName())}) {
                assertThatThrownBy(() -> lock(same))
                        .isInstanceOfSatisfying(
                                StriaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                        .hasMessage("test refused: in use by this process (path=" + same
                                + "): stop that server or choose another directory");
            }
            assertThat(lockElsewhere())
                    .contains("in use by process " + ProcessHandle.current().pid());
            assertThat(first).isNotNull();
        }
        assertThat(lockElsewhere()).isEqualTo("locked");
    }

    @Test
    void whatWasGivenBackCanBeHadAgain() throws Exception {
        lock(directory).close();
        lock(directory).close();
        assertThat(directory.resolve(FILE)).hasContent(ProcessHandle.current().pid() + "\n");
    }

    @Test
    void anAttemptThatFailedDoesNotKeepTheDirectory() throws Exception {
        Path inTheWay = Files.createDirectory(directory.resolve(FILE));
        assertThatThrownBy(() -> lock(directory)).hasMessageContaining(inTheWay.toString());
        Files.delete(inTheWay);
        lock(directory).close();
    }

    @Test
    void locksOfDifferentFilesDoNotMeet() throws Exception {
        try (DirectoryLock first = lock(directory);
                DirectoryLock other = DirectoryLock.acquire(directory, "other.lock", "other")) {
            assertThat(other).isNotSameAs(first);
        }
    }

    /** What another process is told. */
    private String lockElsewhere() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OtherProcess.class.getName(),
                        directory.toString())
                .start();
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            return reader.readLine();
        }
    }

    /** Locks the directory in a process of its own. */
    static final class OtherProcess {
        public static void main(String[] args) throws Exception {
            try {
                lock(Path.of(args[0])).close();
                System.out.println("locked");
            } catch (StriaException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
