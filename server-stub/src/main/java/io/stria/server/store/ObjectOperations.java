package io.stria.server.store;

import io.stria.ErrorCode;
import io.stria.StriaException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileStore;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Executes operations, on disk threads, and leaves result or error in them. */
final class ObjectOperations implements Consumer<ObjectIo> {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectOperations.class);

    private final ObjectFileCache files;
    private final RaggedIo ragged;
    private final StorageErrors errors;
    private final FileStore fileStore;

    ObjectOperations(ObjectFileCache files, RaggedIo ragged, StorageErrors errors, FileStore fileStore) {
        this.files = files;
        this.ragged = ragged;
        this.errors = errors;
        this.fileStore = fileStore;
    }

    @Override
    public void accept(ObjectIo io) {
        try {
            ObjectIoCheck.check(io);
            if (io.operation == Operation.SPACE) {
                io.totalBytes = fileStore.getTotalSpace();
                io.usableBytes = fileStore.getUsableSpace();
                return;
            }
            ObjectFile file = files.acquire(io.fileId, io.stripe);
            try {
                execute(file, io);
            } finally {
                files.release(file);
            }
        } catch (StriaException e) {
            io.error = e;
        } catch (IOException e) {
            io.error = errors.of(io, e);
        } catch (RuntimeException | Error e) {
            LOG.error(
                    "operation={} fileId={} stripe={} failed", io.operation, Long.toHexString(io.fileId), io.stripe, e);
            io.error = errors.refused(io, ErrorCode.INTERNAL, e.toString(), "report it with the server's log", e);
        }
    }

    private void execute(ObjectFile file, ObjectIo io) throws IOException {
        boolean exclusive = io.operation == Operation.TRUNCATE;
        long stamp = exclusive ? file.lock.writeLock() : file.lock.readLock();
        try {
            if (file.isDestroyed()) {
                throw ObjectFileCache.stale(io.fileId, io.stripe);
            }
            switch (io.operation) {
                case WRITE -> write(file, io);
                case READ -> read(file, io);
                case SYNC -> sync(file, io);
                case TRUNCATE -> truncate(file, io);
                case SIZE -> io.objectSize = file.size();
                case SPACE -> throw new IllegalStateException("space is not an object's");
            }
        } finally {
            file.lock.unlock(stamp);
        }
    }

    private void write(ObjectFile file, ObjectIo io) throws IOException {
        long size = file.size();
        if (io.length > 0) {
            try {
                ragged.write(file, ObjectIoCheck.memory(io), io.objectOffset, io.length);
            } catch (IOException e) {
                keepSize(file, e);
                throw e;
            }
            size = file.growTo(io.objectOffset + io.length);
        }
        io.objectSize = size;
    }

    /** What was written before the failure counts as written, as in a file system. */
    private static void keepSize(ObjectFile file, IOException failure) {
        try {
            file.growToFile();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private void read(ObjectFile file, ObjectIo io) throws IOException {
        long size = file.size();
        int available = (int) Math.max(0, Math.min(io.length, size - io.objectOffset));
        if (available > 0) {
            ByteBuffer memory = ObjectIoCheck.memory(io);
            ragged.read(file, memory, io.objectOffset, available);
        }
        io.transferred = available;
        io.objectSize = size;
    }

    private void sync(ObjectFile file, ObjectIo io) throws IOException {
        StriaException earlier = file.syncFailure();
        if (earlier != null) {
            throw errors.refused(
                    io,
                    earlier.code(),
                    "an earlier sync of this object failed and its data may be lost",
                    "write the file again under another name",
                    earlier);
        }
        try {
            file.force();
        } catch (IOException e) {
            StriaException failure = errors.of(io, e);
            files.syncFailed(file, failure);
            LOG.error("sync failed path={}", file.path, e);
            throw failure;
        }
        io.objectSize = file.size();
    }

    private void truncate(ObjectFile file, ObjectIo io) throws IOException {
        file.setSize(io.objectSize);
        if (io.objectSize == 0) {
            files.forgetSyncFailure(file);
        }
    }
}
