package io.stria.server.store;

import org.agrona.collections.Long2ObjectHashMap;

/**
 * The ids of destroyed files: pages of bits, since ids are given out one after the other and all of them are destroyed
 * some day. Not thread safe.
 */
final class DestroyedFiles {
    private static final int PAGE_SHIFT = 10;
    private static final int PAGE_WORDS = (1 << PAGE_SHIFT) / Long.SIZE;

    private final Long2ObjectHashMap<long[]> pages = new Long2ObjectHashMap<>();

    boolean contains(long fileId) {
        long[] page = pages.get(fileId >>> PAGE_SHIFT);
        return page != null && (page[word(fileId)] & 1L << fileId) != 0;
    }

    void add(long fileId) {
        long[] page = pages.computeIfAbsent(fileId >>> PAGE_SHIFT, pageNumber -> new long[PAGE_WORDS]);
        page[word(fileId)] |= 1L << fileId;
    }

    private static int word(long fileId) {
        return (int) (fileId >>> 6) & PAGE_WORDS - 1;
    }
}
