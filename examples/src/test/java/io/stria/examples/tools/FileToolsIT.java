package io.stria.examples.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.AsyncFile;
import io.stria.FileLayout;
import io.stria.Stria;
import io.stria.StriaClient;
import io.stria.examples.CommandRun;
import io.stria.server.ServerConfig;
import io.stria.server.StoreKind;
import io.stria.server.StriaServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileToolsIT {
    private static final int TARGETS = 3;
    private static final int FILES = 300;
    private static final int[] EDGES = {0, 1, 65_535, 65_536, 65_537, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 9_000_001};

    @TempDir
    private static Path storage;

    @TempDir
    private Path local;

    private static StriaServer server;
    private static StriaClient client;
    private static int number;

    /** A directory of its own in the cluster for each test. */
    private String home;

    @BeforeAll
    static void start() throws Exception {
        server = serve(storage);
        client = Stria.connect(uri(server));
    }

    private static StriaServer serve(Path directory) throws IOException {
        ServerConfig.Builder builder = ServerConfig.builder()
                .namespace(Files.createDirectories(directory.resolve("namespace")))
                .store(StoreKind.MEMORY);
        for (int i = 0; i < TARGETS; i++) {
            builder.target(Files.createDirectories(directory.resolve("target" + i)));
        }
        return StriaServer.start(builder.build());
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
        server.close();
    }

    @BeforeEach
    void makeHome() throws Exception {
        home = "/home" + ++number;
        client.mkdir(home).join();
    }

    private static String uri(StriaServer of) {
        return "stria://" + of.address() + "/";
    }

    private static CommandRun run(String command, Object... arguments) {
        List<String> all = new ArrayList<>(List.of(command, "--uri", uri(server)));
        Stream.of(arguments).map(String::valueOf).forEach(all::add);
        return CommandRun.of(all.toArray(String[]::new));
    }

    private static CommandRun succeeds(String command, Object... arguments) {
        CommandRun run = run(command, arguments);
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        return run;
    }

    private static void fails(String sentence, String command, Object... arguments) {
        CommandRun run = run(command, arguments);
        assertThat(run.err()).contains(sentence).doesNotContain("\tat ");
        assertThat(run.err().lines()).as(run.err()).hasSize(1);
        assertThat(run.exitCode()).isEqualTo(1);
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(local.resolve(name), text);
    }

    private static List<String> names(String directory) {
        return client.list(directory).join().stream().map(entry -> entry.name()).toList();
    }

    private static Map<String, byte[]> contents(Path tree) throws IOException {
        Map<String, byte[]> contents = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(tree)) {
            for (Path path : paths.toList()) {
                contents.put(
                        tree.relativize(path).toString(),
                        Files.isDirectory(path) ? new byte[] {'d'} : Files.readAllBytes(path));
            }
        }
        return contents;
    }

    private Path oddTree() throws IOException {
        Random random = new Random(7);
        Path tree = Files.createDirectory(local.resolve("tree"));
        List<Path> directories = new ArrayList<>(List.of(tree));
        for (String name : List.of("a b", "ünïcode 漢字", "-rf", "@x", "empty", "x".repeat(255))) {
            directories.add(Files.createDirectory(tree.resolve(name)));
        }
        directories.remove(5);
        for (int i = 0; i < FILES; i++) {
            byte[] bytes = new byte[i < EDGES.length ? EDGES[i] : random.nextInt(20_000)];
            random.nextBytes(bytes);
            Files.write(directories.get(i % directories.size()).resolve("-f " + i + " é"), bytes);
        }
        Files.write(tree.resolve("y".repeat(255)), new byte[] {1});
        return tree;
    }

    @Test
    void aTreeOfOddSizesAndNamesComesBackAsItWentIn() throws Exception {
        Path tree = oddTree();
        CommandRun put = succeeds(
                "put", "--progress", "--stripe-count", "-1", "--stripe-size", "64k", "--memory", "8m", tree, home);
        assertThat(put.out())
                .contains("put 100% [===")
                .doesNotContain("? %")
                .contains("put: " + (FILES + 1) + " files, ");
        assertThat(client.stat(home + "/tree/" + "y".repeat(255))
                        .join()
                        .layout()
                        .targets())
                .hasSize(TARGETS);
        succeeds("get", "-q", home + "/tree", local.resolve("back"));
        assertThat(contents(local.resolve("back"))).containsExactlyEntriesOf(contents(tree));
        // Once more, over what is there; and one job with the least memory.
        succeeds("put", "-q", "--jobs", 1, "--memory", "1m", tree + "/.", home + "/tree");
        succeeds("get", "-q", "--jobs", 1, "--memory", "1m", home + "/tree", local.resolve("back"));
        assertThat(contents(local.resolve("back/tree"))).containsExactlyEntriesOf(contents(tree));
        succeeds("rm", "-r", home + "/tree");
        assertThat(names(home)).isEmpty();
    }

    @Test
    void namesMeanWhatTheyMeanToCp() throws Exception {
        Path file = file("f", "one");
        succeeds("put", "-q", file, home);
        succeeds("put", "-q", file, home + "/new");
        assertThat(names(home)).containsExactly("f", "new");
        fails("no directory " + home + "/none/", "put", "-q", file, home + "/none/");
        fails("not a directory: " + home + "/f/", "put", "-q", file, home + "/f/");
        fails("cannot replace a file", "put", "-q", local, home + "/f");
        fails("several sources", "put", "-q", file, file, home + "/none");
        fails("two of the sources", "put", "-q", file, file, home);
        fails("no such directory: " + home + "/none/:", "put", "-q", file, home + "/none/x");
        fails("a file stands where a directory is needed", "put", "-q", file, home + "/f/x");
        fails("is not resolved", "put", "-q", file, home + "/../x");
        succeeds("get", "-q", home + "/f", home + "/new", local);
        assertThat(local.resolve("new")).hasContent("one");
        fails("no such directory: " + local + "/none:", "get", "-q", home + "/f", local + "/none/x");
        assertThat(succeeds("get", home + "/f", local).out())
                .as("no bar without a terminal")
                .startsWith("get: 1 files, 3 B");
        fails("no directory", "get", "-q", home + "/f", local + "/none/");
        fails("not a directory", "get", "-q", home + "/f", home + "/new", file);
        fails("path must not end in '/'", "get", "-q", home + "/f/", local);
        fails("cannot replace a file", "get", "-q", home, file);
    }

    @Test
    void aFailureIsToldTheOthersGoOnAndNoTemporaryIsLeft() throws Exception {
        Path tree = Files.createDirectory(local.resolve("tree"));
        Files.writeString(tree.resolve("good"), "good");
        Files.writeString(tree.resolve("taken"), "x");
        Files.createSymbolicLink(tree.resolve("link"), tree.resolve("good"));
        Files.createSymbolicLink(tree.resolve("nowhere"), tree.resolve("missing"));
        Files.createSymbolicLink(tree.resolve("loop"), tree);
        client.mkdir(home + "/tree").join();
        client.mkdir(home + "/tree/taken").join();
        CommandRun run = run("put", "-q", tree, local.resolve("absent"), home);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .contains("cannot copy " + tree + "/taken to " + home + "/tree/taken: ", "cannot replace a directory")
                .contains("the symbolic link " + tree + "/nowhere leads nowhere")
                .contains("a symbolic link leads to a directory above itself: " + tree + "/loop")
                .contains("no such file or directory: " + local + "/absent");
        assertThat(run.err().lines()).hasSize(4);
        assertThat(names(home + "/tree")).containsExactly("good", "link", "taken");
        assertThat(names(home)).containsExactly("tree");
    }

    @Test
    void pipesAreSkippedWithANote() throws Exception {
        Path tree = Files.createDirectory(local.resolve("tree"));
        assertThat(new ProcessBuilder("mkfifo", tree.resolve("pipe").toString())
                        .start()
                        .waitFor())
                .isZero();
        CommandRun run = run("put", "-q", tree, home);
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEqualTo("note: skipped: " + tree + "/pipe is neither a file nor a directory\n");
    }

    @Test
    void aFileWhoseSizeIsNotWhatItSaidIsAFailure() {
        fails("the size of /proc/version changed while it was read", "put", "-q", "/proc/version", home);
        assertThat(names(home)).isEmpty();
    }

    @Test
    void aFailedGetLeavesNothingAndReplacesNothing() throws Exception {
        AsyncFile open = client.create(home + "/f", FileLayout.DEFAULT).join();
        open.truncate(100).join();
        open.closeAsync().join();
        Path directory = Files.createDirectories(local.resolve("d/f"));
        fails("a file cannot replace a directory: ", "get", "-q", home + "/f", directory.getParent());
        assertThat(directory).isEmptyDirectory();
        assertThat(directory.getParent().toFile().list()).containsExactly("f");
        fails("no such file or directory", "get", "-q", home + "/none", local);
        Path link = Files.createSymbolicLink(local.resolve("link"), file("old", "old"));
        succeeds("get", "-q", home + "/f", link);
        assertThat(link).isSymbolicLink();
        assertThat(local.resolve("old")).hasSize(100);
        succeeds("get", "-q", home + "/f", "/dev/null");
    }

    @Test
    void aServerThatGoesAwayEndsTheCopyWithASentence() throws Exception {
        Path tree = Files.createDirectory(local.resolve("tree"));
        for (int i = 0; i < 2000; i++) {
            Files.write(tree.resolve("f" + i), new byte[5000]);
        }
        StriaServer other = serve(Files.createDirectory(local.resolve("storage")));
        CommandRun[] run = new CommandRun[1];
        try (StriaClient watch = Stria.connect(uri(other))) {
            Thread copy =
                    new Thread(() -> run[0] = CommandRun.of("put", "-q", "--uri", uri(other), tree.toString(), "/in"));
            copy.start();
            while (watch.list("/").join().isEmpty() || watch.list("/in").join().size() < 50) {
                Thread.onSpinWait();
            }
            other.close();
            copy.join();
        }
        assertThat(run[0].exitCode()).isEqualTo(1);
        assertThat(run[0].err())
                .contains("stopped: the cluster cannot be reached")
                .doesNotContain("\tat ");
        assertThat(run[0].err()).doesNotContain("unexpected");
    }

    @Test
    void directoriesAreListed() throws Exception {
        succeeds("put", "-q", file("b", "12345"), home);
        succeeds("mkdir", home + "/a\nb");
        assertThat(succeeds("ls", home).out()).isEqualTo("a?b/\nb\n");
        assertThat(succeeds("ls", home + "/b").out()).isEqualTo(home + "/b\n");
        assertThat(succeeds("ls", "-l", home).out().lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("d ").endsWith(" a?b/"),
                        line -> assertThat(line)
                                .startsWith("- ")
                                .contains(" 5  ")
                                .endsWith("  3  b"));
        assertThat(succeeds("ls", "-l", "--json", home).out())
                .startsWith("[")
                .contains("\"path\": \"" + home + "/a\\u000ab\"", "\"size\": 5", "\"type\": \"directory\"");
        CommandRun partly = run("ls", home + "/none", home);
        assertThat(partly.exitCode()).isEqualTo(1);
        assertThat(partly.err()).contains("no such file or directory");
        assertThat(partly.out()).isEqualTo(home + ":\na?b/\nb\n");
        assertThat(succeeds("stat", home + "/b").out()).contains("size:     5 (5 B)", "type:     file");
        assertThat(succeeds("stat", "--json", "/").out()).contains("\"path\": \"/\"");
    }

    @ParameterizedTest
    @CsvSource({
        "no such file or directory,     stat, %/none, ''",
        "path must not end in '/',      stat, %/f/, ''",
        "a file stands where,           stat, %/f/x, ''",
        "is not resolved,               stat, %/.., ''",
        "no such file or directory,     rm, %/none, ''",
        "is a directory: add -r,        rm, %/d, ''",
        "path must not end in '/',      rm, %/f/, ''",
        "the root cannot be removed,    rm, /, -r",
        "the name is taken,             mkdir, %/d, ''",
        "no such directory,             mkdir, %/none/x, ''",
        "a file stands where,           mkdir, %/f/x, ''",
        "a file stands where,           mkdir, %/f, -p",
        "a file stands where,           mkdir, %/f/x/y, -p",
        "no such file or directory,     mv, %/none, %/x",
        "a directory cannot replace,    mv, %/d, %/f",
        "cannot move into itself,       mv, %/d, %/d",
        "no directory,                  mv, %/f, %/none/",
        "the root cannot be moved,      mv, /, %/x",
        "is not resolved,               mv, %/f, ..",
        "no such file or directory,     getstripe, %/none, ''",
        "name of 256 bytes of UTF-8,    mkdir, %/256, ''",
        "name of 256 bytes of UTF-8,    mv, %/f, %/256",
        "name of 256 bytes of UTF-8,    stat, %/256, ''",
        "path too long,                 ls, 5000, ''",
        "the name is taken,             setstripe, %/f, ''",
        "empty path,                    rm, '', -r"
    })
    void whatCannotBeDoneIsToldInOneSentence(String sentence, String command, String first, String second) {
        client.mkdir(home + "/d").join();
        client.create(home + "/f", FileLayout.DEFAULT).join().closeAsync().join();
        List<Object> arguments = new ArrayList<>();
        arguments.add(argument(first));
        if (!second.isEmpty()) {
            arguments.add(argument(second));
        }
        fails(sentence, command, arguments.toArray());
        assertThat(names(home)).containsExactly("d", "f");
    }

    private String argument(String pattern) {
        return pattern.replace("%", home).replace("5000", "x/".repeat(2500)).replace("256", "x".repeat(256));
    }

    @Test
    void whatIsNotThereNeedNotBeRemoved() {
        fails("no such file or directory", "rm", home + "/none");
        succeeds("rm", "-f", home + "/none");
        succeeds("rm", "-f", "-r", home);
        fails("no such file or directory", "ls", home);
    }

    @Test
    void filesAndDirectoriesAreMoved() {
        succeeds("mkdir", "-p", home + "/a/b/c", "/", home + "/a");
        client.create(home + "/f", FileLayout.DEFAULT).join().closeAsync().join();
        succeeds("mv", home + "/f", home + "/g");
        succeeds("mv", home + "/g", home + "/a/b", home + "/a");
        assertThat(names(home + "/a")).containsExactly("b", "g");
        succeeds("mv", home + "/a/", home + "/z/");
        assertThat(names(home)).containsExactly("z");
        succeeds("mkdir", home + "/c");
        fails("two of the sources", "mv", home + "/c", home + "/z/b/c", home + "/z");
        assertThat(names(home + "/z/b")).containsExactly("c");
    }

    @Test
    void layoutsAreSetAndShown() {
        succeeds("setstripe", "--stripe-size", "64k", "--targets", "2,0", home + "/f");
        assertThat(succeeds("getstripe", home + "/f").out())
                .contains("stripe size:  65536", "stripe count: 2", "stripe 0: target 2 at " + server.address());
        succeeds("setstripe", "--stripe-count", 1, "--start-target", 1, home);
        succeeds("setstripe", home + "/g");
        assertThat(succeeds("getstripe", "--json", home + "/g").out())
                .contains("\"stripeCount\": 1", "\"target\": 1", "\"address\": \"" + server.address());
        assertThat(succeeds("getstripe", home).out()).contains("(layout of new files)", "start target: 1");
        fails("leave one of the two out", "setstripe", "--start-target", 1, "--targets", "1", home + "/h");
        fails("name one target per stripe", "setstripe", "--stripe-count", 3, "--targets", "1", home + "/h");
        fails("stripe size 5 B", "setstripe", "--stripe-size", 5, home + "/h");
    }

    @Test
    void targetsAreShownWithTheirSpace() {
        assertThat(succeeds("df").out().lines()).hasSize(TARGETS + 1);
        assertThat(succeeds("df", "--json").out()).contains("\"target\": 2", "\"totalBytes\": ", server.address());
    }
}
