package io.stria.server.store;

import io.stria.ErrorCode;
import io.stria.StriaException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/** Objects on the heap, with all semantics of a real store but durability. Completes inside the call. For tests. */
public final class MemoryObjectStore implements ObjectStore {
    private final int alignment;
    private final long capacityBytes;

    // Guarded by this.
    private final Map<ObjectKey, MemoryObject> objects = new HashMap<>();
    private final DestroyedFiles destroyed = new DestroyedFiles();
    private final ObjectKey probe = new ObjectKey(0, 0);
    private long usedBytes;
    private boolean closed;

    /** A store without bound that wants memory aligned to 4 KiB, as most disks do. */
    public MemoryObjectStore() {
        this(4096, Long.MAX_VALUE);
    }

    /**
     * A store.
     *
     * @param alignment what memory is aligned to, a power of two
     * @param capacityBytes what fits, counted in chunks of 64 KiB; a write beyond it ends with NO_SPACE
     */
    public MemoryObjectStore(int alignment, long capacityBytes) {
        this.alignment = alignment;
        this.capacityBytes = capacityBytes;
    }

    @Override
    public int alignment() {
        return alignment;
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
    public synchronized void destroy(long fileId) {
        destroyed.add(fileId);
        for (Iterator<Map.Entry<ObjectKey, MemoryObject>> i = objects.entrySet().iterator(); i.hasNext(); ) {
            Map.Entry<ObjectKey, MemoryObject> entry = i.next();
            if (entry.getKey().fileId() == fileId) {
                usedBytes -= bytes(entry.getValue());
                i.remove();
            }
        }
    }

    @Override
    public void space(ObjectIo io) {
        execute(io, Operation.SPACE);
    }

    @Override
    public synchronized void close() {
        closed = true;
        objects.clear();
    }

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
        if (closed) {
            throw new StriaException(ErrorCode.CLOSED, io.operation.label() + " refused: the object store is closed");
        }
        if (io.operation == Operation.SPACE) {
            io.totalBytes = capacityBytes;
            io.usableBytes = capacityBytes - usedBytes;
            return;
        }
        if (destroyed.contains(io.fileId)) {
            throw ObjectFileCache.stale(io.fileId, io.stripe);
        }
        MemoryObject object = objects.get(probe.set(io.fileId, io.stripe));
        if (object == null) {
            object = new MemoryObject();
            if (io.operation == Operation.WRITE || io.operation == Operation.TRUNCATE) {
                objects.put(new ObjectKey(io.fileId, io.stripe), object);
            }
        }
        switch (io.operation) {
            case WRITE -> write(object, io);
            case READ -> read(object, io);
            case TRUNCATE -> truncate(object, io);
            case SYNC, SIZE -> io.objectSize = object.size();
            case SPACE -> throw new IllegalStateException("space is not an object's");
        }
    }

    private void write(MemoryObject object, ObjectIo io) throws StriaException {
        if (io.length > 0) {
            ByteBuffer memory = ObjectIoCheck.memory(io);
            long added = object.missingChunks(io.objectOffset, io.length) * MemoryObject.CHUNK_BYTES;
            if (added > capacityBytes - usedBytes) {
                throw new StriaException(
                        ErrorCode.NO_SPACE,
                        "write failed: no space (capacityBytes=" + capacityBytes + ", offset=" + io.objectOffset
                                + ", length=" + io.length + "): destroy files");
            }
            usedBytes += added;
            object.write(memory, phase(io), io.objectOffset, io.length);
        }
        io.objectSize = object.size();
    }

    private void read(MemoryObject object, ObjectIo io) throws StriaException {
        int available = (int) Math.max(0, Math.min(io.length, object.size() - io.objectOffset));
        if (available > 0) {
            object.read(ObjectIoCheck.memory(io), phase(io), io.objectOffset, available);
        }
        io.transferred = available;
        io.objectSize = object.size();
    }

    private void truncate(MemoryObject object, ObjectIo io) {
        usedBytes -= bytes(object);
        object.truncate(io.objectSize);
        usedBytes += bytes(object);
    }

    private int phase(ObjectIo io) {
        return (int) (io.objectOffset & alignment - 1);
    }

    private static long bytes(MemoryObject object) {
        return (long) object.chunkCount() * MemoryObject.CHUNK_BYTES;
    }
}
