package io.stria.examples.tools;

import io.stria.AsyncFile;
import io.stria.ErrorCode;
import io.stria.StriaClient;
import io.stria.StriaException;
import io.stria.examples.cli.Await;
import io.stria.examples.cli.UserError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Copies single files out of the cluster: to a temporary name in the directory, then renamed, so that a failure leaves no
 * half of a file. A device or pipe that stands there is written itself.
 */
final class Download {
    private final StriaClient client;
    private final Copying copying;

    Download(StriaClient client, Copying copying) {
        this.client = client;
        this.copying = copying;
    }

    void copy(String source, long size, Path named) throws Exception {
        boolean exists = Files.exists(named);
        // A link stays one: its file is what is replaced.
        Path target = exists ? named.toRealPath() : named;
        if (exists && Files.isDirectory(target)) {
            throw new UserError("a file cannot replace a directory: " + target + ": remove it or name another one");
        }
        if (exists && !Files.isRegularFile(target)) {
            copy(source, size, target, StandardOpenOption.WRITE);
            return;
        }
        Path temporary = target.resolveSibling(Temporary.name());
        Path directory = target.toAbsolutePath().getParent();
        if (directory != null && !Files.exists(directory)) {
            throw new UserError("no such directory: " + directory + ": make it or name another one");
        }
        try {
            copy(source, size, temporary, StandardOpenOption.CREATE_NEW);
            if (exists) {
                Files.setPosixFilePermissions(temporary, Files.getPosixFilePermissions(target));
            }
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (Exception | Error e) {
            Files.deleteIfExists(temporary);
            throw e;
        }
    }

    private void copy(String source, long size, Path target, StandardOpenOption create) throws Exception {
        try (FileChannel out = FileChannel.open(target, create, StandardOpenOption.WRITE)) {
            if (size > 0) {
                copy(source, size, target, out);
            }
        }
    }

    private void copy(String source, long size, Path target, FileChannel out) throws Exception {
        AsyncFile file = open(source);
        try (Window window = new Window(copying.buffers(), (buffer, offset, count) -> {
            long end = Math.min(size, offset + BufferPool.BUFFER_BYTES);
            if (count != end - offset) {
                throw new UserError(
                        "the size of " + source + " changed while it was read: copy it when nobody writes it");
            }
            write(target, out, buffer.flip().limit((int) count), offset);
            copying.moved(count);
        })) {
            for (long offset = 0; offset < size; offset += BufferPool.BUFFER_BYTES) {
                copying.checkInterrupted();
                long from = offset;
                window.start(
                        from,
                        buffer -> file.read(buffer.limit((int) Math.min(BufferPool.BUFFER_BYTES, size - from)), from));
            }
            window.finish();
        } finally {
            file.closeAsync();
        }
    }

    private AsyncFile open(String source) throws StriaException {
        try {
            return Await.value(client.open(source, StandardOpenOption.READ));
        } catch (StriaException e) {
            if (e.code() == ErrorCode.UNREACHABLE) {
                copying.stop("the cluster cannot be reached, run the command again when it can");
            }
            throw e;
        }
    }

    /** At an offset where the target has them, on and on into pipes. */
    private static void write(Path target, FileChannel out, ByteBuffer data, long offset) throws IOException {
        try {
            while (data.hasRemaining()) {
                if (Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
                    out.write(data, offset + data.position());
                } else {
                    out.write(data);
                }
            }
        } catch (IOException e) {
            Path directory = target.toAbsolutePath().getParent();
            // Not the temporary file, which will be gone, but what has no space or fails.
            throw Local.named(directory != null && Files.isRegularFile(target) ? directory : target, e);
        }
    }
}
