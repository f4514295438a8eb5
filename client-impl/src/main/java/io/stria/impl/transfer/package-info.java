/**
 * What a call of the API becomes: a pooled {@link io.stria.impl.transfer.Request} (the completion anchor: one counter,
 * first error, the future) and one {@link io.stria.impl.transfer.Transfer} descriptor for each stripe object it touches.
 * Never an object per page or per chunk.
 *
 * <p>A request is set up by the caller's thread, handed to the targets' event loops through their queues, and each of
 * its descriptors is confined to one event loop from then on; only the anchor's counter and first error are shared.
 * Imports the layout arithmetic and the public API.
 */
@NullMarked
package io.stria.impl.transfer;

import org.jspecify.annotations.NullMarked;
