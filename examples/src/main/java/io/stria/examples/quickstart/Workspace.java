package io.stria.examples.quickstart;

import io.stria.examples.cli.DirectIo;
import io.stria.examples.cli.Sizes;
import io.stria.examples.cli.UserError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory of its own for the servers' storage, which leaves with all that is in it. */
final class Workspace {
    private final Path directory;
    private final FileStore store;

    private Workspace(Path directory, FileStore store) {
        this.directory = directory;
        this.store = store;
    }

    static Workspace create(Path parent, long bytes) throws IOException, UserError {
        if (!Files.isDirectory(parent)) {
            throw new UserError("no directory " + parent + ": create it or choose another with --directory");
        }
        FileStore store = Files.getFileStore(parent);
        if (store.getUsableSpace() < bytes) {
            throw new UserError("not enough space in " + parent + ": " + Sizes.text(bytes) + " needed, "
                    + Sizes.text(store.getUsableSpace())
                    + " free: choose another with --directory or less with --size");
        }
        return new Workspace(Files.createTempDirectory(parent, "stria-quickstart-"), store);
    }

    Path directory() {
        return directory;
    }

    String fileSystem() {
        return store.type();
    }

    /** Finds out by trying, since no file system tells. */
    boolean allowsDirectIo() throws IOException {
        Path probe = directory.resolve("probe");
        int block = (int) store.getBlockSize();
        ByteBuffer buffer =
                ByteBuffer.allocateDirect(2 * block).alignedSlice(block).limit(block);
        try (FileChannel channel =
                FileChannel.open(probe, StandardOpenOption.CREATE, StandardOpenOption.WRITE, DirectIo.option())) {
            return channel.write(buffer, 0) == block;
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        } finally {
            Files.deleteIfExists(probe);
        }
    }

    void delete() throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> paths = Files.walk(directory)) {
            deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        for (Path path : deepestFirst) {
            Files.deleteIfExists(path);
        }
    }
}
