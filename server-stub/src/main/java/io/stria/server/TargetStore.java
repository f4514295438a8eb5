package io.stria.server;

import io.stria.StriaException;
import io.stria.server.store.FileObjectStore;
import io.stria.server.store.FileStoreConfig;
import io.stria.server.store.MemoryObjectStore;
import io.stria.server.store.NullObjectStore;
import io.stria.server.store.ObjectStore;
import io.stria.server.store.TargetDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;

/** A target of a server: its directory, locked, and the store in it. */
final class TargetStore implements AutoCloseable {
    private final TargetDirectory directory;
    private final ObjectStore store;

    private TargetStore(TargetDirectory directory, ObjectStore store) {
        this.directory = directory;
        this.store = store;
    }

    static TargetStore open(Path path, ServerConfig config) throws IOException {
        TargetDirectory directory = TargetDirectory.open(path);
        try {
            return new TargetStore(directory, openStore(directory.path(), config));
        } catch (IOException | RuntimeException | Error e) {
            try {
                directory.close();
            } catch (IOException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
    }

    private static ObjectStore openStore(Path path, ServerConfig config) throws IOException {
        return switch (config.store()) {
            case FILE ->
                FileObjectStore.open(FileStoreConfig.builder(path)
                        .buffered(config.isBuffered())
                        .diskThreads(config.diskThreads())
                        .build());
            case MEMORY -> new MemoryObjectStore();
            case NULL -> new NullObjectStore();
        };
    }

    /** The UUID of the cluster it belongs to, empty if none yet. */
    String clusterId() {
        UUID cluster = directory.clusterId();
        return cluster == null ? "" : cluster.toString();
    }

    String targetId() {
        return directory.targetId().toString();
    }

    Path path() {
        return directory.path();
    }

    ObjectStore store() {
        return store;
    }

    int number() {
        return directory.number();
    }

    void joined(String clusterId, int number) throws StriaException {
        directory.join(UUID.fromString(clusterId), number);
    }

    @Override
    public void close() throws IOException {
        try (directory) {
            store.close();
        }
    }
}
