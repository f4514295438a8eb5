package io.stria.jmh.process;

/**
 * The same bytes written and read.
 *
 * @param write towards the server
 * @param read from the server
 */
public record BothWays(Transfer write, Transfer read) {}
