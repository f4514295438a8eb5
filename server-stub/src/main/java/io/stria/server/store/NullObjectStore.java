package io.stria.server.store;

import io.stria.StriaException;
import java.util.HashMap;
import java.util.Map;

/**
 * Accepts writes and forgets the bytes; reads deliver whatever is in memory. Remembers sizes, so that all else is as
 * with a real store. For measuring everything but the storage. Completes inside the call.
 */
public final class NullObjectStore implements ObjectStore {
    private static final int ALIGNMENT = 4096;

    // Guarded by this.
    private final Map<ObjectKey, long[]> sizes = new HashMap<>();
    private final DestroyedFiles destroyed = new DestroyedFiles();
    private final ObjectKey probe = new ObjectKey(0, 0);

    /** As O_DIRECT asks for in most places, so that memory is laid out the same. */
    @Override
    public int alignment() {
        return ALIGNMENT;
    }

    @Override
    public void write(ObjectIo io) {
        execute(io, Operation.WRITE);
    }

    @Override
    public void read(ObjectIo io) {
        execute(io, Operation.READ);
    }

    @Override
    public void sync(ObjectIo io) {
        execute(io, Operation.SYNC);
    }

    @Override
    public void truncate(ObjectIo io) {
        execute(io, Operation.TRUNCATE);
    }

    @Override
    public void size(ObjectIo io) {
        execute(io, Operation.SIZE);
    }

    @Override
    public void space(ObjectIo io) {
        io.begin(Operation.SPACE);
        io.totalBytes = Long.MAX_VALUE;
        io.usableBytes = Long.MAX_VALUE;
        io.completed();
    }

    @Override
    public synchronized void destroy(long fileId) {
        destroyed.add(fileId);
        sizes.keySet().removeIf(key -> key.fileId() == fileId);
    }

    @Override
    public void close() {}

    private void execute(ObjectIo io, Operation operation) {
        io.begin(operation);
        try {
            ObjectIoCheck.check(io);
            apply(io);
        } catch (StriaException e) {
            io.error = e;
        }
        io.completed();
    }

    private synchronized void apply(ObjectIo io) throws StriaException {
        if (destroyed.contains(io.fileId)) {
            throw ObjectFileCache.stale(io.fileId, io.stripe);
        }
        long size = size(io.fileId, io.stripe);
        switch (io.operation) {
            case WRITE -> {
                if (io.length > 0 && io.objectOffset + io.length > size) {
                    size = io.objectOffset + io.length;
                    setSize(io, size);
                }
                io.objectSize = size;
            }
            case READ -> {
                io.transferred = (int) Math.max(0, Math.min(io.length, size - io.objectOffset));
                io.objectSize = size;
            }
            case TRUNCATE -> setSize(io, io.objectSize);
            case SYNC, SIZE -> io.objectSize = size;
            case SPACE -> throw new IllegalStateException("space is not an object's");
        }
    }

    private long size(long fileId, int stripe) {
        long[] size = sizes.get(probe.set(fileId, stripe));
        return size == null ? 0 : size[0];
    }

    private void setSize(ObjectIo io, long size) {
        sizes.computeIfAbsent(new ObjectKey(io.fileId, io.stripe), key -> new long[1])[0] = size;
    }
}
