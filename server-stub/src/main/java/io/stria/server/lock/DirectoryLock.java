package io.stria.server.store;

import io.stria.ErrorCode;
import io.stria.StriaException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps a second server away from a directory; gone with the process that holds it. */
final class DirectoryLock implements AutoCloseable {
    static final String FILE = "stria-target.lock";

    /**
     * The directories locked by this process. POSIX gives up a process's lock as soon as it closes <em>any</em>
     * descriptor of the file, so that a second attempt in the same process must not get as far as opening it.
     */
    private static final Set<Object> HELD = ConcurrentHashMap.newKeySet();

    private final Object directoryKey;
    private final FileChannel channel;

    private DirectoryLock(Object directoryKey, FileChannel channel) {
        this.directoryKey = directoryKey;
        this.channel = channel;
    }

    static DirectoryLock acquire(Path directory) throws IOException {
        Object key = key(directory);
        if (!HELD.add(key)) {
            throw inUse(directory, "this process");
        }
        boolean locked = false;
        try {
            FileChannel channel = lock(directory);
            locked = true;
            return new DirectoryLock(key, channel);
        } finally {
            if (!locked) {
                HELD.remove(key);
            }
        }
    }

    private static Object key(Path directory) throws IOException {
        Object inode =
                Files.readAttributes(directory, BasicFileAttributes.class).fileKey();
        return inode != null ? inode : directory.toRealPath();
    }

    private static FileChannel lock(Path directory) throws IOException {
        Path path = directory.resolve(FILE);
        FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() == null) {
                throw inUse(directory, "process " + Files.readString(path).strip());
            }
            channel.truncate(0);
            channel.write(
                    StandardCharsets.US_ASCII.encode(ProcessHandle.current().pid() + "\n"));
            return channel;
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw inUse(directory, "this process");
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static StriaException inUse(Path directory, String holder) {
        return new StriaException(
                ErrorCode.INVALID_ARGUMENT,
                "target refused: in use by " + holder + " (path=" + directory
                        + "): stop that server or choose another directory");
    }

    @Override
    public void close() throws IOException {
        if (channel.isOpen()) {
            channel.close();
            HELD.remove(directoryKey);
        }
    }
}
