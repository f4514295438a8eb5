package io.stria.server.store;

import io.stria.ErrorCode;
import io.stria.StriaException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * Finds the alignment for O_DIRECT on a directory: asks the file system for its block size, takes at least a page (see
 * {@link RaggedIo}), and tries it, because file systems are known to report what they then refuse.
 */
final class AlignmentProbe {
    private static final int MAX_ALIGNMENT = 64 * 1024;
    private static final int ASSUMED_PAGE_BYTES = 4096;
    private static final int AT_PAGESZ = 6;
    private static final Set<OpenOption> OPTIONS =
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE, DirectOption.DIRECT);

    private final Path directory;
    private final FileStore fileStore;
    private final ChannelOpener opener;

    AlignmentProbe(Path directory, FileStore fileStore, ChannelOpener opener) {
        this.directory = directory;
        this.fileStore = fileStore;
        this.opener = opener;
    }

    /** The smallest alignment that works. */
    int find() throws StriaException {
        // The file stays, so that a full disk does not keep the next start from probing.
        Path probe = directory.resolve("stria-probe");
        IOException refusal;
        try (FileChannel channel = opener.open(probe, OPTIONS)) {
            long alignment = Math.max(fileStore.getBlockSize(), pageBytes());
            refusal = new IOException(
                    "its block size is " + alignment + ", more than " + MAX_ALIGNMENT + " or no power of two");
            for (; alignment <= MAX_ALIGNMENT && Long.bitCount(alignment) == 1; alignment *= 2) {
                try {
                    if (works(channel, (int) alignment)) {
                        return (int) alignment;
                    }
                    refusal = new IOException("read other bytes than were written");
                } catch (IOException e) {
                    refusal = e;
                }
            }
        } catch (IOException | UnsupportedOperationException e) {
            refusal = e instanceof IOException io ? io : new IOException(e);
        }
        throw new StriaException(
                ErrorCode.UNSUPPORTED,
                "O_DIRECT refused: " + refusal.getMessage() + " (path=" + probe + ", fileSystem=" + fileStore.type()
                        + "): start the server with --buffered, or put the target on another file system",
                refusal);
    }

    /** One block at an odd multiple of the alignment in memory and in the file, so that it is not aligned by luck. */
    private static boolean works(FileChannel channel, int alignment) throws IOException {
        ByteBuffer block = ByteBuffer.allocateDirect(4 * alignment)
                .alignedSlice(2 * alignment)
                .slice(alignment, alignment);
        ByteBuffer expected = ByteBuffer.allocate(alignment);
        for (int i = 0; i < alignment; i++) {
            expected.put(i, (byte) ((i * 31 + alignment) >>> 3));
        }
        block.put(0, expected, 0, alignment);
        if (channel.write(block, alignment) != alignment) {
            return false;
        }
        for (int i = 0; i < alignment; i++) {
            block.put(i, (byte) 0);
        }
        return channel.read(block.clear(), alignment) == alignment
                && block.flip().equals(expected);
    }

    /** From the auxiliary vector that the kernel hands every process: getauxval(3) without native code. */
    static int pageBytes() {
        try {
            ByteBuffer vector = ByteBuffer.wrap(Files.readAllBytes(Path.of("/proc/self/auxv")))
                    .order(ByteOrder.nativeOrder());
            while (vector.remaining() >= 2 * Long.BYTES) {
                long type = vector.getLong();
                long value = vector.getLong();
                if (type == AT_PAGESZ) {
                    return (int) value;
                }
            }
        } catch (IOException notLinux) {
            // Nothing to ask.
        }
        return ASSUMED_PAGE_BYTES;
    }
}
