package io.stria.examples.ior;

import io.stria.StriaFuture;
import org.jspecify.annotations.Nullable;

/**
 * One place in the ring of transfers in flight: a buffer and what it is busy with. Between {@link OpenFile#start} and
 * {@link OpenFile#finish} the buffer belongs to the file.
 */
final class Slot {
    final Buffer buffer;
    long offset;
    boolean busy;
    /** Set by asynchronous backends between start and finish. */
    @Nullable
    StriaFuture<Long> future;

    Slot(Buffer buffer) {
        this.buffer = buffer;
    }
}
