package io.stria.examples.ior;

import io.stria.examples.cli.Failures;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintWriter;

/** A worker process: does the phases it is told of, on the ranks it is given. See {@link WorkerLink}. */
final class WorkerMain {
    private final IorOptions options;
    private final BufferedReader in;
    private final PrintWriter out;

    WorkerMain(IorOptions options, BufferedReader in, PrintWriter out) {
        this.options = options;
        this.in = in;
        this.out = out;
    }

    /** Works until the leader ends it; tells the leader if it cannot. */
    int run(String ranks) {
        int colon = ranks.indexOf(':');
        int first = Integer.parseInt(ranks.substring(0, colon));
        int count = Integer.parseInt(ranks.substring(colon + 1));
        try {
            work(first, count);
            return 0;
        } catch (Throwable failure) {
            say(WorkerLink.fail(Failures.sentence(failure)));
            return Failures.EXIT_CODE;
        }
    }

    private void work(int first, int count) throws Exception {
        long signature = number(read(), WorkerLink.SIGNATURE);
        try (ThreadWorkers workers =
                ThreadWorkers.start(options, Backends.open(options), first, count, signature, this::max)) {
            max(0);
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                PhaseResult result = workers.run(WorkerLink.phase(line));
                result.tasks().forEach(task -> say(WorkerLink.encode(task)));
                say(WorkerLink.DONE + " " + result.cpuNs() + " "
                        + result.metrics().encode());
            }
        }
    }

    private long max(long greatestHere) throws IOException {
        say(WorkerLink.MAX + " " + greatestHere);
        return number(read(), WorkerLink.MAX);
    }

    private String read() throws IOException {
        String line = in.readLine();
        if (line == null) {
            throw new EOFException("the leading process is gone");
        }
        return line;
    }

    private void say(String line) {
        out.println(line);
        out.flush();
    }

    private static long number(String line, String word) throws IOException {
        if (!line.startsWith(word + " ")) {
            throw new IOException("expected '" + word + "' from the leading process, got '" + line + "'");
        }
        return Long.parseLong(line.substring(word.length() + 1));
    }
}
