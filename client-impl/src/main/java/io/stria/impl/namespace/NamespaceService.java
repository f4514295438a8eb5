package io.stria.impl.namespace;

import io.stria.FileLayout;
import io.stria.wire.Messages;
import java.util.concurrent.CompletableFuture;

/** What an engine supplies for names. All calls return at once and fail through their futures. */
public interface NamespaceService {

    CompletableFuture<Messages.FileRecord> open(Messages.Open request);

    /** Ends a handle; the path is for messages. */
    CompletableFuture<Void> close(String path, Messages.Close request);

    CompletableFuture<Messages.FileRecord> stat(String path);

    CompletableFuture<Messages.Entries> list(Messages.ListPage request);

    CompletableFuture<Void> rename(String from, String to);

    CompletableFuture<Void> remove(String path);

    CompletableFuture<Void> mkdir(String path);

    CompletableFuture<Void> setLayout(String path, FileLayout layout);

    CompletableFuture<Void> repairSize(Messages.RepairSize found);

    CompletableFuture<Messages.TargetTable> targets();

    CompletableFuture<Void> closeAsync();
}
