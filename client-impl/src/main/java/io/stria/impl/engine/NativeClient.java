package io.stria.impl.engine;

import io.stria.AsyncFile;
import io.stria.ClientConfig;
import io.stria.ClientStatistics;
import io.stria.Counter;
import io.stria.DirectoryEntry;
import io.stria.ErrorCode;
import io.stria.Extent;
import io.stria.FileLayout;
import io.stria.FileStatus;
import io.stria.StriaClient;
import io.stria.StriaException;
import io.stria.StriaFuture;
import io.stria.TargetInfo;
import io.stria.TargetSpace;
import io.stria.impl.file.Batches;
import io.stria.impl.file.Completions;
import io.stria.impl.file.ObjectCalls;
import io.stria.impl.file.OpenFile;
import io.stria.impl.file.Waiting;
import io.stria.impl.layout.Striping;
import io.stria.impl.namespace.NamespaceClient;
import io.stria.impl.namespace.NamespaceService;
import io.stria.impl.target.ClientCounters;
import io.stria.impl.target.Lane;
import io.stria.impl.target.TargetContext;
import io.stria.impl.transfer.RequestPool;
import io.stria.impl.transport.EventLoops;
import io.stria.wire.Messages;
import java.net.InetSocketAddress;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The client of the native engine, and its composition root. */
final class NativeClient implements StriaClient {
    private static final int LIST_PAGE = 1000;

    private final ClientConfig config;
    private final EventLoops loops;
    private final ClientCounters counters = new ClientCounters();
    private final RequestPool pool;
    private final Completions completions;
    private final NamespaceService namespace;
    private final Cluster cluster;
    private final Set<OpenFile> files = ConcurrentHashMap.newKeySet();
    private final Batches batches;
    /** What a close has to wait for besides the files. */
    private final Set<StriaFuture<?>> calls = ConcurrentHashMap.newKeySet();

    private final AtomicReference<@Nullable StriaFuture<Void>> closing = new AtomicReference<>();

    NativeClient(ClientConfig config) throws StriaException {
        List<InetSocketAddress> hosts = Hosts.of(config.uri());
        this.config = config;
        this.loops = new EventLoops(config.transport(), config.ioThreads(), "stria-client");
        this.pool = new RequestPool(config.maxPendingRequests(), config.maxPendingBytes());
        this.batches = new Batches(pool, counters);
        this.completions = new Completions(
                config.callbackExecutor(),
                loops.group(),
                config.requestTimeout().toNanos(),
                2 * Lane.tickNs(config));
        long session = ThreadLocalRandom.current().nextLong();
        TargetContext context = new TargetContext(config, loops, counters, session, System::nanoTime);
        this.namespace = new NamespaceClient(context, loops.group().next(), () -> hosts);
        this.cluster = new Cluster(context, namespace);
    }

    @Override
    public StriaFuture<AsyncFile> open(String path, FileLayout layout, OpenOption... options) {
        OpenFlags flags;
        try {
            flags = OpenFlags.of(path, options);
        } catch (StriaException e) {
            return Completions.failed(e);
        }
        return call(
                "open",
                path,
                () -> namespace
                        .open(new Messages.Open(path, flags.flags(), layout))
                        .thenCompose(record -> opened(path, record, flags)),
                AsyncFile::closeAsync);
    }

    private CompletableFuture<AsyncFile> opened(String path, Messages.FileRecord record, OpenFlags flags) {
        return cluster.targets(record.layout().targets())
                .whenComplete((targets, error) -> {
                    if (error != null) {
                        namespace.close(path, new Messages.Close(record.fileId(), record.handle(), -1));
                    }
                })
                .thenApply(targets -> {
                    OpenFile file = new OpenFile(
                            path,
                            record,
                            flags.flags(),
                            targets,
                            namespace,
                            pool,
                            counters,
                            completions,
                            files::remove);
                    files.add(file);
                    return file;
                })
                .thenCompose(
                        file -> flags.truncate() ? emptied(file) : CompletableFuture.<AsyncFile>completedFuture(file));
    }

    private static CompletableFuture<AsyncFile> emptied(OpenFile file) {
        return file.truncate(0)
                .whenComplete((done, error) -> {
                    if (error != null) {
                        file.closeAsync();
                    }
                })
                .thenApply(done -> file);
    }

