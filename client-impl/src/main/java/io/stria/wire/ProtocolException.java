package io.stria.wire;

import io.stria.ErrorCode;
import io.stria.StriaException;

/** The peer sent something that is no valid frame; the connection cannot be trusted any more. */
public final class ProtocolException extends StriaException {
    private static final long serialVersionUID = 1L;

    public ProtocolException(String message) {
        super(ErrorCode.PROTOCOL_ERROR, message);
    }
}
