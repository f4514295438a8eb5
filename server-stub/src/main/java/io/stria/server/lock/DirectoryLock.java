package io.stria.server.lock;

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

/** Keeps a second server away from a directory, by a locked file in it; gone with the process that holds it. */
public final class DirectoryLock implements AutoCloseable {
    /**
     * What is locked by this process. POSIX gives up a process's lock as soon as it closes <em>any</em> descriptor of
     * the file, so that a second attempt in the same process must not get as far as opening it.
     */
    private static final Set<Held> HELD = ConcurrentHashMap.newKeySet();

    private final Held held;
    private final FileChannel channel;

    private DirectoryLock(Held held, FileChannel channel) {
        this.held = held;
        this.channel = channel;
    }

    private record Held(Object directoryKey, String file) {}

    /**
     * Locks a directory until {@link #close()}. The file holds the process id of its last owner and is left behind.
     *
     * @param directory existing
     * @param file name of the file in it that is locked
     * @param use what the directory is for, to begin a message with
     * @throws StriaException INVALID_ARGUMENT if another server has it, also one in this process
     * @throws IOException if the file cannot be written
     */
    public static DirectoryLock acquire(Path directory, String file, String use) throws IOException {
        Held wanted = new Held(key(directory), file);
        if (!HELD.add(wanted)) {
            throw inUse(directory, use, "this process");
        }
        boolean locked = false;
        try {
            FileChannel channel = lock(directory, file, use);
            locked = true;
            return new DirectoryLock(wanted, channel);
        } finally {
            if (!locked) {
                HELD.remove(wanted);
            }
        }
    }

    private static Object key(Path directory) throws IOException {
        Object inode =
                Files.readAttributes(directory, BasicFileAttributes.class).fileKey();
        return inode != null ? inode : directory.toRealPath();
    }

    private static FileChannel lock(Path directory, String file, String use) throws IOException {
        Path path = directory.resolve(file);
        FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() == null) {
                String pid = Files.readString(path).strip();
                throw inUse(directory, use, pid.isEmpty() ? "another process" : "process " + pid);
            }
            channel.truncate(0);
            channel.write(
                    StandardCharsets.US_ASCII.encode(ProcessHandle.current().pid() + "\n"));
            return channel;
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw inUse(directory, use, "this process");
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static StriaException inUse(Path directory, String use, String holder) {
        return new StriaException(
                ErrorCode.INVALID_ARGUMENT,
                use + " refused: in use by " + holder + " (path=" + directory
                        + "): stop that server or choose another directory");
    }

    /** Lets others have the directory. */
    @Override
    public void close() throws IOException {
        if (channel.isOpen()) {
            try {
                channel.close();
            } finally {
                HELD.remove(held);
            }
        }
    }
}