    @Override
    public StriaFuture<AsyncFile> create(String path, FileLayout layout) {
        return open(path, layout, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    @Override
    public StriaFuture<FileStatus> stat(String path) {
        return call("stat", path, () -> namespace.stat(path).thenCompose(record -> withSize(path, record)));
    }

    /** The size comes from the namespace if it can vouch for it, else from the objects. */
    private CompletableFuture<FileStatus> withSize(String path, Messages.FileRecord record) {
        if (record.isDirectory() || record.sizeValid()) {
            return CompletableFuture.completedFuture(status(path, record, record.size()));
        }
        return cluster.targets(record.layout().targets())
                .thenCompose(targets ->
                        new ObjectCalls(path, record.fileId(), new Striping(record.layout()), targets).size())
                .thenApply(size -> {
                    if (record.wantsSize()) {
                        // Nobody waits for it: if it does not arrive, the next stat asks the objects again.
                        namespace.repairSize(new Messages.RepairSize(record.fileId(), size, record.modifiedMs()));
                    }
                    return status(path, record, size);
                });
    }

    private static FileStatus status(String path, Messages.FileRecord record, long size) {
        return new FileStatus(
                path,
                record.fileId(),
                record.isDirectory(),
                size,
                Instant.ofEpochMilli(record.modifiedMs()),
                record.layout());
    }

    @Override
    public StriaFuture<Void> delete(String path) {
        return call("delete", path, () -> namespace.remove(path));
    }

    @Override
    public StriaFuture<List<DirectoryEntry>> list(String path) {
        return call("list", path, () -> listFrom(path, "", new ArrayList<>()));
    }

    private CompletableFuture<List<DirectoryEntry>> listFrom(
            String path, String after, List<DirectoryEntry> collected) {
        return namespace.list(new Messages.ListPage(path, after, LIST_PAGE)).thenCompose(page -> {
            page.entries()
                    .forEach(entry ->
                            collected.add(new DirectoryEntry(entry.name(), entry.fileId(), entry.isDirectory())));
            return page.more() && !page.entries().isEmpty()
                    ? listFrom(path, collected.get(collected.size() - 1).name(), collected)
                    : CompletableFuture.completedFuture(List.copyOf(collected));
        });
    }

    @Override
    public StriaFuture<Void> rename(String from, String to) {
        return call("rename", isUnicode(to) ? from : to, () -> namespace.rename(from, to));
    }

    @Override
    public StriaFuture<Void> mkdir(String path) {
        return call("mkdir", path, () -> namespace.mkdir(path));
    }

    @Override
    public StriaFuture<Void> setDefaultLayout(String directory, FileLayout layout) {
        return call("setDefaultLayout", directory, () -> namespace.setLayout(directory, layout));
    }

    @Override
    public StriaFuture<TargetSpace> space(int target) {
        return call("space", "target " + target, () -> cluster.space(target));
    }

    @Override
    public StriaFuture<List<TargetInfo>> targets() {
        return call(
                "targets",
                "/",
                () -> cluster.refresh()
                        .thenApply(table -> table.targets().stream()
                                .map(target -> new TargetInfo(target.number(), target.address()))
                                .toList()));
    }

    private <T> StriaFuture<T> call(String verb, String path, Supplier<CompletableFuture<T>> work) {
        return call(verb, path, work, unclaimed -> {});
    }

    private <T> StriaFuture<T> call(
            String verb, String path, Supplier<CompletableFuture<T>> work, Consumer<? super T> unclaimed) {
        if (closing.get() != null) {
            return Completions.failed(new StriaException(
                    ErrorCode.CLOSED, verb + " refused: the client is closed (path=" + path + "): connect again"));
        }
        if (!isUnicode(path)) {
            return Completions.failed(new StriaException(
                    ErrorCode.INVALID_ARGUMENT,
                    verb + " refused: the path is not valid Unicode, it has an unpaired surrogate (path=" + path
                            + ")"));
        }
        StriaFuture<T> future = completions.within(verb, "path=" + path, work.get(), unclaimed);
        calls.add(future);
        future.whenComplete((value, error) -> calls.remove(future));
        return future;
    }

    /** In UTF-8 half a surrogate pair would become a '?' and name another file. */
    private static boolean isUnicode(String path) {
        return path.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }

    @Override
    public StriaFuture<Long> writeBatch(List<Extent> extents) {
        return batches.together(true, extents);
    }

    @Override
    public StriaFuture<Long> readBatch(List<Extent> extents) {
        return batches.together(false, extents);
    }

    @Override
    public List<StriaFuture<Long>> writeEach(List<Extent> extents) {
        return batches.each(true, extents);
    }

    @Override
    public List<StriaFuture<Long>> readEach(List<Extent> extents) {
        return batches.each(false, extents);
    }

    @Override
    public ClientStatistics statistics() {
        Map<Counter, Long> snapshot = counters.snapshot();
        snapshot.put(Counter.DESCRIPTORS_ALLOCATED, pool.allocated());
        return new ClientStatistics(snapshot, cluster.statistics());
    }

    @Override
    public ClientConfig config() {
        return config;
    }

    @Override
    public StriaFuture<Void> closeAsync() {
        StriaFuture<Void> future = new StriaFuture<>();
        if (!closing.compareAndSet(null, future)) {
            StriaFuture<Void> first = closing.get();
            return first == null ? future : first;
        }
        CompletableFuture<Void> closingFiles = closeFiles();
        CompletableFuture.allOf(calls.toArray(CompletableFuture<?>[]::new))
                .exceptionally(reported -> null)
                .thenCompose(done -> CompletableFuture.allOf(closingFiles, closeFiles())) // some were just opened
                .whenComplete((done, fileError) -> closeLingering()
                        .thenCompose(tried -> cluster.closeAsync())
                        .thenCompose(closed -> namespace.closeAsync())
                        .whenComplete((closed, laneError) -> loops.shutdown()
                                .addListener(down -> completions.complete(
                                        future, null, fileError != null ? fileError : laneError))));
        return future;
    }

    /** Never fails. */
    private CompletableFuture<Void> closeLingering() {
        return CompletableFuture.allOf(
                files.stream().map(OpenFile::closeLingering).toArray(CompletableFuture<?>[]::new));
    }

    private CompletableFuture<Void> closeFiles() {
        return CompletableFuture.allOf(
                files.stream().map(OpenFile::closeWithClient).toArray(CompletableFuture<?>[]::new));
    }

    @Override
    public void close() throws StriaException {
        Waiting.await(closeAsync());
    }
}
