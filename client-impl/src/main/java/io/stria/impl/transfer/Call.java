package io.stria.impl.transfer;

import io.netty.buffer.Unpooled;
import io.stria.ErrorCode;
import io.stria.StriaException;
import io.stria.wire.Messages;
import io.stria.wire.Opcode;
import io.stria.wire.ProtocolException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * An operation that carries no payload of the user: a small message there and one back. Not pooled; calls are rare
 * beside transfers. Confined to the event loop of its target once submitted.
 */
public final class Call extends Operation {

    /**
     * The answer.
     *
     * @param objectSize as in the reply's header
     * @param body the message
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Reply(long objectSize, byte[] body) {}

    private static final byte[] EMPTY = {};

    private final int opcode;
    private final String verb;
    private final String subject;
    private final long fileId;
    private final int stripe;
    private final long objectSize;
    private final byte[] body;
    private final Consumer<Reply> late;
    private final CompletableFuture<Reply> reply = new CompletableFuture<>();
    private volatile boolean isSent;

    private Call(
            int opcode,
            String verb,
            String subject,
            long fileId,
            int stripe,
            long objectSize,
            byte[] body,
            Consumer<Reply> late) {
        this.opcode = opcode;
        this.verb = verb;
        this.subject = subject;
        this.fileId = fileId;
        this.stripe = stripe;
        this.objectSize = objectSize;
        this.body = body;
        this.late = late;
    }

    /** A call that concerns one object. */
    public static Call onObject(int opcode, String path, long fileId, int stripe, long objectSize) {
        String verb = opcode == Opcode.SYNC ? "sync" : opcode == Opcode.TRUNCATE ? "truncate" : "size";
        return new Call(opcode, verb, "path=" + path, fileId, stripe, objectSize, EMPTY, reply -> {});
    }

    /** A call that carries a message. */
    public static Call withBody(int opcode, String verb, String subject, byte[] body) {
        return withBody(opcode, verb, subject, body, reply -> {});
    }

    /**
     * A call that carries a message.
     *
     * @param late is given an answer that comes when the call has failed already; on the event loop
     */
    public static Call withBody(int opcode, String verb, String subject, byte[] body, Consumer<Reply> late) {
        return new Call(opcode, verb, subject, 0, 0, 0, body, late);
    }

    /** Completes when the call has ended, on the event loop. */
    public CompletableFuture<Reply> reply() {
        return reply;
    }

    /**
     * The message in the answer.
     *
     * @param from who answers, for the error if it is no such message
     */
    public <T> CompletableFuture<T> decoded(Messages.Reader<T> reader, Supplier<String> from) {
        return reply.thenApply(answer -> {
            try {
                return Messages.read(Unpooled.wrappedBuffer(answer.body()), reader);
            } catch (ProtocolException e) {
                throw new CompletionException(new StriaException(
                        ErrorCode.PROTOCOL_ERROR,
                        verb + " was answered with something that is no Stria protocol: " + e.getMessage() + " ("
                                + from.get() + ", " + subject + ")",
                        e));
            }
        });
    }

    /** It leaves for the server. */
    public void sent() {
        isSent = true;
    }

    /** Whether the server may have heard of it. */
    public boolean isSent() {
        return isSent;
    }

    /** The answer has come. */
    public void answered(Reply answer) {
        if (!reply.complete(answer)) {
            late.accept(answer);
        }
    }

    /** The message to send. */
    public byte[] body() {
        return body;
    }

    /** The object size to send. */
    public long objectSize() {
        return objectSize;
    }

    @Override
    public int opcode() {
        return opcode;
    }

    @Override
    public long fileId() {
        return fileId;
    }

    @Override
    public int stripe() {
        return stripe;
    }

    @Override
    public boolean isAbandoned() {
        return reply.isDone();
    }

    @Override
    public void fail(StriaException cause) {
        reply.completeExceptionally(cause);
    }

    @Override
    public void expire(StriaException cause) {
        fail(cause);
    }

    @Override
    public void dequeued() {}

    @Override
    public String verb() {
        return verb;
    }

    @Override
    public String subject() {
        return subject;
    }
}
