package io.stria.examples.tools;

import io.stria.StriaFuture;
import io.stria.examples.cli.Await;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/** The requests of one file that are in flight, in their order, each with a buffer of the pool. Confined to one thread. */
final class Window implements AutoCloseable {
    private static final int MAX_REQUESTS = 16;

    private final BufferPool pool;
    private final Ended ended;
    private final Deque<Pending> pending = new ArrayDeque<>();

    private record Pending(ByteBuffer buffer, long offset, StriaFuture<Long> request) {}

    /** What is done when a request has ended well; the buffer is lent for the call. */
    interface Ended {
        void accept(ByteBuffer buffer, long offset, long count) throws Exception;
    }

    /** Starts a request on a buffer that is clear. */
    interface Start {
        StriaFuture<Long> with(ByteBuffer buffer) throws Exception;
    }

    Window(BufferPool pool, Ended ended) {
        this.pool = pool;
        this.ended = ended;
    }

    /** Starts a request as soon as there is room. */
    void start(long offset, Start start) throws Exception {
        ByteBuffer buffer = buffer();
        StriaFuture<Long> request;
        try {
            request = start.with(buffer);
        } catch (Exception | Error e) {
            pool.give(buffer);
            throw e;
        }
        pending.add(new Pending(buffer, offset, request));
    }

    private ByteBuffer buffer() throws Exception {
        while (!pending.isEmpty()) {
            ByteBuffer free = pending.size() < MAX_REQUESTS ? pool.poll() : null;
            if (free != null) {
                return free;
            }
            end(pending.remove());
        }
        return pool.take();
    }

    private void end(Pending oldest) throws Exception {
        try {
            ended.accept(oldest.buffer, oldest.offset, Await.value(oldest.request));
        } finally {
            // A request that ran out of time can still hold its memory.
            oldest.request.released().whenComplete((released, never) -> pool.give(oldest.buffer));
        }
    }

    /** Waits for all that is in flight. */
    void finish() throws Exception {
        while (!pending.isEmpty()) {
            end(pending.remove());
        }
    }

    /** Waits for what a failure has left in flight; how it ends does not matter any more. */
    @Override
    public void close() {
        while (!pending.isEmpty()) {
            Pending oldest = pending.remove();
            oldest.request.released().join();
            pool.give(oldest.buffer);
        }
    }
}
