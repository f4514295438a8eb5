package io.stria.jmh.process;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A client in a JVM of its own: a main class of this module that takes one command per line and answers each with some
 * lines and at last {@link #DONE}. It stays alive from one measurement to the next, as an application does, so that its
 * code is compiled when it is measured.
 */
public final class ClientJvm {
    /** Ends an answer. */
    public static final String DONE = "@done";
    /** Begins the line that ends the answer to a command that failed. */
    public static final String FAILED = "@failed";

    private static final Duration ANSWER_TIMEOUT = Duration.ofMinutes(5);

    private final String name;
    private final Child child;

    private ClientJvm(String name, Child child) {
        this.name = name;
        this.child = child;
    }

    /**
     * Starts it with the class path and the JDK of this JVM.
     *
     * @param processes where it runs until closed
     * @param main the main class
     */
    public static ClientJvm start(Processes processes, Class<?> main) throws IOException {
        List<String> command = List.of(Programs.java(), "-cp", System.getProperty("java.class.path"), main.getName());
        return new ClientJvm(main.getSimpleName(), processes.start(main.getSimpleName(), command));
    }

    /**
     * Has a command carried out.
     *
     * @param words the command, of words without tabs or line ends
     * @return the lines of the answer
     * @throws IOException if the command failed, with what was said
     */
    public List<String> ask(String... words) throws IOException, InterruptedException {
        child.send(String.join("\t", words));
        List<String> answer = new ArrayList<>();
        for (String line = child.nextLine(ANSWER_TIMEOUT); !line.equals(DONE); line = child.nextLine(ANSWER_TIMEOUT)) {
            if (line.startsWith(FAILED)) {
                throw new IOException(name + " failed at '" + String.join(" ", words) + "':"
                        + line.substring(FAILED.length()) + child.stderr() + "\n" + String.join("\n", answer));
            }
            answer.add(line);
        }
        return answer;
    }

    /** CPU seconds used so far. */
    public double cpuSeconds() {
        return child.cpuSeconds();
    }
}
