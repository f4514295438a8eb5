package io.stria.examples.ior;

import io.stria.AsyncFile;
import io.stria.StriaException;
import io.stria.StriaFuture;

/** A file of a cluster. Transfers are in flight between start and finish. */
final class StriaFile implements OpenFile {
    private final AsyncFile file;

    StriaFile(AsyncFile file) {
        this.file = file;
    }

    @Override
    public void startWrite(Slot slot) {
        slot.future = file.write(slot.buffer.memory(), slot.offset);
    }

    @Override
    public void startRead(Slot slot) {
        slot.future = file.read(slot.buffer.memory(), slot.offset);
    }

    @Override
    public long finish(Slot slot) throws StriaException {
        StriaFuture<Long> future = slot.future;
        if (future == null) {
            throw new IllegalStateException("finish without start");
        }
        slot.future = null;
        return StriaBackend.await(future);
    }

    @Override
    public void sync() throws StriaException {
        StriaBackend.await(file.sync());
    }

    @Override
    public void close() throws StriaException {
        file.close();
    }
}
