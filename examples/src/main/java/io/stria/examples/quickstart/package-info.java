/**
 * Shows the whole of Stria in one command: servers in this process, a state striped over them, a checkpoint written,
 * published, read back and verified.
 *
 * <p>All of it runs on the main thread; Stria's own threads do the I/O.
 */
@NullMarked
package io.stria.examples.quickstart;

import org.jspecify.annotations.NullMarked;
