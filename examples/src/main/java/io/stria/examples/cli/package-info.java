/**
 * What the command lines of all examples have in common: sizes, how a cluster is named, how a failure is told. Knows no
 * single example. Everything here runs on the main thread.
 */
@NullMarked
package io.stria.examples.cli;

import org.jspecify.annotations.NullMarked;
