package io.stria.server.store;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;

/** O_DIRECT on tmpfs, where that is mounted and takes it. */
class FileTmpfsObjectStoreIT extends ObjectStoreContractTest {
    private static final Path TMPFS = Path.of("/dev/shm");

    private Path directory;

    @Override
    ObjectStore open() throws IOException {
        Assumptions.assumeTrue(Files.isWritable(TMPFS), "no tmpfs at " + TMPFS);
        directory = Files.createTempDirectory(TMPFS, "stria-store");
        return FileObjectStore.open(FileStoreConfig.builder(directory).build());
    }

    @AfterEach
    void removeDirectory() throws IOException {
        if (directory != null) {
            try (Stream<Path> paths = Files.walk(directory)) {
                paths.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            }
        }
    }
}
