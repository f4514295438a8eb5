package io.stria.server.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;

/** Opens the files of objects: the seam through which tests bring in faults. */
@FunctionalInterface
interface ChannelOpener {
    /** The file system itself. */
    ChannelOpener FILES = (path, options) -> FileChannel.open(path, options);

    FileChannel open(Path path, Set<? extends OpenOption> options) throws IOException;
}
