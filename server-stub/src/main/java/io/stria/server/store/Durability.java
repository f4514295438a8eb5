package io.stria.server.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Power-loss durability of directory entries. */
final class Durability {
    private Durability() {}

    /** Makes created, renamed and removed entries of a directory durable; on Linux, fsync(2) of a directory does. */
    static void forceDirectory(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
