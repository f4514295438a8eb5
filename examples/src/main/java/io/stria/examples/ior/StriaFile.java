package io.stria.examples.ior;

import io.stria.AsyncFile;
import io.stria.StriaException;
import io.stria.examples.cli.Await;
import java.util.concurrent.CompletableFuture;

/** A file of a cluster. */
final class StriaFile implements OpenFile {
    private final AsyncFile file;

    StriaFile(AsyncFile file) {
        this.file = file;
    }

    @Override
    public CompletableFuture<Long> write(Slot slot) {
        return file.write(slot.buffer.memory(), slot.offset);
    }

    @Override
    public CompletableFuture<Long> read(Slot slot) {
        return file.read(slot.buffer.memory(), slot.offset);
    }

    @Override
    public void sync() throws StriaException {
        Await.value(file.sync());
    }

    @Override
    public void close() throws StriaException {
        file.close();
    }
}
