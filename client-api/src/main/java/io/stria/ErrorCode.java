package io.stria;

/** Why a call failed. The code is stable; the message of the {@link StriaException} says what to do. */
public enum ErrorCode {
    /** An argument, option or configuration value cannot be used; nothing was sent. */
    INVALID_ARGUMENT,
    /** No file, directory or object of that name. */
    NOT_FOUND,
    /** The name exists already. */
    ALREADY_EXISTS,
    /** A file stands where a directory is needed. */
    NOT_A_DIRECTORY,
    /** A directory stands where a file is needed. */
    IS_A_DIRECTORY,
    /** The directory to be removed or replaced has entries. */
    NOT_EMPTY,
    /** The target or the namespace has no space left; earlier data are intact. */
    NO_SPACE,
    /** The storage of a target failed. */
    IO_ERROR,
    /** The file was destroyed; its handle can no longer be used. */
    STALE,
    /** The handle was opened without the right to do this, or the storage refuses it. */
    ACCESS_DENIED,
    /** This engine or server does not offer the operation. */
    UNSUPPORTED,
    /** Client and server have no protocol version in common. */
    VERSION_MISMATCH,
    /** The peer broke the protocol; the connection was closed. */
    PROTOCOL_ERROR,
    /** Payload bytes were damaged between the two ends. */
    CHECKSUM_MISMATCH,
    /** The caller changed the memory of a write while it was in flight. */
    BUFFER_MODIFIED,
    /** The deadline passed before the outcome was known. */
    TIMEOUT,
    /** The connection was lost with the request in flight: it may or may not have been applied. */
    UNKNOWN_OUTCOME,
    /** No server could be reached; nothing was sent. */
    UNREACHABLE,
    /** A bound on requests or bytes in flight is reached; nothing was sent, try again after a completion. */
    BUSY,
    /** The file or client was closed before this was sent as a whole. */
    CLOSED,
    /** An unexpected failure inside Stria itself. */
    INTERNAL
}
