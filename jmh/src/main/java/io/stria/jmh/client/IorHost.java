package io.stria.jmh.client;

import io.stria.Stria;
import io.stria.StriaClient;
import io.stria.examples.Main;
import java.io.IOException;
import java.util.List;

/**
 * Runs the {@code ior} example again and again in one JVM: {@code ior OPTION…}. {@code delete URI PATH} removes a file,
 * so that its blocks are not freed at the expense of a measurement.
 */
public final class IorHost {

    private IorHost() {}

    /** Answers commands until standard input ends. */
    public static void main(String[] args) throws IOException {
        Commands.answer(IorHost::handle);
    }

    private static void handle(List<String> words) throws IOException {
        if (words.get(0).equals("delete")) {
            try (StriaClient client = Stria.connect(words.get(1))) {
                client.delete(words.get(2)).join();
            }
            return;
        }
        int exitCode = Main.commandLine().execute(words.toArray(new String[0]));
        if (exitCode != 0) {
            throw new IOException("exit code " + exitCode);
        }
    }
}
