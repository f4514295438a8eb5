/**
 * The server's end of a connection: greeting, requests in, replies out. A connection and its requests are confined to
 * its event loop; completions that come from disk or namespace threads are handed to it through one queue, with one
 * wake-up and one flush for a batch. Imports store, namespace and wire.
 */
@NullMarked
package io.stria.server.connection;

import org.jspecify.annotations.NullMarked;
