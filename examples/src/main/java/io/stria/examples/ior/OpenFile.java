package io.stria.examples.ior;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** A file as one task has it open. A slot's buffer belongs to the file until the future of its transfer completes. */
interface OpenFile {

    /**
     * Writes the slot's buffer at its offset; may do so before it returns.
     *
     * @return the bytes written
     */
    CompletableFuture<Long> write(Slot slot) throws IOException;

    /**
     * Reads into the slot's buffer from its offset; may do so before it returns.
     *
     * @return the bytes read, fewer than the buffer holds only at the end of the file
     */
    CompletableFuture<Long> read(Slot slot) throws IOException;

    /** Makes what was written survive a power loss. */
    void sync() throws IOException;

    /** Waits for what is in flight and closes. */
    void close() throws IOException;
}
