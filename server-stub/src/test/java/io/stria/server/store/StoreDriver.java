package io.stria.server.store;

import io.stria.StriaException;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Uses a store as the network side does, one operation at a time, and waits for it. Confined to its thread. */
final class StoreDriver {
    private static final long TIMEOUT_S = 30;

    private final ObjectStore store;

    StoreDriver(ObjectStore store) {
        this.store = store;
    }

    /** An operation that can be waited for, once. */
    static final class Io extends ObjectIo {
        private final CountDownLatch done = new CountDownLatch(1);

        @Override
        public void completed() {
            if (done.getCount() == 0) {
                throw new AssertionError("completed twice");
            }
            done.countDown();
        }

        boolean isDone() {
            return done.getCount() == 0;
        }

        Io await() throws StriaException {
            awaitQuietly();
            if (error != null) {
                throw error;
            }
            return this;
        }

        Io awaitQuietly() {
            try {
                if (!done.await(TIMEOUT_S, TimeUnit.SECONDS)) {
                    throw new AssertionError("not completed");
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return this;
        }
    }

    long write(long fileId, int stripe, long offset, byte[] bytes) throws StriaException {
        Io io = writeIo(fileId, stripe, offset, bytes);
        store.write(io);
        return io.await().objectSize;
    }

    Io writeIo(long fileId, int stripe, long offset, byte[] bytes) {
        Io io = io(fileId, stripe, offset, bytes.length);
        io.memory.put(phase(offset), bytes);
        return io;
    }

    /** The bytes that were there, fewer than {@code length} at the end of the object. */
    byte[] read(long fileId, int stripe, long offset, int length) throws StriaException {
        Io io = io(fileId, stripe, offset, length);
        store.read(io);
        io.await();
        byte[] bytes = new byte[io.transferred];
        io.memory.get(phase(offset), bytes);
        return bytes;
    }

    long truncate(long fileId, int stripe, long size) throws StriaException {
        Io io = io(fileId, stripe, 0, 0);
        io.objectSize = size;
        store.truncate(io);
        return io.await().objectSize;
    }

    long size(long fileId, int stripe) throws StriaException {
        return call(store::size, fileId, stripe).objectSize;
    }

    long sync(long fileId, int stripe) throws StriaException {
        return call(store::sync, fileId, stripe).objectSize;
    }

    Io space() throws StriaException {
        return call(store::space, 0, 0);
    }

    void destroyAndWait(long fileId) throws StriaException {
        call(store::destroy, fileId, 0);
    }

    private Io call(Consumer<ObjectIo> operation, long fileId, int stripe) throws StriaException {
        Io io = io(fileId, stripe, 0, 0);
        operation.accept(io);
        return io.await();
    }

    Io io(long fileId, int stripe, long offset, int length) {
        Io io = new Io();
        io.fileId = fileId;
        io.stripe = stripe;
        io.objectOffset = offset;
        io.length = length;
        io.memory = aligned(phase(offset) + length, store.alignment());
        return io;
    }

    int phase(long offset) {
        return (int) (offset & (store.alignment() - 1));
    }

    /** Aligned memory, at least a block, full of what must not be taken for data. */
    static ByteBuffer aligned(int length, int alignment) {
        int rounded = (Math.max(length, 1) + alignment - 1) & -alignment;
        ByteBuffer memory = ByteBuffer.allocateDirect(rounded + alignment)
                .alignedSlice(alignment)
                .slice(0, rounded);
        for (int i = 0; i < rounded; i++) {
            memory.put(i, (byte) 0x5A);
        }
        return memory;
    }
}
