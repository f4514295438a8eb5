package io.stria.examples.ior;

/** One line of the table: a timed phase of one repetition. */
record Row(Access access, int repetition, PhaseResult result) {}
