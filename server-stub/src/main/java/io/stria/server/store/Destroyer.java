package io.stria.server.store;

import io.stria.ErrorCode;
import io.stria.StriaException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.agrona.collections.LongHashSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Destroys files in four steps: no new operation gets at them (at once, on the caller's thread); noted durably; open
 * objects closed when their last operation ends; objects unlinked. The last three on the reaper, for all files that
 * were submitted meanwhile together, so that many unlinks cost one fsync and one directory listing per fan.
 */
final class Destroyer implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Destroyer.class);

    private final ObjectPaths paths;
    private final ObjectFileCache files;
    private final DestroyLog log;
    private final Reaper reaper;

    // Guarded by this.
    private LongHashSet pending = new LongHashSet();
    private List<ObjectIo> waiting = new ArrayList<>();
    private boolean scheduled;
    private boolean closed;

    Destroyer(ObjectPaths paths, ObjectFileCache files, DestroyLog log, Reaper reaper) {
        this.paths = paths;
        this.files = files;
        this.log = log;
        this.reaper = reaper;
    }

    /** Takes up what the previous run of the server has not finished. */
    synchronized void resume(LongHashSet unfinished) {
        if (!unfinished.isEmpty()) {
            pending.addAll(unfinished);
            schedule();
        }
    }

    /**
     * Destroys a file.
     *
     * @param io completed when it is noted durably; null if nobody waits
     * @return false if the store is closed: nothing was done, and {@code io} is still the caller's
     */
    boolean destroy(long fileId, @Nullable ObjectIo io) {
        synchronized (this) {
            if (closed) {
                return false;
            }
            files.markDestroyed(fileId);
            pending.add(fileId);
            if (io != null) {
                waiting.add(io);
            }
            schedule();
        }
        return true;
    }

    private void schedule() {
        if (!scheduled) {
            scheduled = true;
            reaper.execute(this);
        }
    }

    /** Refuses new files; what was submitted is finished by the reaper. */
    synchronized void close() {
        closed = true;
    }

    @Override
    public void run() {
        LongHashSet fileIds;
        List<ObjectIo> ios;
        synchronized (this) {
            fileIds = pending;
            ios = waiting;
            pending = new LongHashSet();
            waiting = new ArrayList<>();
            scheduled = false;
        }
        StriaException failure = note(fileIds);
        for (ObjectIo io : ios) {
            io.error = failure;
            DiskThreads.complete(io);
        }
        if (failure == null) {
            closeOpen(fileIds);
            unlink(fileIds);
        } else {
            keepForNext(fileIds);
        }
    }

    private synchronized void keepForNext(LongHashSet fileIds) {
        pending.addAll(fileIds);
    }

    private @Nullable StriaException note(LongHashSet fileIds) {
        try {
            log.destroyed(toArray(fileIds));
            return null;
        } catch (IOException e) {
            // Objects are kept: removed without a note, a late write could bring them back after a restart.
            LOG.error("destroyed files could not be noted, their space is not freed files={}", fileIds.size(), e);
            return new StriaException(
                    ErrorCode.IO_ERROR,
                    "destroy failed: " + e.getMessage() + " (files=" + fileIds.size()
                            + "): free some space or repair the disk, then destroy again",
                    e);
        }
    }

    private void closeOpen(LongHashSet fileIds) {
        for (ObjectFile file : files.removeAll(fileIds)) {
            try {
                file.destroy();
            } catch (IOException e) {
                LOG.warn("close failed path={}", file.path, e);
            }
        }
    }

    private void unlink(LongHashSet fileIds) {
        try {
            Set<Path> fans = new HashSet<>();
            for (long fileId : toArray(fileIds)) {
                fans.add(paths.fan(fileId));
            }
            for (Path fan : fans) {
                unlinkIn(fan, fileIds);
            }
            log.removed(toArray(fileIds));
        } catch (IOException e) {
            LOG.warn("objects could not be removed, tried again at the next start files={}", fileIds.size(), e);
        }
    }

    private static void unlinkIn(Path fan, LongHashSet fileIds) throws IOException {
        try (DirectoryStream<Path> entries =
                Files.newDirectoryStream(fan, path -> ObjectPaths.belongsTo(path.getFileName(), fileIds))) {
            for (Path path : entries) {
                Files.deleteIfExists(path);
            }
        } catch (NoSuchFileException e) {
            // Nothing was ever created there.
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    private static long[] toArray(LongHashSet fileIds) {
        long[] array = new long[fileIds.size()];
        LongHashSet.LongIterator iterator = fileIds.iterator();
        for (int i = 0; i < array.length; i++) {
            array[i] = iterator.nextValue();
        }
        return array;
    }
}
