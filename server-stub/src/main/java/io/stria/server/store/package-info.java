/**
 * The object store of one target: sparse objects, one file each, through O_DIRECT. Calls come from event loops and
 * return at once; the work is done on the target's own few disk threads, which also report completion. Imports nothing
 * of the network.
 */
@NullMarked
package io.stria.server.store;

import org.jspecify.annotations.NullMarked;
