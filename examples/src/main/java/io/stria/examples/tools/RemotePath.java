package io.stria.examples.tools;

import io.stria.examples.cli.UserError;
import java.util.StringJoiner;

/**
 * A path in the cluster. What the user types may lack the leading slash, since there is no working directory, and have
 * more slashes and dots than needed.
 *
 * @param text absolute, without a slash at the end
 * @param onlyDirectory whether it was typed with a slash or dot at the end, so that it can only mean a directory
 */
record RemotePath(String text, boolean onlyDirectory) {
    static final RemotePath ROOT = new RemotePath("/", true);

    static RemotePath parse(String typed) throws UserError {
        if (typed.isEmpty()) {
            throw new UserError("empty path: name a file or directory of the cluster, like /a/b");
        }
        StringJoiner text = new StringJoiner("/", "/", "");
        for (String name : typed.split("/", -1)) {
            if (name.equals("..")) {
                throw new UserError("'..' is not resolved: give the full path (path=" + typed + ")");
            }
            if (!name.isEmpty() && !name.equals(".")) {
                text.add(name);
            }
        }
        return new RemotePath(text.toString(), typed.equals(".") || typed.endsWith("/") || typed.endsWith("/."));
    }

    boolean isRoot() {
        return text.equals("/");
    }

    /** The last part, empty for the root. */
    String name() {
        return text.substring(text.lastIndexOf('/') + 1);
    }

    RemotePath child(String name) {
        return new RemotePath(isRoot() ? "/" + name : text + "/" + name, false);
    }

    RemotePath parent() {
        int slash = text.lastIndexOf('/');
        return slash == 0 ? ROOT : new RemotePath(text.substring(0, slash), true);
    }

    /** The path as the cluster is asked for it, which refuses a file of a path that can only mean a directory. */
    String request() {
        return onlyDirectory && !isRoot() ? text + "/" : text;
    }

    @Override
    public String toString() {
        return request();
    }
}
