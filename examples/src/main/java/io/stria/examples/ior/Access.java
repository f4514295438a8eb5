package io.stria.examples.ior;

/** What the tasks do in one phase. */
enum Access {
    WRITE("write"),
    /** Reads back what was written and compares it; not timed, no row in the table. */
    WRITECHECK("writecheck"),
    READ("read"),
    /** A read whose time includes comparing, as in IOR: the row is honest about what {@code -R} costs. */
    READCHECK("read"),
    REMOVE("remove");

    private final String label;

    Access(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    boolean writes() {
        return this == WRITE;
    }

    boolean checks() {
        return this == WRITECHECK || this == READCHECK;
    }
}
