package io.stria.examples.ior;

/** How the transfers of a rank follow one another. */
interface Flow {

    /** Makes transfers until no more are handed out, and returns when all are done. Called by the rank's thread. */
    void run(OpenFile open, Transfers transfers) throws Exception;
}
