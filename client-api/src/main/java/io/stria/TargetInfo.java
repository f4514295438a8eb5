package io.stria;

/**
 * One storage target of a cluster.
 *
 * @param target its number, never reused
 * @param address where clients reach it, {@code host:port}
 */
public record TargetInfo(int target, String address) {}
