package io.stria.server.store;

import java.nio.file.Path;

/** Configuration of a {@link FileObjectStore}; immutable. */
public final class FileStoreConfig {
    private final Path directory;
    private final boolean buffered;
    private final int diskThreads;
    private final int maxOpenObjects;
    private final int queueCapacity;

    private FileStoreConfig(Builder builder) {
        directory = builder.directory;
        buffered = builder.buffered;
        diskThreads = builder.diskThreads;
        maxOpenObjects = builder.maxOpenObjects;
        queueCapacity = builder.queueCapacity;
    }

    /** A builder with the defaults. */
    public static Builder builder(Path directory) {
        return new Builder(directory);
    }

    /** A builder with these values. */
    public Builder toBuilder() {
        return new Builder(directory)
                .buffered(buffered)
                .diskThreads(diskThreads)
                .maxOpenObjects(maxOpenObjects)
                .queueCapacity(queueCapacity);
    }

    /** The target directory. */
    public Path directory() {
        return directory;
    }

    /** Whether the page cache is used instead of O_DIRECT. */
    public boolean buffered() {
        return buffered;
    }

    /** Threads that do the I/O. */
    public int diskThreads() {
        return diskThreads;
    }

    /** Objects whose files are kept open, with at most two descriptors each. */
    public int maxOpenObjects() {
        return maxOpenObjects;
    }

    /** Operations that may wait for a disk thread. */
    public int queueCapacity() {
        return queueCapacity;
    }

    /** Builds a {@link FileStoreConfig}. */
    public static final class Builder {
        private final Path directory;
        private boolean buffered;
        private int diskThreads = 2;
        private int maxOpenObjects = 1024;
        private int queueCapacity = 1 << 16;

        private Builder(Path directory) {
            this.directory = directory;
        }

        /** Use the page cache instead of O_DIRECT; default false. */
        public Builder buffered(boolean buffered) {
            this.buffered = buffered;
            return this;
        }

        /** Threads that do the I/O; default 2. */
        public Builder diskThreads(int diskThreads) {
            this.diskThreads = diskThreads;
            return this;
        }

        /** Objects whose files are kept open; default 1024. */
        public Builder maxOpenObjects(int maxOpenObjects) {
            this.maxOpenObjects = maxOpenObjects;
            return this;
        }

        /** Operations that may wait for a disk thread, beyond which calls end with BUSY; default 65,536. */
        public Builder queueCapacity(int queueCapacity) {
            this.queueCapacity = queueCapacity;
            return this;
        }

        /**
         * Checks the values and their relations.
         *
         * @throws IllegalArgumentException if they do not fit
         */
        public FileStoreConfig build() {
            require(diskThreads >= 1 && diskThreads <= 256, "diskThreads must be 1 to 256, not " + diskThreads);
            require(
                    queueCapacity >= 2 && queueCapacity <= 1 << 24,
                    "queueCapacity must be 2 to 16777216 operations, not " + queueCapacity);
            // One object per thread is in use; one more must be idle, so that there is always one to evict.
            require(
                    maxOpenObjects > diskThreads,
                    "maxOpenObjects=" + maxOpenObjects + " objects must be more than diskThreads=" + diskThreads);
            return new FileStoreConfig(this);
        }

        private static void require(boolean holds, String message) {
            if (!holds) {
                throw new IllegalArgumentException(message);
            }
        }
    }
}
