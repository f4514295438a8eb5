package io.stria.examples.cli;

import java.nio.file.OpenOption;

/** O_DIRECT for plain files. */
public final class DirectIo {

    private DirectIo() {}

    /**
     * The option that opens a file with O_DIRECT. Looked up by name: a later JDK that compiles for 17 warns of a mention
     * of {@code ExtendedOpenOption}, and that warning cannot be silenced.
     *
     * @return {@code ExtendedOpenOption.DIRECT}
     * @throws UnsupportedOperationException if this Java runtime has no such option
     */
    public static OpenOption option() {
        try {
            for (Object option :
                    Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants()) {
                if (option.toString().equals("DIRECT")) {
                    return (OpenOption) option;
                }
            }
        } catch (ClassNotFoundException e) {
            throw new UnsupportedOperationException("this Java runtime has no O_DIRECT: it lacks jdk.unsupported", e);
        }
        throw new UnsupportedOperationException("this Java runtime has no O_DIRECT");
    }
}
