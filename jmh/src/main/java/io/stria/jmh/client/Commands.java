package io.stria.jmh.client;

import io.stria.jmh.process.ClientJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Answers the commands of a {@link ClientJvm} until standard input ends. */
final class Commands {

    private Commands() {}

    /** Carries out one command. */
    interface Handler {
        /**
         * Answers by printing lines.
         *
         * @param words of the command
         * @throws Exception to be told to the one who asked
         */
        void handle(List<String> words) throws Exception;
    }

    static void answer(Handler handler) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String last = ClientJvm.DONE;
            try {
                handler.handle(List.of(line.split("\t", -1)));
            } catch (Exception e) {
                e.printStackTrace();
                last = ClientJvm.FAILED + " " + e;
            }
            System.out.println(last);
        }
    }
}
