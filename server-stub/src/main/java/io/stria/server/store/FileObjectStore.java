package io.stria.server.store;

import io.stria.ErrorCode;
import io.stria.StriaException;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.collections.LongHashSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Objects as sparse files in a target directory, read and written through O_DIRECT (or the page cache, if configured)
 * by a few disk threads. Calls only queue; completions come from the disk threads.
 *
 * <p>Operations on one object run in parallel and in any order, except that truncation runs alone.
 */
public final class FileObjectStore implements ObjectStore {
    private static final Logger LOG = LoggerFactory.getLogger(FileObjectStore.class);

    private final Path directory;
    private final int alignment;
    private final ObjectFileCache files;
    private final DiskThreads diskThreads;
    private final DestroyLog destroyLog;
    private final Destroyer destroyer;
    private final Reaper reaper;

    private FileObjectStore(
            Path directory,
            int alignment,
            ObjectFileCache files,
            DiskThreads diskThreads,
            DestroyLog destroyLog,
            Destroyer destroyer,
            Reaper reaper) {
        this.directory = directory;
        this.alignment = alignment;
        this.files = files;
        this.diskThreads = diskThreads;
        this.destroyLog = destroyLog;
        this.destroyer = destroyer;
        this.reaper = reaper;
    }

    /**
     * Opens the objects of a target directory, which must exist. Whoever may share it with other servers holds its
     * {@link TargetDirectory} meanwhile.
     *
     * @throws StriaException UNSUPPORTED if O_DIRECT does not work there
     * @throws IOException if the directory cannot be used
     */
    public static FileObjectStore open(FileStoreConfig config) throws IOException {
        return open(config, ChannelOpener.FILES);
    }

    static FileObjectStore open(FileStoreConfig config, ChannelOpener opener) throws IOException {
        Path directory = config.directory();
        String name = String.valueOf(directory.getFileName());
        FileStore fileStore = Files.getFileStore(directory);
        boolean direct = !config.buffered();
        int alignment = direct ? new AlignmentProbe(directory, fileStore, opener).find() : 1;
        DestroyedFiles destroyed = new DestroyedFiles();
        LongHashSet unfinished = new LongHashSet();
        DestroyLog log = DestroyLog.open(directory.resolve("stria-destroyed"), destroyed, unfinished);
        ObjectPaths paths = new ObjectPaths(directory);
        Reaper reaper = new Reaper(name);
        ObjectFileCache files = new ObjectFileCache(paths, opener, reaper, config.maxOpenObjects(), destroyed);
        Destroyer destroyer = new Destroyer(paths, files, log, reaper);
        StorageErrors errors = new StorageErrors(directory, fileStore.type(), direct, StorageErrors.learnNoSpaceText());
        DiskThreads diskThreads = new DiskThreads(
                name,
                config.diskThreads(),
                config.queueCapacity(),
                new ObjectOperations(files, new RaggedIo(alignment), errors, fileStore));
        reaper.start();
        diskThreads.start();
        destroyer.resume(unfinished);
        LOG.info(
                "object store opened directory={} fileSystem={} direct={} alignment={}",
                directory,
                fileStore.type(),
                direct,
                alignment);
        return new FileObjectStore(directory, alignment, files, diskThreads, log, destroyer, reaper);
    }

    @Override
    public int alignment() {
        return alignment;
    }

    @Override
    public void write(ObjectIo io) {
        submit(io, Operation.WRITE);
    }

    @Override
    public void read(ObjectIo io) {
        submit(io, Operation.READ);
    }

    @Override
    public void sync(ObjectIo io) {
        submit(io, Operation.SYNC);
    }

    @Override
    public void truncate(ObjectIo io) {
        submit(io, Operation.TRUNCATE);
    }

    @Override
    public void size(ObjectIo io) {
        submit(io, Operation.SIZE);
    }

    private void submit(ObjectIo io, Operation operation) {
        io.begin(operation);
        diskThreads.submit(io);
    }

    @Override
    public void destroy(long fileId) {
        destroyer.destroy(fileId, null);
    }

    @Override
    public void destroy(ObjectIo io) {
        io.error = null;
        if (!destroyer.destroy(io.fileId, io)) {
            io.error = new StriaException(ErrorCode.CLOSED, "destroy refused: the object store is closed");
            io.completed();
        }
    }

    @Override
    public void space(ObjectIo io) {
        submit(io, Operation.SPACE);
    }

    @Override
    public void close() throws IOException {
        diskThreads.close();
        destroyer.close();
        reaper.close();
        files.removeAll().forEach(Reaper::closeNow);
        destroyLog.close();
        LOG.info("object store closed directory={}", directory);
    }
}
