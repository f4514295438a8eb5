package io.stria.examples.tools;

import io.stria.AsyncFile;
import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.StriaClient;
import io.stria.StriaException;
import io.stria.StriaFuture;
import io.stria.examples.cli.Await;
import io.stria.examples.cli.UserError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Copies single files into the cluster: to a temporary name in the directory, sync, close, rename. So the name stands for
 * all of the file or for what it stood for before, whatever happens.
 */
final class Upload {
    private final StriaClient client;
    private final Copying copying;
    private final FileLayout layout;

    Upload(StriaClient client, Copying copying, FileLayout layout) {
        this.client = client;
        this.copying = copying;
        this.layout = layout;
    }

    void copy(Path source, RemotePath target) throws Exception {
        try (FileChannel in = FileChannel.open(source, StandardOpenOption.READ)) {
            RemotePath temporary = target.parent().child(Temporary.name());
            AsyncFile file = null;
            try {
                file = open(temporary);
                copy(source, in, file);
                Await.value(client.rename(temporary.text(), target.text()));
            } catch (Exception | Error e) {
                abandon(file, temporary, e);
                throw e;
            }
        }
    }

    private AsyncFile open(RemotePath temporary) throws StriaException, UserError {
        try {
            return Await.value(
                    client.open(temporary.text(), layout, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        } catch (StriaException e) {
            if (e.code() == ErrorCode.UNREACHABLE) {
                copying.stop("the cluster cannot be reached, run the command again when it can");
            }
            if (e.code() == ErrorCode.NOT_FOUND) {
                throw new UserError(
                        "no such directory: " + temporary.parent() + ": make it, with mkdir -p, or name another one",
                        e);
            }
            throw e;
        }
    }

    private void copy(Path source, FileChannel in, AsyncFile file) throws Exception {
        long size = in.size();
        try (Window window = new Window(copying.buffers(), (buffer, offset, count) -> copying.moved(count))) {
            for (long offset = 0; offset < size; offset += BufferPool.BUFFER_BYTES) {
                copying.checkInterrupted();
                long from = offset;
                window.start(from, buffer -> {
                    buffer.limit((int) Math.min(BufferPool.BUFFER_BYTES, size - from));
                    fill(source, in, buffer, from);
                    return file.write(buffer, from);
                });
            }
            if (in.size() != size) {
                throw changed(source);
            }
            // Sync and close wait for what was submitted before: all three are under way at once.
            StriaFuture<Void> synced = size > 0 ? file.sync() : null;
            StriaFuture<Void> closed = file.closeAsync();
            window.finish();
            if (synced != null) {
                Await.value(synced);
            }
            Await.value(closed);
        }
        // Also what says that it is empty can have something to read, in /proc for instance.
        if (size == 0 && read(source, in, ByteBuffer.allocate(1), 0) > 0) {
            throw changed(source);
        }
    }

    private static void fill(Path source, FileChannel in, ByteBuffer buffer, long offset) throws Exception {
        while (buffer.hasRemaining()) {
            if (read(source, in, buffer, offset + buffer.position()) < 0) {
                throw changed(source);
            }
        }
        buffer.flip();
    }

    private static int read(Path source, FileChannel in, ByteBuffer buffer, long offset) throws IOException {
        try {
            return in.read(buffer, offset);
        } catch (IOException e) {
            throw Local.named(source, e);
        }
    }

    private static UserError changed(Path source) {
        return new UserError("the size of " + source + " changed while it was read: copy it when nobody writes it");
    }

    private void abandon(@Nullable AsyncFile file, RemotePath temporary, Throwable failure) {
        if (file != null) {
            try {
                Await.value(file.closeAsync());
            } catch (StriaException | RuntimeException e) {
                suppress(failure, e);
            }
        }
        try {
            Await.value(client.delete(temporary.text()));
        } catch (StriaException e) {
            suppress(failure, e);
            if (e.code() != ErrorCode.NOT_FOUND
                    && (file != null || e.code() != ErrorCode.UNREACHABLE)
                    && e.code() != ErrorCode.NOT_A_DIRECTORY) {
                copying.failed(new UserError(
                        "the temporary file " + temporary
                                + " is perhaps left behind, remove it when the cluster can be reached: "
                                + e.getMessage(),
                        e));
            }
        }
    }

    /** A lost connection fails all that was in flight with one exception, which cannot be added to itself. */
    private static void suppress(Throwable failure, Exception later) {
        if (later != failure) {
            failure.addSuppressed(later);
        }
    }
}
