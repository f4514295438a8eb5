package io.stria.server.store;

/**
 * The space of a target, as {@code df} counts it.
 *
 * @param totalBytes the size of its file system
 * @param usableBytes what may still be written
 */
public record StoreSpace(long totalBytes, long usableBytes) {
    /** Of a store that keeps nothing, or has no bound of its own. */
    public static final StoreSpace UNBOUNDED = new StoreSpace(Long.MAX_VALUE, Long.MAX_VALUE);
}
