package io.stria.server.store;

import io.stria.ErrorCode;
import io.stria.StriaException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Turns what the file system reports into what the client is told. Java hides errno behind strerror(3), which speaks
 * the language of the locale; so the text for ENOSPC is learnt from {@code /dev/full}.
 */
final class StorageErrors {
    private static final String TOO_LARGE = "File too large";
    private static final String NO_SPACE = "No space left on device";
    private static final String QUOTA = "Disk quota exceeded";
    private static final String DESCRIPTORS = "Too many open files";
    private static final String INVALID = "Invalid argument";

    private final Path directory;
    private final String fileSystem;
    private final String noSpaceText;
    private final boolean directIo;

    StorageErrors(Path directory, String fileSystem, boolean directIo, String noSpaceText) {
        this.directory = directory;
        this.fileSystem = fileSystem;
        this.directIo = directIo;
        this.noSpaceText = noSpaceText;
    }

    static String learnNoSpaceText() {
        try (FileChannel full = FileChannel.open(Path.of("/dev/full"), StandardOpenOption.WRITE)) {
            full.write(ByteBuffer.allocate(1));
            return NO_SPACE;
        } catch (IOException e) {
            String text = String.valueOf(e.getMessage());
            return text.startsWith("/dev/full") ? NO_SPACE : text;
        }
    }

    StriaException of(ObjectIo io, IOException cause) {
        String reason = String.valueOf(cause.getMessage());
        if (isNoSpace(reason)) {
            return refused(
                    io, ErrorCode.NO_SPACE, "no space", "free space in " + directory + " or add a target", cause);
        }
        if (cause instanceof AccessDeniedException) {
            return refused(io, ErrorCode.ACCESS_DENIED, "access denied", "give the server's user access to it", cause);
        }
        if (reason.contains(TOO_LARGE)) {
            return refused(
                    io,
                    ErrorCode.INVALID_ARGUMENT,
                    "beyond the largest file of " + fileSystem,
                    "stay below it, or use more stripes",
                    cause);
        }
        if (reason.contains(DESCRIPTORS)) {
            return refused(io, ErrorCode.IO_ERROR, reason, "raise ulimit -n or lower maxOpenObjects", cause);
        }
        if (directIo && io.operation.usesMemory() && reason.contains(INVALID)) {
            return refused(
                    io,
                    ErrorCode.IO_ERROR,
                    reason + " from O_DIRECT on " + fileSystem,
                    "start the server with --buffered if this file system does not support O_DIRECT",
                    cause);
        }
        return refused(io, ErrorCode.IO_ERROR, reason, "check the device and the kernel log", cause);
    }

    /** The message in the form that all failures of an operation share. */
    StriaException refused(ObjectIo io, ErrorCode code, String what, String advice, Throwable cause) {
        StringBuilder message = new StringBuilder(160)
                .append(io.operation.label())
                .append(" failed: ")
                .append(what)
                .append(" (directory=")
                .append(directory)
                .append(", fileId=")
                .append(Long.toHexString(io.fileId))
                .append(", stripe=")
                .append(io.stripe);
        if (io.operation.usesMemory()) {
            message.append(", offset=")
                    .append(io.objectOffset)
                    .append(", length=")
                    .append(io.length);
        } else if (io.operation == Operation.TRUNCATE) {
            message.append(", size=").append(io.objectSize);
        }
        return new StriaException(code, message.append("): ").append(advice).toString(), cause);
    }

    private boolean isNoSpace(String reason) {
        return reason.contains(noSpaceText) || reason.contains(NO_SPACE) || reason.contains(QUOTA);
    }
}
