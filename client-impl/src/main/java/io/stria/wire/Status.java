package io.stria.wire;

import io.stria.ErrorCode;

/** Wire status of a reply: 0 is success, else the number of an {@link ErrorCode}; the numbers never change. */
public final class Status {
    public static final int OK = 0;

    /** In the order of their numbers, from 1. Append only. */
    private static final ErrorCode[] CODES = {
        ErrorCode.INVALID_ARGUMENT,
        ErrorCode.NOT_FOUND,
        ErrorCode.ALREADY_EXISTS,
        ErrorCode.NOT_A_DIRECTORY,
        ErrorCode.IS_A_DIRECTORY,
        ErrorCode.NOT_EMPTY,
        ErrorCode.NO_SPACE,
        ErrorCode.IO_ERROR,
        ErrorCode.STALE,
        ErrorCode.ACCESS_DENIED,
        ErrorCode.UNSUPPORTED,
        ErrorCode.VERSION_MISMATCH,
        ErrorCode.PROTOCOL_ERROR,
        ErrorCode.CHECKSUM_MISMATCH,
        ErrorCode.BUSY,
        ErrorCode.TIMEOUT,
        ErrorCode.CLOSED,
        ErrorCode.INTERNAL,
    };

    private Status() {}

    /** The number of a code; codes a server never sends become INTERNAL. */
    public static int of(ErrorCode code) {
        for (int i = 0; i < CODES.length; i++) {
            if (CODES[i] == code) {
                return i + 1;
            }
        }
        return of(ErrorCode.INTERNAL);
    }

    /** The code of a number other than 0; unknown numbers become INTERNAL. */
    public static ErrorCode code(int status) {
        return status >= 1 && status <= CODES.length ? CODES[status - 1] : ErrorCode.INTERNAL;
    }
}
