package io.stria.server.store;

import io.stria.StriaException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.StampedLock;
import org.jspecify.annotations.Nullable;

/**
 * The file of one object, with its size and its two channels, each opened when it is first needed. Whoever uses it
 * holds {@link #lock}: shared for data and sync, exclusive for what changes the size downwards or ends the object. The
 * file need not exist: then the size is 0, and the first write creates it.
 *
 * <p>The size is read from the file system once and then kept here, so that no operation has to ask for it. It is
 * raised after the bytes are written, hence never beyond the file's own size.
 */
final class ObjectFile {
    private static final Set<OpenOption> BUFFERED =
            Set.copyOf(EnumSet.of(StandardOpenOption.READ, StandardOpenOption.WRITE));
    private static final Set<OpenOption> BUFFERED_CREATE = plus(BUFFERED, StandardOpenOption.CREATE);
    private static final Set<OpenOption> DIRECT = plus(BUFFERED, DirectOption.DIRECT);
    private static final Set<OpenOption> DIRECT_CREATE = plus(BUFFERED_CREATE, DirectOption.DIRECT);

    final ObjectKey key;
    final Path path;
    final StampedLock lock = new StampedLock();

    /** Operations that hold this; guarded by the cache. */
    int users;

    private final ObjectPaths paths;
    private final ChannelOpener opener;
    private final AtomicLong sizeBytes = new AtomicLong();
    private volatile boolean sized;
    private volatile @Nullable FileChannel direct;
    private volatile @Nullable FileChannel buffered;
    private volatile boolean entryDurable;
    private volatile boolean destroyed;
    private volatile @Nullable StriaException syncFailure;

    ObjectFile(ObjectKey key, ObjectPaths paths, ChannelOpener opener, @Nullable StriaException syncFailure) {
        this.key = key;
        this.paths = paths;
        path = paths.of(key);
        this.opener = opener;
        this.syncFailure = syncFailure;
    }

    /** The object's size; 0 if there is no file. */
    long size() throws IOException {
        if (!sized) {
            readSize();
        }
        return sizeBytes.get();
    }

    private synchronized void readSize() throws IOException {
        if (!sized) {
            try {
                growTo(Files.size(path));
            } catch (NoSuchFileException absent) {
                // Reads as empty.
            }
            sized = true;
        }
    }

    /** Raises the size to the end of a write; returns the size. */
    long growTo(long endBytes) {
        for (; ; ) {
            long current = sizeBytes.get();
            if (endBytes <= current || sizeBytes.compareAndSet(current, endBytes)) {
                return Math.max(current, endBytes);
            }
        }
    }

    /** After a failed write: some of it may have extended the file. */
    void growToFile() throws IOException {
        growTo(Files.size(path));
    }

    /** The O_DIRECT channel. Only a write creates the file. */
    FileChannel direct(boolean create) throws IOException {
        FileChannel channel = direct;
        return channel != null ? channel : openDirect(create);
    }

    /** The channel through the page cache. Only a write creates the file. */
    FileChannel buffered(boolean create) throws IOException {
        FileChannel channel = buffered;
        return channel != null ? channel : openBuffered(create);
    }

    private synchronized FileChannel openDirect(boolean create) throws IOException {
        FileChannel channel = direct;
        if (channel == null) {
            channel = create ? create(DIRECT_CREATE) : opener.open(path, DIRECT);
            direct = channel;
        }
        return channel;
    }

    private synchronized FileChannel openBuffered(boolean create) throws IOException {
        FileChannel channel = buffered;
        if (channel == null) {
            channel = create ? create(BUFFERED_CREATE) : opener.open(path, BUFFERED);
            buffered = channel;
        }
        return channel;
    }

    private FileChannel create(Set<OpenOption> options) throws IOException {
        paths.createFan(key.fileId());
        return opener.open(path, options);
    }

    /** Cuts or extends the file. Exclusive. */
    void setSize(long newSizeBytes) throws IOException {
        if (newSizeBytes != size()) {
            paths.createFan(key.fileId());
            // FileChannel cannot extend without writing; this is ftruncate(2) both ways.
            try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
                file.setLength(newSizeBytes);
            }
            sizeBytes.set(newSizeBytes);
        }
        if (newSizeBytes == 0) {
            syncFailure = null;
        }
    }

    /** Forces data, size and, the first time, the directory entry. Either channel covers what the other has written. */
    void force() throws IOException {
        FileChannel channel = direct;
        if (channel == null) {
            channel = buffered;
        }
        if (channel == null) {
            if (size() == 0 && Files.notExists(path)) {
                return;
            }
            channel = buffered(false);
        }
        channel.force(false);
        if (!entryDurable) {
            Durability.forceDirectory(paths.fan(key.fileId()));
            entryDurable = true;
        }
    }

    @Nullable
    StriaException syncFailure() {
        return syncFailure;
    }

    void syncFailed(StriaException failure) {
        syncFailure = failure;
    }

    boolean isDestroyed() {
        return destroyed;
    }

    /** Ends the object when its last operation has ended; those that come later find it destroyed. */
    void destroy() throws IOException {
        long stamp = lock.writeLock();
        try {
            destroyed = true;
            close();
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    /** Closes the channels. Nobody uses the file any more. */
    synchronized void close() throws IOException {
        FileChannel first = direct;
        FileChannel second = buffered;
        try (first;
                second) {
            direct = null;
            buffered = null;
        }
    }

    private static Set<OpenOption> plus(Set<OpenOption> options, OpenOption option) {
        Set<OpenOption> all = new HashSet<>(options);
        all.add(option);
        return Set.copyOf(all);
    }
}
