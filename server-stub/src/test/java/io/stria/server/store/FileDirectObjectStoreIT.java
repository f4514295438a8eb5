package io.stria.server.store;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** O_DIRECT on the disk that holds the temporary directory. */
class FileDirectObjectStoreIT extends ObjectStoreContractTest {
    @TempDir
    private Path directory;

    @Override
    ObjectStore open() throws IOException {
        return FileObjectStore.open(FileStoreConfig.builder(directory).build());
    }
}
