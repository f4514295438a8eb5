package io.stria.examples.tools;

import io.stria.examples.cli.UserError;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Paths of the local file system. */
final class Local {

    private Local() {}

    static Path parse(String typed) throws UserError {
        if (typed.isEmpty()) {
            throw new UserError("empty path: name a file or directory, like ./a");
        }
        return resolve(Path.of(""), typed);
    }

    /** A name in a directory. */
    static Path resolve(Path directory, String name) throws UserError {
        try {
            return directory.resolve(name);
        } catch (InvalidPathException e) {
            throw new UserError(
                    "the local file system cannot have the name '" + name
                            + "': run in a UTF-8 locale, like LC_ALL=C.UTF-8",
                    e);
        }
    }

    /**
     * The name a copy of this file has; empty if a copy of a directory means its contents, as of {@code .} and the root.
     *
     * @throws UserError if the name is not text in the locale's encoding
     */
    static String name(Path path) throws UserError {
        Path last = path.getFileName();
        String name = last == null ? "" : last.toString();
        if (name.equals(".") || name.equals("..")) {
            return "";
        }
        try {
            if (last == null || Path.of(name).equals(last)) {
                return name;
            }
        } catch (InvalidPathException e) {
            // told below
        }
        throw new UserError("the name of " + path + " is not text in the locale's encoding: rename it, or run in the"
                + " locale it was made in, like LC_ALL=C.UTF-8");
    }

    static Destination.Kind kind(Path path) {
        if (Files.isDirectory(path)) {
            return Destination.Kind.DIRECTORY;
        }
        return Files.exists(path) ? Destination.Kind.FILE : Destination.Kind.MISSING;
    }

    /** An error of reading or writing, which the system tells without the file's name. */
    static IOException named(Path path, IOException failure) {
        return failure instanceof FileSystemException
                ? failure
                : named(path, String.valueOf(failure.getMessage()), failure);
    }

    private static FileSystemException named(Path path, String reason, IOException failure) {
        FileSystemException named = new FileSystemException(path.toString(), null, reason);
        named.initCause(failure);
        return named;
    }
}
