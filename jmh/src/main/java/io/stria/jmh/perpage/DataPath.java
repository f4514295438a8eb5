package io.stria.jmh.perpage;

/** A way from a request to the transport and back. One thread. */
public interface DataPath {
    /** Bytes of a page. */
    int PAGE_BYTES = 4096;

    /**
     * Carries one whole transfer, from the call to the completion of its future.
     *
     * @param isWrite which way
     * @param offset first byte in the file
     */
    void carry(boolean isWrite, long offset);

    /** What arrived at the transport. */
    NullTransport transport();
}
