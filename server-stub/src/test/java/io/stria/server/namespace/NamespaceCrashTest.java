package io.stria.server.namespace;

import static io.stria.server.namespace.Fixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.stria.ErrorCode;
import io.stria.wire.Messages.FileRecord;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kills a server with SIGKILL while it works, and looks for everything it had acknowledged. */
class NamespaceCrashTest {
    private static final int ROUNDS = 3;
    private static final int THREADS = 8;

    @TempDir
    Path directory;

    /** What is known of a name: which file, and its size if it is certain. */
    private record Known(long fileId, long size) {}

    private final Map<String, Known> expected = new HashMap<>();
    /** Names an operation was begun on and not reported as done: either outcome is right. */
    private final Set<String> undecided = new HashSet<>();

    private final Set<Long> allFileIds = new HashSet<>();
    private final Set<Long> nameless = new HashSet<>();

    @Test
    @Timeout(60)
    void whatWasAcknowledgedSurvivesAKill() throws Exception {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            runAndKill(random.nextLong(), round, 300 + random.nextInt(1200));
            verify();
        }
    }

    private void runAndKill(long seed, int round, int linesCount) throws Exception {
        undecided.clear();
        Process victim = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CrashVictim.class.getName(),
                        directory.toString(),
                        Long.toString(seed),
                        Integer.toString(THREADS),
                        Integer.toString(round)))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader lines = victim.inputReader()) {
            int count = 0;
            for (String line; (line = lines.readLine()) != null; count++) {
                if (count == linesCount) {
                    // SIGKILL to this one process; through the handle, which leaves the rest of the pipe to be read.
                    victim.toHandle().destroyForcibly();
                }
                note(line.split(" "));
            }
            assertThat(count).as("the victim died by itself").isGreaterThanOrEqualTo(linesCount);
        } finally {
            victim.destroyForcibly().waitFor();
        }
    }

    private void note(String[] words) {
        boolean done = words[0].equals("done");
        String path = words[2];
        if (done) {
            undecided.remove(path);
        } else {
            undecided.add(path);
        }
        switch (words[1]) {
            case "open" -> {
                if (done) {
                    long fileId = Long.parseLong(words[3]);
                    allFileIds.add(fileId);
                    expected.put(path, new Known(fileId, -1));
                }
            }
            case "close" -> {
                if (done) {
                    expected.put(path, new Known(expected.get(path).fileId(), Long.parseLong(words[3])));
                }
            }
            case "remove" -> {
                if (done && words[3].equals("true")) {
                    forget(path);
                }
            }
            case "rename" -> {
                String to = words[3];
                if (!done) {
                    undecided.add(to);
                    return;
                }
                undecided.remove(to);
                if (words[4].equals("true") && !path.equals(to)) {
                    Known moved = expected.remove(path);
                    forget(to);
                    expected.put(to, moved);
                }
            }
            default -> throw new AssertionError(String.join(" ", words));
        }
    }

    private void forget(String path) {
        Known gone = expected.remove(path);
        if (gone != null) {
            nameless.add(gone.fileId());
        }
    }

    private void verify() throws Exception {
        try (Fixture ns = new Fixture(directory)) {
            ns.assertConsistent();
            for (String path : undecided) {
                adopt(ns, path);
            }
            expected.forEach((path, known) -> {
                FileRecord found = ns.stat(path);
                assertThat(found.fileId()).as(path).isEqualTo(known.fileId());
                assertThat(found.sizeValid()).as(path).isEqualTo(known.size() >= 0);
                if (known.size() >= 0) {
                    assertThat(found.size()).as(path).isEqualTo(known.size());
                }
            });
            assertThat(ns.list("/"))
                    .containsExactlyInAnyOrderElementsOf(expected.keySet().stream()
                            .map(path -> path.substring(1))
                            .toList());
            assertThat(ns.count("SELECT count(DISTINCT id) FROM destroy")).isGreaterThanOrEqualTo(nameless.size());
            for (long fileId : nameless) {
                assertThat(ns.count("SELECT count(*) FROM destroy WHERE id = " + fileId))
                        .as("targets told to destroy " + fileId)
                        .isEqualTo(2);
            }
            assertThat(ns.file("/probe").fileId()).as("an id given twice").isNotIn(allFileIds);
            ns.remove("/probe");
        }
    }

    /** Takes over what became of a name whose last operation was cut off. */
    private void adopt(Fixture ns, String path) {
        Known before = expected.remove(path);
        Set<String> names = new HashSet<>(ns.list("/"));
        if (!names.contains(path.substring(1))) {
            assertRefused(ErrorCode.NOT_FOUND, () -> ns.stat(path));
            return;
        }
        FileRecord found = ns.stat(path);
        if (before != null && before.fileId() == found.fileId() && before.size() >= 0 && found.sizeValid()) {
            assertThat(found.size()).as(path).isEqualTo(before.size());
        }
        allFileIds.add(found.fileId());
        expected.put(path, new Known(found.fileId(), found.sizeValid() ? found.size() : -1));
    }
}
