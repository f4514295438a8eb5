/** The server's command line. */
@NullMarked
package io.stria.server.cli;

import org.jspecify.annotations.NullMarked;
