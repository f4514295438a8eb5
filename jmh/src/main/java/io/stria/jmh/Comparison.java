package io.stria.jmh;

/** One comparison, named on the command line. */
interface Comparison {

    /** Its name there. */
    String name();

    /** What it asks, in one line. */
    String question();

    /**
     * Runs it.
     *
     * @param bench where; what is started or stored there is ended and removed by the caller
     * @throws java.io.IOException if something it needs is missing or fails, in words for the user
     */
    Report run(Workbench bench) throws Exception;
}
