package io.stria.server.store;

import static io.stria.server.store.ObjectStoreContractTest.assertCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stria.ErrorCode;
import io.stria.StriaException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On file systems mounted for the purpose, which takes the superuser. */
class MountedFileSystemsIT {
    private static final int MIB = 1 << 20;

    @TempDir
    private Path mountPoint;

    private boolean mounted;

    private void mount(String type, String options) throws Exception {
        mounted = Commands.run("mount", "-t", type, "-o", options, "stria-test", mountPoint.toString());
        Assumptions.assumeTrue(mounted, "only the superuser can mount " + type);
    }

    @AfterEach
    void unmount() throws Exception {
        if (mounted) {
            assertThat(Commands.run("umount", mountPoint.toString())).isTrue();
        }
    }

    @Test
    void aFullDiskFailsTheWriteLeavesTheRestReadableAndClears() throws Exception {
        mount("tmpfs", "size=4m");
        try (FileObjectStore store =
                FileObjectStore.open(FileStoreConfig.builder(mountPoint).build())) {
            StoreDriver driver = new StoreDriver(store);
            byte[] bytes = new byte[MIB];
            Arrays.fill(bytes, (byte) 7);
            driver.write(1, 0, 0, bytes);
            driver.write(2, 0, 1, bytes);
            assertCode(ErrorCode.NO_SPACE, () -> driver.write(3, 0, 5, new byte[8 * MIB]));
            assertCode(ErrorCode.NO_SPACE, () -> driver.write(3, 0, 8 * MIB, bytes));
            assertThat(driver.read(1, 0, 0, MIB)).isEqualTo(bytes);
            assertThat(driver.read(2, 0, 1, MIB)).isEqualTo(bytes);
            driver.sync(1, 0);
            driver.destroyAndWait(3);
            driver.destroyAndWait(1);
            // Its removal follows the note; the destroy after it is noted only when that is done.
            driver.destroyAndWait(99);
            driver.write(4, 0, 0, bytes);
            assertThat(driver.read(4, 0, 0, MIB)).isEqualTo(bytes);
        }
    }

    @Test
    void aFileSystemWithoutDirectIoIsNamedWithTheOptionToSet() throws Exception {
        mount("ramfs", "mode=755");
        FileStoreConfig direct = FileStoreConfig.builder(mountPoint).build();
        assertThatThrownBy(() -> FileObjectStore.open(direct))
                .isInstanceOfSatisfying(
                        StriaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED))
                .hasMessageContainingAll("O_DIRECT", mountPoint.toString(), "ramfs", "--buffered");
        try (FileObjectStore store =
                FileObjectStore.open(direct.toBuilder().buffered(true).build())) {
            assertThat(new StoreDriver(store).write(1, 0, 5, new byte[10])).isEqualTo(15);
        }
    }

    @Test
    void aReadOnlyTargetIsRefused() throws Exception {
        mount("tmpfs", "size=1m,ro");
        assertThatThrownBy(() -> TargetDirectory.open(mountPoint))
                .isInstanceOf(StriaException.class)
                .hasMessageContainingAll(mountPoint.toString(), "Read-only", "mount options");
    }
}
