package io.stria.server.store;

import java.io.IOException;

/** Programs of the operating system that a test needs, where they are there. */
final class Commands {
    private Commands() {}

    /** Whether the program is there and succeeds. */
    static boolean run(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
