/**
 * The way to one storage target. Callers hand operations to the {@link io.stria.impl.target.Lane} of a connection; from
 * there on everything is confined to the event loop of that lane and needs no lock: the queue is drained, transfers are
 * cut into RPCs while the window has room, headers and the user's memory are written, one flush ends the batch. A reply
 * finds its {@link io.stria.impl.target.Rpc} by slot and generation.
 *
 * <p>Imports transfer, wire and transport; knows nothing of files.
 */
@NullMarked
package io.stria.impl.target;

import org.jspecify.annotations.NullMarked;
