package io.stria.examples.ior;

import java.io.IOException;

/** All ranks of the test, wherever they run. Phases follow one another; after a failure nothing more can be run. */
interface Workers extends AutoCloseable {

    /**
     * Has all ranks do one phase together.
     *
     * @throws Exception the first failure of any rank
     */
    PhaseResult run(Phase phase) throws Exception;

    /** The statistics of the backend for people to read; empty if there are none or they are elsewhere. */
    String statistics();

    @Override
    void close() throws IOException;
}
