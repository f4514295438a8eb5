package io.stria.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** O_DIRECT where several blocks share a page, on a file system made for the purpose; takes the superuser. */
class FileSmallBlocksObjectStoreIT extends ObjectStoreContractTest {
    @TempDir
    private static Path temporary;

    private static boolean mounted;

    @BeforeAll
    static void mount() throws Exception {
        Path image = temporary.resolve("image");
        Path mountPoint = Files.createDirectory(temporary.resolve("mount"));
        mounted = Commands.run("truncate", "-s", "64M", image.toString())
                && Commands.run("mkfs.ext4", "-q", "-b", "1024", image.toString())
                && Commands.run("mount", "-o", "loop", image.toString(), mountPoint.toString());
        Assumptions.assumeTrue(mounted, "no mkfs.ext4 or not the superuser");
    }

    @AfterAll
    static void unmount() throws Exception {
        if (mounted) {
            assertThat(Commands.run("umount", temporary.resolve("mount").toString()))
                    .isTrue();
        }
    }

    @Override
    ObjectStore open() throws IOException {
        Path directory = Files.createTempDirectory(temporary.resolve("mount"), "target");
        return FileObjectStore.open(FileStoreConfig.builder(directory).build());
    }
}
