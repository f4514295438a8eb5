package io.stria.impl.transfer;

import io.stria.StriaException;
import org.jspecify.annotations.Nullable;

/**
 * Something a target is asked to do: a {@link Transfer} of payload or a {@link Call}. It is its own node in the queue
 * of its target, so that handing it over allocates nothing.
 */
public abstract class Operation {
    /** The next one in whatever queue this is in; written by that queue only. */
    volatile @Nullable Operation next;

    /** When the target's event loop took it up; its deadline counts from there. */
    public long acceptedNs;

    /** Code of {@link io.stria.wire.Opcode}. */
    public abstract int opcode();

    /** The file it concerns, 0 if none. */
    public abstract long fileId();

    /** The stripe it concerns. */
    public abstract int stripe();

    /** Whether nobody waits for it any more, so that what was not sent need not be. */
    public abstract boolean isAbandoned();

    /** It failed, or its deadline passed, before it was sent as a whole; what was sent is still accounted for. */
    public abstract void fail(StriaException cause);

    /** Its deadline has passed: tell the caller at once, whatever is still in flight. */
    public abstract void expire(StriaException cause);

    /** It has left its target's queue: no more of it will be sent. */
    public abstract void dequeued();

    /** What it is, for error messages: {@code write} and the like. */
    public abstract String verb();

    /** What it concerns, for error messages: path, offset and length. */
    public abstract String subject();
}
