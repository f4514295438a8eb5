package io.stria.impl.file;

import io.stria.impl.layout.Striping;
import io.stria.impl.target.ObjectTarget;
import io.stria.impl.transfer.Call;
import io.stria.wire.Opcode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;

/** Calls that go to the objects of a file. All of them are finished, also when one fails; the first error wins. */
public final class ObjectCalls {
    private final String path;
    private final long fileId;
    private final Striping striping;
    private final ObjectTarget[] targets;

    /**
     * Makes it.
     *
     * @param targets the target of each stripe
     */
    public ObjectCalls(String path, long fileId, Striping striping, ObjectTarget[] targets) {
        this.path = path;
        this.fileId = fileId;
        this.striping = striping;
        this.targets = targets;
    }

    CompletableFuture<Void> sync(IntPredicate touched) {
        List<CompletableFuture<Call.Reply>> replies = new ArrayList<>();
        for (int stripe = 0; stripe < targets.length; stripe++) {
            if (touched.test(stripe)) {
                replies.add(call(Opcode.SYNC, stripe, 0));
            }
        }
        return CompletableFuture.allOf(replies.toArray(CompletableFuture<?>[]::new));
    }

    CompletableFuture<Void> truncate(long size) {
        return CompletableFuture.allOf(all(Opcode.TRUNCATE, stripe -> striping.bytesBelow(stripe, size)));
    }

    /** The file's size: the highest that any object implies. */
    public CompletableFuture<Long> size() {
        CompletableFuture<Call.Reply>[] replies = all(Opcode.SIZE, stripe -> 0);
        return CompletableFuture.allOf(replies).thenApply(done -> {
            long size = 0;
            for (int stripe = 0; stripe < replies.length; stripe++) {
                size = Math.max(
                        size, striping.fileSize(stripe, replies[stripe].join().objectSize()));
            }
            return size;
        });
    }

    private CompletableFuture<Call.Reply>[] all(int opcode, IntToLongFunction objectSize) {
        @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of generics cannot be made otherwise
        CompletableFuture<Call.Reply>[] replies = new CompletableFuture[targets.length];
        for (int stripe = 0; stripe < targets.length; stripe++) {
            replies[stripe] = call(opcode, stripe, objectSize.applyAsLong(stripe));
        }
        return replies;
    }

    private CompletableFuture<Call.Reply> call(int opcode, int stripe, long objectSize) {
        Call call = Call.onObject(opcode, path, fileId, stripe, objectSize);
        targets[stripe].submit(call);
        return call.reply();
    }
}
