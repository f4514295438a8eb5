package io.stria.server.store;

/** Names an object. Mutable, so that one key serves every look-up of its owner; a key inside a map is never changed. */
final class ObjectKey {
    private long fileId;
    private int stripe;

    ObjectKey(long fileId, int stripe) {
        this.fileId = fileId;
        this.stripe = stripe;
    }

    ObjectKey set(long fileId, int stripe) {
        this.fileId = fileId;
        this.stripe = stripe;
        return this;
    }

    long fileId() {
        return fileId;
    }

    int stripe() {
        return stripe;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ObjectKey key && key.fileId == fileId && key.stripe == stripe;
    }

    @Override
    public int hashCode() {
        // File ids are consecutive and stripes small: multiply, so that neighbours do not share a bucket.
        return Long.hashCode((fileId * 31 + stripe) * 0x9E3779B97F4A7C15L);
    }
}
