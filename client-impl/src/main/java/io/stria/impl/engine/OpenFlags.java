package io.stria.impl.engine;

import io.stria.ErrorCode;
import io.stria.StriaException;
import io.stria.wire.Messages;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;

/**
 * The options of an open.
 *
 * @param flags of {@link Messages.Open}
 * @param truncate whether an existing file is emptied
 */
record OpenFlags(int flags, boolean truncate) {

    /** Reads {@code java.nio.file} options; as there, CREATE and TRUNCATE_EXISTING mean nothing without WRITE. */
    static OpenFlags of(String path, OpenOption... options) throws StriaException {
        int flags = 0;
        boolean truncate = false;
        for (OpenOption option : options) {
            if (!(option instanceof StandardOpenOption standard)) {
                throw unsupported(path, option);
            }
            switch (standard) {
                case READ -> flags |= Messages.Open.READ;
                case WRITE -> flags |= Messages.Open.WRITE;
                case CREATE -> flags |= Messages.Open.CREATE;
                case CREATE_NEW -> flags |= Messages.Open.CREATE | Messages.Open.EXCLUSIVE;
                case TRUNCATE_EXISTING -> truncate = true;
                case SPARSE -> {}
                default -> throw unsupported(path, option);
            }
        }
        if ((flags & Messages.Open.WRITE) == 0) {
            flags = Messages.Open.READ;
            truncate = false;
        }
        return new OpenFlags(flags, truncate);
    }

    private static StriaException unsupported(String path, OpenOption option) {
        return new StriaException(
                ErrorCode.UNSUPPORTED,
                "open option " + option + " is not supported (path=" + path
                        + "): use READ, WRITE, CREATE, CREATE_NEW, TRUNCATE_EXISTING or SPARSE");
    }
}
