package io.stria.server;

/** Where a server keeps objects. */
public enum StoreKind {
    /** In files of the target directories. */
    FILE,
    /** In memory, gone when the server stops: for measurements and tests. */
    MEMORY,
    /** Nowhere; only sizes are remembered: for measuring everything but storage. */
    NULL
}
