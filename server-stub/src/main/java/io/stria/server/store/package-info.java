/**
 * The object store of one target: sparse objects, one file each, through O_DIRECT.
 *
 * <p>Threads: calls come from event loops and return at once. One bounded queue hands them to the target's own few disk
 * threads, which do the I/O and report completion; a reaper closes and removes files. Memory order: an operation is
 * published to the disk thread by the release of the queue and acquired by its poll; whatever the caller hands the
 * completion to publishes the results onwards.
 *
 * <p>Imports nothing of the network. Reading order: {@link io.stria.server.store.ObjectStore}, {@code FileObjectStore},
 * {@code DiskThreads}, {@code ObjectOperations}, {@code RaggedIo}, {@code ObjectFile}, {@code Destroyer}.
 */
@NullMarked
package io.stria.server.store;

import org.jspecify.annotations.NullMarked;
