package io.stria.server.namespace;

import io.stria.ErrorCode;
import io.stria.StriaException;
import io.stria.server.lock.DirectoryLock;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * The directory of a namespace while this process owns it.
 *
 * <pre>
 * namespace.lock   locked, and holding the process id, for as long as a server runs
 * namespace.db     SQLite, with -wal and -shm beside it
 * native/          SQLite's native library, unpacked by the driver at each start
 * </pre>
 */
final class NamespaceDirectory implements AutoCloseable {
    private static final String LOCK_FILE = "namespace.lock";
    private static final String DATABASE = "namespace.db";
    /** What a start that was cut short, or making a file system, leaves in an empty directory. */
    private static final Set<String> BEGINNINGS = Set.of(LOCK_FILE, "native", "lost+found");
    /** Where the driver unpacks its library; read by it when the first connection is made. */
    private static final String NATIVE_PROPERTY = "org.sqlite.tmpdir";

    private final Path path;
    private final DirectoryLock lock;

    private NamespaceDirectory(Path path, DirectoryLock lock) {
        this.path = path;
        this.lock = lock;
    }

    static NamespaceDirectory lock(Path given) throws StriaException {
        Path path = given.toAbsolutePath().normalize();
        if (!Files.isDirectory(path)) {
            throw new StriaException(
                    ErrorCode.NOT_FOUND,
                    Files.exists(path)
                            ? "namespace refused: not a directory (path=" + path + "): name a directory"
                            : "namespace refused: does not exist (path=" + path
                                    + "): create it first, or mount its file system");
        }
        DirectoryLock lock;
        try {
            lock = DirectoryLock.acquire(path, LOCK_FILE, "namespace");
        } catch (FileSystemException e) {
            throw new StriaException(
                    ErrorCode.ACCESS_DENIED,
                    "namespace refused: not writable (path=" + path + "): check owner and mode",
                    e);
        } catch (IOException e) {
            throw asStria(path, e);
        }
        NamespaceDirectory directory = new NamespaceDirectory(path, lock);
        try {
            refuseForeign(path);
            directory.prepareNative();
            return directory;
        } catch (IOException e) {
            directory.close();
            throw asStria(path, e);
        }
    }

    /** A new namespace goes into an empty directory: not into one that a target, or anybody else, has things in. */
    private static void refuseForeign(Path path) throws IOException {
        if (Files.exists(path.resolve(DATABASE))) {
            return;
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(
                path, entry -> !BEGINNINGS.contains(entry.getFileName().toString()))) {
            for (Path foreign : found) {
                throw new StriaException(
                        ErrorCode.INVALID_ARGUMENT,
                        "namespace refused: holds no namespace, but " + foreign.getFileName() + " (path=" + path
                                + "): name the directory of the namespace, or an empty one for a new namespace");
            }
        }
    }

    private static StriaException asStria(Path path, IOException e) {
        return e instanceof StriaException known
                ? known
                : new StriaException(
                        ErrorCode.IO_ERROR,
                        "namespace refused: cannot be prepared, " + e.getMessage() + " (path=" + path
                                + "): check its file system",
                        e);
    }

    /**
     * The driver removes its unpacked library at an orderly exit; one killed leaves megabytes behind at each start. With
     * the lock held nobody else needs what lies here, and this process keeps what it has mapped.
     */
    private void prepareNative() throws IOException {
        Path natives = path.resolve("native");
        if (System.getProperty(NATIVE_PROPERTY) == null) {
            Files.createDirectories(natives);
            System.setProperty(NATIVE_PROPERTY, natives.toString());
        }
        if (Files.isDirectory(natives)) {
            try (DirectoryStream<Path> stale = Files.newDirectoryStream(natives, "sqlite-*")) {
                for (Path copy : stale) {
                    Files.deleteIfExists(copy);
                }
            }
        }
    }

    Path path() {
        return path;
    }

    Path database() {
        return path.resolve(DATABASE);
    }

    /** Frees the directory; closing the channel drops the lock. */
    @Override
    public void close() throws StriaException {
        try {
            lock.close();
        } catch (IOException e) {
            throw new StriaException(ErrorCode.IO_ERROR, "the namespace's lock was not freed (path=" + path + ")", e);
        }
    }
}
