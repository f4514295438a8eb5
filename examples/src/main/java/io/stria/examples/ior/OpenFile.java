package io.stria.examples.ior;

/** A file as one task has it open. A slot that was started is finished before it is started again. For one thread. */
interface OpenFile {

    /** Begins to write the slot's buffer at its offset; may do all of it. */
    void startWrite(Slot slot) throws Exception;

    /** Begins to read into the slot's buffer from its offset; may do all of it. */
    void startRead(Slot slot) throws Exception;

    /**
     * Waits until the transfer of a slot is done.
     *
     * @return the bytes moved, fewer than asked for only at the end of the file
     */
    long finish(Slot slot) throws Exception;

    /** Makes what was written survive a power loss. */
    void sync() throws Exception;

    void close() throws Exception;
}
