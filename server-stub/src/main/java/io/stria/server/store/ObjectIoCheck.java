package io.stria.server.store;

import io.stria.ErrorCode;
import io.stria.StriaException;
import java.nio.ByteBuffer;

/** Refuses operations that make no sense, before anything is touched. */
final class ObjectIoCheck {
    private ObjectIoCheck() {}

    static void check(ObjectIo io) throws StriaException {
        if (io.operation.usesMemory()
                && (io.length < 0 || io.objectOffset < 0 || io.objectOffset > Long.MAX_VALUE - io.length)) {
            throw invalid(io, "offset=" + io.objectOffset + ", length=" + io.length + " leave the range 0 to 2^63-1");
        }
        if (io.operation == Operation.TRUNCATE && io.objectSize < 0) {
            throw invalid(io, "size=" + io.objectSize + " is negative");
        }
        if (io.stripe < 0) {
            throw invalid(io, "stripe=" + io.stripe + " is negative");
        }
    }

    /** The payload memory, which must be there. */
    static ByteBuffer memory(ObjectIo io) throws StriaException {
        ByteBuffer memory = io.memory;
        if (memory == null) {
            throw invalid(io, "no memory");
        }
        return memory;
    }

    private static StriaException invalid(ObjectIo io, String what) {
        return new StriaException(
                ErrorCode.INVALID_ARGUMENT,
                io.operation.label() + " refused: " + what + " (fileId=" + Long.toHexString(io.fileId) + ", stripe="
                        + io.stripe + ")");
    }
}
