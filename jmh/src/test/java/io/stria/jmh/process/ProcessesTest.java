package io.stria.jmh.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProcessesTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final Processes processes = new Processes();

    @AfterEach
    void close() {
        processes.close();
    }

    @Test
    void whatRanToItsEndLeavesItsOutputAndCpuTime() throws Exception {
        Processes.Finished finished =
                processes.run("sh", shell("i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo one; echo two"));

        assertThat(finished.stdout()).isEqualTo("one\ntwo\n");
        assertThat(finished.cpuS()).isPositive();
    }

    @Test
    void aFailureQuotesExitCodeAndStandardError() {
        assertThatThrownBy(() -> processes.run("peer", shell("echo out; echo no such device >&2; exit 3")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("peer ended with exit code 3")
                .hasMessageContaining("no such device")
                .hasMessageContaining("out");
    }

    @Test
    void waitsForTheLineThatSaysReady() throws Exception {
        Child server = processes.start("server", shell("echo starting; echo listening on 127.0.0.1:7440; cat"));

        String port = server.awaitLine(Pattern.compile("listening on \\S+:(\\d+)"), TIMEOUT)
                .group(1);
        server.send("still here");

        assertThat(port).isEqualTo("7440");
        assertThat(server.nextLine(TIMEOUT)).isEqualTo("still here");
    }

    @Test
    void aServerThatEndsInsteadIsAnError() throws Exception {
        Child server = processes.start("server", shell("echo port taken >&2; exit 1"));

        assertThatThrownBy(() -> server.awaitLine(Pattern.compile("listening"), TIMEOUT))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("server ended with exit code 1: port taken");
    }

    @Test
    void closingEndsWhatRunsAndWhatThatStarted() throws Exception {
        Child parent = processes.start("parent", shell("sleep 1000 & echo $!; wait"));
        long grandchild = Long.parseLong(parent.nextLine(TIMEOUT));

        processes.close();

        assertThat(parent.isAlive()).isFalse();
        ProcessHandle.of(grandchild).ifPresent(left -> left.onExit().join());
    }

    @Test
    void nothingIsStartedAfterTheEnd() {
        processes.close();

        assertThatThrownBy(() -> processes.start("late", shell("exit 0"))).hasMessageContaining("late is not started");
    }

    @Test
    void aMissingPeerSaysHowToInstallIt() {
        assertThatThrownBy(() -> Programs.peer("no-such-peer")).hasMessageContaining("run .ci/install-peers");
    }

    private static List<String> shell(String script) {
        return List.of("/bin/sh", "-c", script);
    }
}
