package io.stria.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.server.cli.ServerMain;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server in a JVM of its own, that can be stopped and killed. */
final class ServerProcess implements AutoCloseable {
    private static final String LISTENING = "listening on ";

    private final Process process;
    private final String address;

    private ServerProcess(Process process, String address) {
        this.process = process;
        this.address = address;
    }

    /** How a server that did not start ended. */
    record Ended(int exitCode, String out, String err) {}

    /** Starts a server and waits until it listens. */
    static ServerProcess start(List<String> arguments) throws IOException {
        return start(List.of(), arguments);
    }

    static ServerProcess start(List<String> jvmOptions, List<String> arguments) throws IOException {
        Process process = builder(jvmOptions, arguments)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out = process.inputReader();
        String line = out.readLine();
        if (line == null || !line.startsWith(LISTENING)) {
            process.destroyForcibly();
            throw new IOException("server did not start, it said: " + line);
        }
        return new ServerProcess(process, line.substring(LISTENING.length()));
    }

    /** Runs a command line that is expected to end by itself. */
    static Ended run(String... arguments) throws Exception {
        Path out = Files.createTempFile("stria-out", ".txt");
        Path err = Files.createTempFile("stria-err", ".txt");
        try {
            Process process = builder(List.of("-Dorg.slf4j.simpleLogger.defaultLogLevel=off"), List.of(arguments))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            try {
                assertThat(process.waitFor(Await.LONG.toSeconds(), TimeUnit.SECONDS))
                        .as("it ends: %s", List.of(arguments))
                        .isTrue();
            } finally {
                process.destroyForcibly();
            }
            return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    /** A JVM like this one, for a main class and its arguments to be added. */
    static List<String> jvm(List<String> jvmOptions) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1");
        if (Runtime.version().feature() >= 24) {
            command.add("--enable-native-access=ALL-UNNAMED"); // as the manifest of the runnable jar says
        }
        command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        return command;
    }

    private static ProcessBuilder builder(List<String> jvmOptions, List<String> arguments) {
        List<String> command = jvm(jvmOptions);
        command.add(ServerMain.class.getName());
        command.addAll(arguments);
        return new ProcessBuilder(command);
    }

    /** Command line of a server with a namespace and some targets in a directory. */
    static List<String> arguments(Path directory, int targets, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(more));
        arguments.add("--namespace");
        arguments.add(Files.createDirectories(directory.resolve("namespace")).toString());
        for (int i = 0; i < targets; i++) {
            arguments.add("--target");
            arguments.add(
                    Files.createDirectories(directory.resolve("target" + i)).toString());
        }
        return arguments;
    }

    String address() {
        return address;
    }

    String uri() {
        return "stria://" + address + "/";
    }

    void stop() throws Exception {
        signal("STOP");
    }

    void goOn() throws Exception {
        signal("CONT");
    }

    /** Sends a signal to this process and no other. */
    void signal(String name) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    /** The exit code, once it has ended. */
    int exitCode() throws Exception {
        return Await.value(process.onExit()).exitValue();
    }

    /** kill -9. */
    void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    @Override
    public void close() {
        kill();
    }

    /** What it has printed after the line that says where it listens; waits for its end. */
    String rest() throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
