package io.stria.server.namespace;

import io.stria.ErrorCode;
import io.stria.StriaException;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;

/** Turns what SQLite says into what clients are told. */
final class Failures {

    private Failures() {}

    /** Whether the storage as a whole refuses, which concerns every operation of a transaction alike. */
    static boolean isOfStorage(Throwable failure) {
        return failure instanceof SQLException sql
                && switch (primary(sql)) {
                    case SQLITE_FULL, SQLITE_IOERR, SQLITE_READONLY, SQLITE_CANTOPEN -> true;
                    default -> false;
                };
    }

    static StriaException of(Throwable failure) {
        if (failure instanceof StriaException known) {
            return known;
        }
        if (!(failure instanceof SQLException sql)) {
            return new StriaException(ErrorCode.INTERNAL, "the namespace failed: " + failure, failure);
        }
        return switch (primary(sql)) {
            case SQLITE_FULL ->
                new StriaException(
                        ErrorCode.NO_SPACE, "the namespace has no space left: free some on its file system", sql);
            case SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB ->
                new StriaException(ErrorCode.IO_ERROR, "the namespace's storage failed: " + sql.getMessage(), sql);
            case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM ->
                new StriaException(
                        ErrorCode.ACCESS_DENIED, "the namespace cannot write its files: " + sql.getMessage(), sql);
            case SQLITE_BUSY, SQLITE_LOCKED ->
                new StriaException(
                        ErrorCode.BUSY, "another program uses the namespace's database: " + sql.getMessage(), sql);
            default -> new StriaException(ErrorCode.INTERNAL, "the namespace failed: " + sql.getMessage(), sql);
        };
    }

    /** The low byte is the primary code, the rest says more about the place. */
    private static SQLiteErrorCode primary(SQLException failure) {
        return SQLiteErrorCode.getErrorCode(failure.getErrorCode() & 0xFF);
    }
}
