package io.stria.server;

/** One thread's part of a load: it knows what must be there whatever happens to the servers. */
interface KillWorker {

    /** Does a little, or waits for what is in flight; false if a server was missing. */
    boolean step() throws Exception;

    /** Waits for everything in flight. */
    void settle() throws Exception;

    /** Checks, with all servers there and nothing in flight, everything that was acknowledged; as another client sees it. */
    void verify(KillClient by) throws Exception;
}
