package io.stria.server.namespace;

import io.stria.ErrorCode;
import io.stria.StriaException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A checked path.
 *
 * @param text as it was given
 * @param names of its parts in UTF-8, none for the root
 * @param onlyDirectory whether it ended in a slash, which a file's path must not
 */
record NamespacePath(String text, List<byte[]> names, boolean onlyDirectory) {
    static final int MAX_NAME_BYTES = 255;
    static final int MAX_PATH_BYTES = 4096;

    static NamespacePath parse(String text) throws StriaException {
        if (text.length() > MAX_PATH_BYTES || text.getBytes(StandardCharsets.UTF_8).length > MAX_PATH_BYTES) {
            throw refused(
                    "path too long, use up to " + MAX_PATH_BYTES + " bytes of UTF-8", text.substring(0, 64) + "…");
        }
        if (!text.startsWith("/")) {
            throw refused("path not absolute, begin it with '/'", text);
        }
        List<byte[]> names = new ArrayList<>();
        boolean onlyDirectory = text.length() > 1 && text.endsWith("/");
        if (text.length() > 1) {
            String parts = text.substring(1, onlyDirectory ? text.length() - 1 : text.length());
            for (String name : parts.split("/", -1)) {
                names.add(name(text, name));
            }
        }
        return new NamespacePath(text, names, onlyDirectory);
    }

    private static byte[] name(String path, String name) throws StriaException {
        if (name.isEmpty()) {
            throw refused("empty name in path, use single slashes", path);
        }
        if (name.equals(".") || name.equals("..")) {
            throw refused("'.' and '..' are not resolved, give the full path", path);
        }
        if (name.indexOf('\0') >= 0) {
            throw refused("NUL character in path", path.replace('\0', '␀'));
        }
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_NAME_BYTES) {
            throw refused("name of " + bytes.length + " bytes of UTF-8, use up to " + MAX_NAME_BYTES, path);
        }
        // Half a surrogate pair was encoded as '?': it would name another file.
        if (!new String(bytes, StandardCharsets.UTF_8).equals(name)) {
            throw refused("name is not valid Unicode (unpaired surrogate)", path);
        }
        return bytes;
    }

    boolean isRoot() {
        return names.isEmpty();
    }

    byte[] lastName() {
        return names.get(names.size() - 1);
    }

    /** The path down to one of its parts, for messages. */
    String upTo(int part) {
        StringBuilder out = new StringBuilder();
        for (byte[] name : names.subList(0, part + 1)) {
            out.append('/').append(new String(name, StandardCharsets.UTF_8));
        }
        return out.toString();
    }

    private static StriaException refused(String what, String path) {
        return new StriaException(ErrorCode.INVALID_ARGUMENT, what + " (path=" + path + ")");
    }
}
