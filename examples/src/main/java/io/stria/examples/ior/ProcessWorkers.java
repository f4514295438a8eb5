package io.stria.examples.ior;

import io.stria.examples.cli.UserError;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Ranks spread over processes of their own, each with its own client. This side leads: it answers barriers and collects
 * results, one line after the other from each process, since all of them say the same sequence of things. See
 * {@link WorkerLink}.
 */
final class ProcessWorkers implements Workers {
    private static final int EXIT_SECONDS = 30;

    private final IorOptions options;
    private final List<Worker> workers = new ArrayList<>();

    private record Worker(Process process, BufferedReader in, PrintWriter out) {

        static Worker start(List<String> command) throws IOException {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            return new Worker(
                    process,
                    process.inputReader(StandardCharsets.UTF_8),
                    new PrintWriter(process.outputWriter(StandardCharsets.UTF_8)));
        }

        void say(String line) {
            out.println(line);
            out.flush();
        }

        String read() throws UserError {
            try {
                String line = in.readLine();
                if (line == null) {
                    throw new UserError("a worker process (pid " + process.pid()
                            + ") ended unexpectedly: what it printed above says why");
                }
                if (line.startsWith(WorkerLink.FAIL + " ")) {
                    throw new UserError(line.substring(WorkerLink.FAIL.length() + 1));
                }
                return line;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    ProcessWorkers(IorOptions options, List<String> arguments, long signature) throws IOException, UserError {
        this.options = options;
        try {
            for (int i = 0; i < options.processes; i++) {
                String ranks = i * options.tasksPerProcess() + ":" + options.tasksPerProcess();
                workers.add(Worker.start(command(arguments, ranks)));
            }
            workers.forEach(worker -> worker.say(WorkerLink.SIGNATURE + " " + signature));
            answerBarrier(next());
        } catch (IOException | UserError | RuntimeException e) {
            workers.forEach(worker -> worker.process().destroy());
            throw e;
        }
    }

    /** The same program with the same heap and options. */
    private static List<String> command(List<String> arguments, String ranks) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String argument : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (argument.startsWith("-X") || argument.startsWith("-Dio.") || argument.startsWith("-Dorg.slf4j.")) {
                command.add(argument);
            }
        }
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add("io.stria.examples.Main");
        command.addAll(arguments);
        command.add("--worker-ranks=" + ranks);
        return command;
    }

    @Override
    public PhaseResult run(Phase phase) throws UserError {
        workers.forEach(worker -> worker.say(WorkerLink.encode(phase)));
        List<String> lines = next();
        while (lines.get(0).startsWith(WorkerLink.MAX + " ")) {
            answerBarrier(lines);
            lines = next();
        }
        return collect(lines);
    }

    /** The next line of each worker. */
    private List<String> next() throws UserError {
        List<String> lines = new ArrayList<>();
        for (Worker worker : workers) {
            lines.add(worker.read());
        }
        return lines;
    }

    private void answerBarrier(List<String> lines) {
        long greatest = lines.stream()
                .mapToLong(line -> Long.parseLong(line.substring(WorkerLink.MAX.length() + 1)))
                .max()
                .orElseThrow();
        workers.forEach(worker -> worker.say(WorkerLink.MAX + " " + greatest));
    }

    private PhaseResult collect(List<String> firstLines) throws UserError {
        List<TaskResult> tasks = new ArrayList<>();
        Metrics metrics = Metrics.NONE;
        long cpuNs = 0;
        for (int i = 0; i < workers.size(); i++) {
            String line = firstLines.get(i);
            while (line.startsWith(WorkerLink.RANK + " ")) {
                tasks.add(WorkerLink.taskResult(line));
                line = workers.get(i).read();
            }
            String[] done = line.split(" ", -1);
            cpuNs += Long.parseLong(done[1]);
            metrics = metrics.plus(Metrics.decode(done[2]));
        }
        return new PhaseResult(tasks, options.transferSize, cpuNs, metrics);
    }

    @Override
    public String statistics() {
        return "";
    }

    /** Ends the input of the workers, so that they close their clients and exit; kills those that do not. */
    @Override
    public void close() {
        workers.forEach(worker -> worker.out().close());
        for (Worker worker : workers) {
            try {
                if (!worker.process().waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
                    worker.process().destroyForcibly();
                }
            } catch (InterruptedException e) {
                worker.process().destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
