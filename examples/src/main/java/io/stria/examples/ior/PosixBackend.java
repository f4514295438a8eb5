package io.stria.examples.ior;

import io.stria.examples.cli.DirectIo;
import io.stria.examples.cli.UserError;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;

/** Plain files through {@link FileChannel}: what Stria is compared with. */
final class PosixBackend implements Backend {
    private static final int PAGE_BYTES = 4096;

    private final boolean direct;
    private final int alignment;

    PosixBackend(IorOptions options) throws IOException, UserError {
        this.direct = options.direct;
        FileStore store = Files.getFileStore(directoryOf(options.testFile));
        long blockBytes = direct ? store.getBlockSize() : 1;
        if (options.transferSize % blockBytes != 0) {
            throw new UserError("--posix.odirect on " + store + " moves whole blocks of " + blockBytes
                    + " bytes: make -t " + options.transferSize + " a multiple of it, or drop --posix.odirect");
        }
        this.alignment = (int) Math.max(PAGE_BYTES, blockBytes);
    }

    /** The directory a file is in. */
    static Path directoryOf(String file) throws UserError {
        Path directory = Path.of(file).toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw new UserError(
                    "no directory " + directory + " for the test file: create it or choose another with -o");
        }
        return directory;
    }

    @Override
    public void prepare(String file) {}

    @Override
    public OpenFile open(String file, boolean writes) throws IOException, UserError {
        Set<OpenOption> options = new HashSet<>();
        options.add(writes ? StandardOpenOption.WRITE : StandardOpenOption.READ);
        if (writes) {
            options.add(StandardOpenOption.CREATE);
        }
        if (direct) {
            options.add(DirectIo.option());
        }
        try {
            return new PosixFile(FileChannel.open(Path.of(file), options));
        } catch (NoSuchFileException e) {
            String remedy =
                    writes ? "it cannot be created there; choose another with -o" : "write it first, with -w and -k";
            throw new UserError("no file " + file + ": " + remedy, e);
        } catch (FileSystemException e) {
            // EINVAL is what Linux answers to O_DIRECT where a file system has none; the JDK passes on the words only.
            if (direct && "Invalid argument".equals(e.getReason())) {
                throw refused(file, e);
            }
            throw e;
        } catch (UnsupportedOperationException e) {
            throw refused(file, e);
        }
    }

    private static UserError refused(String file, Exception cause) throws IOException, UserError {
        String type = Files.getFileStore(directoryOf(file)).type();
        return new UserError(
                "the file system of " + file + " (" + type
                        + ") refuses O_DIRECT: drop --posix.odirect or choose another file system with -o",
                cause);
    }

    @Override
    public void remove(String file) throws IOException {
        Files.deleteIfExists(Path.of(file));
    }

    @Override
    public int alignment() {
        return alignment;
    }

    @Override
    public Metrics metrics() {
        return Metrics.NONE;
    }

    @Override
    public String statistics() {
        return "";
    }

    @Override
    public void close() {}
}
