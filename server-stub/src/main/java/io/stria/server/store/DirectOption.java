package io.stria.server.store;

import java.nio.file.OpenOption;

/**
 * {@code ExtendedOpenOption.DIRECT}. Looked up by name, because a later JDK that compiles for 17 warns of its use, and
 * that warning cannot be silenced.
 */
final class DirectOption {
    static final OpenOption DIRECT = find();

    private DirectOption() {}

    private static OpenOption find() {
        try {
            for (Object option :
                    Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants()) {
                if (option.toString().equals("DIRECT")) {
                    return (OpenOption) option;
                }
            }
        } catch (ClassNotFoundException e) {
            // The same as if it were not among them.
        }
        return Missing.DIRECT;
    }

    /** Refused by every file system, which then says to run buffered. */
    private enum Missing implements OpenOption {
        DIRECT
    }
}
