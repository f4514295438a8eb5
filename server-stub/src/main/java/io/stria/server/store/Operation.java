package io.stria.server.store;

import java.util.Locale;

/** The calls of {@link ObjectStore} that a disk thread executes. */
enum Operation {
    WRITE,
    READ,
    SYNC,
    TRUNCATE,
    SIZE,
    SPACE;

    /** As it stands in error messages. */
    private final String label = name().toLowerCase(Locale.ROOT);

    String label() {
        return label;
    }

    boolean usesMemory() {
        return this == WRITE || this == READ;
    }
}
