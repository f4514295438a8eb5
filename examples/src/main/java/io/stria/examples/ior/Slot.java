package io.stria.examples.ior;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One of the transfers a rank has in flight: its buffer, and what the buffer is busy with. */
final class Slot {
    final Buffer buffer;
    /** Where the transfer begins in the file. */
    long offset;
    /** Set while a transfer is in flight that nobody has waited for yet; used by {@link Ring} only. */
    @Nullable
    CompletableFuture<Long> pending;

    Slot(Buffer buffer) {
        this.buffer = buffer;
    }
}
