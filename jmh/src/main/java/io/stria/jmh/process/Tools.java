package io.stria.jmh.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The file tools of the examples, each run as a process of its own. */
public final class Tools {
    private final Processes processes;
    private final String uri;

    /**
     * Makes it.
     *
     * @param processes where they run
     * @param uri of the cluster they work on
     */
    public Tools(Processes processes, String uri) {
        this.processes = processes;
        this.uri = uri;
    }

    /**
     * Runs a tool to its end.
     *
     * @param tool its name
     * @param arguments its options and paths
     * @throws IOException if its jar has not been built or it fails, with what it said
     */
    public void run(String tool, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.addAll(List.of(
                Programs.java(),
                "-jar",
                Programs.jar("examples", "stria-examples.jar").toString(),
                tool,
                "--uri",
                uri));
        command.addAll(List.of(arguments));
        processes.run(tool, command);
    }
}
