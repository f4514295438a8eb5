package io.stria.examples.ior;

import java.io.IOException;

/** Where the files are: IOR calls it the API. One per process, shared by its tasks. */
interface Backend extends AutoCloseable {

    /** Makes what the file needs to be created in, before anything is timed. */
    void prepare(String file) throws Exception;

    /**
     * Opens a file.
     *
     * @param file its name
     * @param writes whether it is written, and created if it does not exist; else it is read
     */
    OpenFile open(String file, boolean writes) throws Exception;

    /** Removes a file; one that does not exist is fine. */
    void remove(String file) throws Exception;

    /** Buffers must begin at a multiple of this. */
    int alignment();

    /** Counters since the backend was made, by dotted name; empty if it has none. */
    Metrics metrics();

    /** The backend's own statistics for people to read; empty if it has none. */
    String statistics();

    @Override
    void close() throws IOException;
}
