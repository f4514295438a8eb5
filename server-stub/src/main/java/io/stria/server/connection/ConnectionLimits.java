package io.stria.server.connection;

/**
 * What a connection may ask for.
 *
 * @param maxConnections how many there may be
 * @param maxRpcBytes largest payload
 * @param maxWindow most requests in flight
 * @param stallTimeoutMs how long a peer may stop within a frame, leave replies untaken, or not greet
 */
public record ConnectionLimits(int maxConnections, int maxRpcBytes, int maxWindow, long stallTimeoutMs) {}
