/**
 * The namespace of a cluster: names, files, layouts, sizes, targets and the queue of objects to destroy, in one SQLite
 * database. Calls come from event loops and return at once with a future; one writer thread turns everything that waits
 * into one transaction with one fsync, one reader thread answers look-ups from a snapshot. Imports the wire's message
 * records and the public API; nothing of the network or the object store.
 */
@NullMarked
package io.stria.server.namespace;

import org.jspecify.annotations.NullMarked;
