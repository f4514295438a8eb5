package io.stria.server.store;

import io.stria.ErrorCode;
import io.stria.StriaException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.LongHashSet;
import org.jspecify.annotations.Nullable;

/**
 * The objects in use and, up to a bound, those used last. A file is closed only when no operation holds it, and not by
 * the disk thread that needs its place. One short critical section per operation, which never does I/O.
 */
final class ObjectFileCache {
    private final ObjectPaths paths;
    private final ChannelOpener opener;
    private final Reaper reaper;
    private final int maxOpenObjects;

    // Guarded by this.
    private final LinkedHashMap<ObjectKey, ObjectFile> files = new LinkedHashMap<>(64, 0.75f, true);
    private final DestroyedFiles destroyed;
    private final Map<ObjectKey, StriaException> syncFailures = new HashMap<>();
    private final ObjectKey probe = new ObjectKey(0, 0);

    ObjectFileCache(
            ObjectPaths paths, ChannelOpener opener, Reaper reaper, int maxOpenObjects, DestroyedFiles destroyed) {
        this.paths = paths;
        this.opener = opener;
        this.reaper = reaper;
        this.maxOpenObjects = maxOpenObjects;
        this.destroyed = destroyed;
    }

    /** The object, held until {@link #release}. */
    ObjectFile acquire(long fileId, int stripe) throws StriaException {
        ObjectFile file;
        ObjectFile evicted = null;
        synchronized (this) {
            if (destroyed.contains(fileId)) {
                throw stale(fileId, stripe);
            }
            file = files.get(probe.set(fileId, stripe));
            if (file == null) {
                ObjectKey key = new ObjectKey(fileId, stripe);
                file = new ObjectFile(key, paths, opener, syncFailures.get(key));
                files.put(key, file);
                evicted = files.size() > maxOpenObjects ? removeEldestIdle(file) : null;
            }
            file.users++;
        }
        if (evicted != null) {
            reaper.close(evicted);
        }
        return file;
    }

    synchronized void release(ObjectFile file) {
        file.users--;
    }

    /** From now on no operation gets at an object of the file. */
    synchronized void markDestroyed(long fileId) {
        destroyed.add(fileId);
    }

    /** Takes out the objects of destroyed files. Operations may still hold them. */
    synchronized List<ObjectFile> removeAll(LongHashSet fileIds) {
        List<ObjectFile> removed = new ArrayList<>();
        files.values().removeIf(file -> fileIds.contains(file.key.fileId()) && removed.add(file));
        syncFailures.keySet().removeIf(key -> fileIds.contains(key.fileId()));
        return removed;
    }

    /** Takes out everything, when no operation runs any more. */
    synchronized List<ObjectFile> removeAll() {
        List<ObjectFile> removed = new ArrayList<>(files.values());
        files.clear();
        return removed;
    }

    /** Keeps a failed sync beyond the eviction of the object. */
    synchronized void syncFailed(ObjectFile file, StriaException failure) {
        file.syncFailed(failure);
        syncFailures.put(file.key, failure);
    }

    /** The data that could not be synced are gone on purpose. */
    synchronized void forgetSyncFailure(ObjectFile file) {
        syncFailures.remove(file.key);
    }

    static StriaException stale(long fileId, int stripe) {
        return new StriaException(
                ErrorCode.STALE,
                "the file was destroyed (fileId=" + Long.toHexString(fileId) + ", stripe=" + stripe
                        + "): open its path again");
    }

    private @Nullable ObjectFile removeEldestIdle(ObjectFile newest) {
        Iterator<ObjectFile> eldestFirst = files.values().iterator();
        while (eldestFirst.hasNext()) {
            ObjectFile file = eldestFirst.next();
            if (file.users == 0 && file != newest) {
                eldestFirst.remove();
                return file;
            }
        }
        return null;
    }
}
