package io.stria.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stria.ErrorCode;
import io.stria.StriaException;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetDirectoryTest {
    private static final UUID CLUSTER = new UUID(1, 2);

    @TempDir
    private Path directory;

    @Test
    void anEmptyDirectoryBecomesATargetAndStaysTheSame() throws Exception {
        UUID targetId;
        try (TargetDirectory target = TargetDirectory.open(directory)) {
            targetId = target.targetId();
            assertThat(target.clusterId()).isNull();
            assertThat(target.number()).isEqualTo(-1);
            target.join(CLUSTER, 17);
            target.join(CLUSTER, 17);
        }
        try (TargetDirectory target = TargetDirectory.open(directory)) {
            assertThat(target.targetId()).isEqualTo(targetId);
            assertThat(target.clusterId()).isEqualTo(CLUSTER);
            assertThat(target.number()).isEqualTo(17);
        }
    }

    @Test
    void itIsNamedSoThatItIsFoundFromAnywhere() throws Exception {
        Path relative = Path.of("").toAbsolutePath().relativize(directory);
        try (TargetDirectory target = TargetDirectory.open(relative)) {
            assertThat(target.path()).isAbsolute().isEqualTo(relative.toAbsolutePath());
        }
        assertRefused(relative.resolve("none").toAbsolutePath(), ErrorCode.INVALID_ARGUMENT, "does not exist");
    }

    @Test
    void theIdentityIsThisFile() throws Exception {
        new TargetIdentity(new UUID(3, 4), CLUSTER, 5).write(directory);
        assertThat(directory.resolve("stria-target.properties")).hasContent("""
                        # The identity of a Stria target. Do not edit, and do not copy to another directory.
                        format=1
                        targetId=00000000-0000-0003-0000-000000000004
                        clusterId=00000000-0000-0001-0000-000000000002
                        number=5
                        """);
        assertThat(TargetIdentity.read(directory)).isEqualTo(new TargetIdentity(new UUID(3, 4), CLUSTER, 5));
    }

    @Test
    void aTargetBelongsToOneCluster() throws Exception {
        try (TargetDirectory target = TargetDirectory.open(directory)) {
            target.join(CLUSTER, 1);
            assertThatThrownBy(() -> target.join(new UUID(9, 9), 1))
                    .hasMessageContainingAll(CLUSTER.toString(), directory.toString());
            assertThatThrownBy(() -> target.join(CLUSTER, 2)).isInstanceOf(StriaException.class);
            assertThat(target.number()).isEqualTo(1);
        }
    }

    @Test
    void aMissingDirectoryIsNotCreated() {
        Path missing = directory.resolve("missing");
        assertRefused(missing, ErrorCode.INVALID_ARGUMENT, "does not exist", "mount");
        assertThat(missing).doesNotExist();
    }

    @Test
    void aFileIsNoDirectory() throws Exception {
        assertRefused(Files.createFile(directory.resolve("file")), ErrorCode.INVALID_ARGUMENT, "not a directory");
    }

    @Test
    void someoneElsesDirectoryIsLeftAlone() throws Exception {
        Files.createFile(directory.resolve("thesis.tex"));
        assertRefused(directory, ErrorCode.INVALID_ARGUMENT, "thesis.tex", "choose an empty directory");
        assertThat(directory.resolve("stria-target.properties")).doesNotExist();
    }

    @Test
    void objectsWithoutAnIdentityAreNotTakenOver() throws Exception {
        Files.createDirectory(directory.resolve("objects"));
        assertRefused(directory, ErrorCode.IO_ERROR, "holds objects but no stria-target.properties", "restore");
    }

    @Test
    void aFirstStartThatWasInterruptedIsBegunAgain() throws Exception {
        Files.createFile(directory.resolve("stria-target.lock"));
        Files.writeString(directory.resolve("stria-target.properties.tmp"), "format=");
        TargetDirectory.open(directory).close();
    }

    @Test
    void aDamagedIdentityIsRefused() throws Exception {
        for (String text : List.of("", "format=1\n", "format=x\ntargetId=1-2-3-4-5\nnumber=1", "format=1\\uZZ")) {
            Files.writeString(directory.resolve("stria-target.properties"), text);
            assertRefused(directory, ErrorCode.IO_ERROR, "damaged", "stria-target.properties");
        }
    }

    @Test
    void aNewerFormatIsRefused() throws Exception {
        Files.writeString(directory.resolve("stria-target.properties"), "format=2\nsomething=else\n");
        assertRefused(directory, ErrorCode.VERSION_MISMATCH, "newer", "format=2", "known=1");
    }

    @Test
    void aDirectoryInUseByThisProcessIsRefusedAndStaysLocked() throws Exception {
        try (TargetDirectory target = TargetDirectory.open(directory)) {
            assertRefused(target.path(), ErrorCode.INVALID_ARGUMENT, "in use by this process");
            assertRefused(directory.resolve("../" + directory.getFileName()), ErrorCode.INVALID_ARGUMENT, "in use");
            assertThat(openElsewhere())
                    .contains("in use by process " + ProcessHandle.current().pid());
        }
        assertThat(openElsewhere()).isEqualTo("opened");
    }

    /** What another process is told. */
    private String openElsewhere() throws Exception {
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

    /** Opens the directory in a process of its own. */
    static final class OtherProcess {
        public static void main(String[] args) throws Exception {
            try {
                TargetDirectory.open(Path.of(args[0])).close();
                System.out.println("opened");
            } catch (StriaException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    void anUnwritableDirectoryIsNamed() throws Exception {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("r-xr-xr-x"));
        Assumptions.assumeFalse(Files.isWritable(directory), "the superuser may write everywhere");
        try {
            assertRefused(directory, ErrorCode.ACCESS_DENIED, "not readable and writable", "user");
        } finally {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    private static void assertRefused(Path path, ErrorCode code, String... messageParts) {
        assertThatThrownBy(() -> TargetDirectory.open(path))
                .isInstanceOfSatisfying(
                        StriaException.class,
                        e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code))
                .hasMessageContaining(path.toString())
                .hasMessageContainingAll(messageParts);
    }
}
