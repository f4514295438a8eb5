package io.stria;

/**
 * The space of one storage target.
 *
 * @param target its number
 * @param totalBytes its size; {@link Long#MAX_VALUE} if it has no bound
 * @param usableBytes what may still be written; {@link Long#MAX_VALUE} if there is no bound
 */
public record TargetSpace(int target, long totalBytes, long usableBytes) {}
