/**
 * The runnable examples: one jar whose first argument names the program. This package only wires; each program is a
 * package of its own, and what they share on the command line is in {@code cli}.
 */
@NullMarked
package io.stria.examples;

import org.jspecify.annotations.NullMarked;
