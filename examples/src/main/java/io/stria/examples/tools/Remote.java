package io.stria.examples.tools;

import io.stria.ErrorCode;
import io.stria.FileStatus;
import io.stria.StriaClient;
import io.stria.StriaException;
import io.stria.StriaFuture;
import io.stria.examples.cli.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Questions to the cluster that several tools ask. */
final class Remote {
    /** Calls in flight of those that ask about, or change, many names. */
    static final int BATCH = 256;

    private Remote() {}

    /** What is known of a path, or null if there is nothing. */
    static @Nullable FileStatus find(StriaClient client, RemotePath path) throws StriaException {
        try {
            return Await.value(client.stat(path.request()));
        } catch (StriaException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return null;
            }
            throw e;
        }
    }

    /** The destination of copies and moves. */
    static Destination.Kind kind(StriaClient client, RemotePath path) throws StriaException {
        // Without its slash: a file there is for the rules of the destination to refuse.
        FileStatus status = find(client, new RemotePath(path.text(), false));
        if (status == null) {
            return Destination.Kind.MISSING;
        }
        return status.isDirectory() ? Destination.Kind.DIRECTORY : Destination.Kind.FILE;
    }

    /** What is done with the answer to one of many calls. */
    interface Answer<I, O> {
        void accept(I item, StriaFuture<O> answer) throws Exception;
    }

    /** Calls for each item, many at a time, and takes the answers in order. */
    static <I, O> void forAll(List<I> items, Function<I, StriaFuture<O>> call, Answer<I, O> answer) throws Exception {
        for (int start = 0; start < items.size(); start += BATCH) {
            List<I> batch = items.subList(start, Math.min(items.size(), start + BATCH));
            List<StriaFuture<O>> calls = new ArrayList<>();
            for (I item : batch) {
                calls.add(call.apply(item));
            }
            for (int i = 0; i < batch.size(); i++) {
                answer.accept(batch.get(i), calls.get(i));
            }
        }
    }
}
