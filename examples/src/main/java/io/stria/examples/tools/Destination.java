package io.stria.examples.tools;

import io.stria.examples.cli.UserError;
import java.util.HashSet;
import java.util.Set;

/**
 * Where copies go, by the rules of {@code cp -r}: into an existing directory, else under the new name, which only one
 * source can have.
 */
final class Destination {

    /** What stands at the destination. */
    enum Kind {
        MISSING,
        FILE,
        DIRECTORY
    }

    private final String path;
    private final Kind kind;
    private final boolean onlyDirectory;
    private final int sources;
    private final Set<String> taken = new HashSet<>();

    /**
     * Begins.
     *
     * @param path for messages
     * @param onlyDirectory whether the path ends in a slash
     * @param sources how many there are
     * @throws UserError if there are several and the destination is not a directory
     */
    Destination(String path, Kind kind, boolean onlyDirectory, int sources) throws UserError {
        this.path = path;
        this.kind = kind;
        this.onlyDirectory = onlyDirectory;
        this.sources = sources;
        if (sources > 1 && kind == Kind.MISSING) {
            throw new UserError("no directory " + path + ": several sources need one that exists, make it first");
        }
        if (kind == Kind.FILE && (sources > 1 || onlyDirectory)) {
            throw new UserError("not a directory: " + path + ": name a directory as the destination");
        }
    }

    /** Whether sources go into it, under their own last names. */
    boolean isDirectory() {
        return kind == Kind.DIRECTORY;
    }

    /** Checks that a source can go there. */
    void check(String source, boolean isDirectory) throws UserError {
        if (isDirectory && kind == Kind.FILE) {
            throw new UserError("a directory cannot replace a file: " + source + " to " + path
                    + ": remove the file or name another destination");
        }
        if (!isDirectory && kind == Kind.MISSING && onlyDirectory) {
            throw new UserError("no directory " + path + ": make it first, or leave out the slash at its end");
        }
    }

    /**
     * Takes the name of one file, so that of several sources none replaces what another has just brought.
     *
     * @throws UserError if it is taken
     */
    void take(String file) throws UserError {
        if (sources > 1 && !taken.add(file)) {
            throw new UserError("two of the sources are called " + file + ": copy them to different directories");
        }
    }
}
