package io.stria.server.connection;

/**
 * What a connection may ask for.
 *
 * @param maxRpcBytes largest payload
 * @param maxWindow most requests in flight
 */
public record ConnectionLimits(int maxRpcBytes, int maxWindow) {}
