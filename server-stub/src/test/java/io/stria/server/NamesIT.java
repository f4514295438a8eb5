package io.stria.server;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.DSYNC;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.SPARSE;
import static java.nio.file.StandardOpenOption.SYNC;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.stria.AsyncFile;
import io.stria.Counter;
import io.stria.DirectoryEntry;
import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.FileStatus;
import io.stria.MiB;
import io.stria.StriaClient;
import io.stria.StriaFuture;
import io.stria.TargetSpace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names, options and layouts as a client sees them. */
class NamesIT {
    private static final int TARGETS = 4;

    @TempDir
    static Path directory;

    private static TestCluster cluster;
    private static StriaClient client;
    private static StriaClient other;
    private static int number;

    /** A directory of its own for each test. */
    private String home;

    @BeforeAll
    static void start() throws Exception {
        cluster = TestCluster.start(directory, TARGETS, server -> server.buffered(true));
        client = cluster.client();
        other = cluster.client();
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
        other.close();
        cluster.close();
    }

    @BeforeEach
    void makeHome() throws Exception {
        home = "/home" + ++number;
        Await.value(client.mkdir(home));
    }

    private static ByteBuffer text(String text) {
        return Bytes.direct(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String read(AsyncFile file) throws Exception {
        ByteBuffer back = ByteBuffer.allocate(1000);
        int count = (int) Math.max(0, Await.value(file.read(back, 0)));
        return new String(back.array(), 0, count, StandardCharsets.UTF_8);
    }

    private void write(String path, String text) throws Exception {
        AsyncFile file = Await.value(client.open(path, CREATE, WRITE));
        Await.value(file.write(text(text), 0));
        Await.value(file.closeAsync());
    }

    private static String read(String path) throws Exception {
        AsyncFile file = Await.value(other.open(path));
        String text = read(file);
        Await.value(file.closeAsync());
        return text;
    }

    /** Whatever is to be destroyed now has been destroyed when this returns. */
    private void awaitDestruction() throws Exception {
        List<Path> before = objects();
        write(home + "/canary", "x");
        List<Path> ofCanary = objects();
        ofCanary.removeAll(before);
        assertThat(ofCanary).isNotEmpty();
        Await.value(client.delete(home + "/canary"));
        Await.until("a file deleted later is gone", () -> objects().stream().noneMatch(ofCanary::contains));
    }

    private static List<Path> objects() throws IOException {
        return ObjectFiles.of(directory, TARGETS);
    }

    @Test
    void open_options_mean_what_they_mean_in_java_nio() throws Exception {
        String path = home + "/f";
        Await.failsWith(ErrorCode.NOT_FOUND, client.open(path));
        Await.failsWith(ErrorCode.NOT_FOUND, client.open(path, WRITE));
        Await.failsWith(ErrorCode.NOT_FOUND, client.open(path, READ, CREATE));
        AsyncFile created = Await.value(client.open(path, CREATE_NEW, WRITE, SPARSE));
        assertThat(Await.failsWith(ErrorCode.ACCESS_DENIED, created.read(ByteBuffer.allocate(1), 0)))
                .contains("READ");
        Await.value(created.write(text("hello"), 0));
        Await.value(created.closeAsync());
        assertThat(Await.failsWith(ErrorCode.ALREADY_EXISTS, client.open(path, CREATE_NEW, WRITE)))
                .contains(path);
        Await.failsWith(ErrorCode.ALREADY_EXISTS, client.create(path, FileLayout.DEFAULT));
        AsyncFile readOnly = Await.value(client.open(path, TRUNCATE_EXISTING));
        assertThat(read(readOnly)).isEqualTo("hello");
        Await.failsWith(ErrorCode.ACCESS_DENIED, readOnly.write(text("x"), 0));
        Await.failsWith(ErrorCode.ACCESS_DENIED, readOnly.truncate(0));
        Await.value(readOnly.sync());
        Await.value(readOnly.closeAsync());
        AsyncFile emptied = Await.value(client.open(path, READ, WRITE, CREATE, TRUNCATE_EXISTING));
        assertThat(Await.value(emptied.size())).isZero();
        Await.value(emptied.closeAsync());
    }

    @Test
    void options_that_are_not_offered_are_refused_by_name_and_nothing_is_sent() throws Exception {
        long rpcs = client.statistics().get(Counter.RPCS);
        for (OpenOption option : List.of(APPEND, DELETE_ON_CLOSE, SYNC, DSYNC, LinkOption.NOFOLLOW_LINKS)) {
            assertThat(Await.failsWith(ErrorCode.UNSUPPORTED, client.open(home + "/f", CREATE, WRITE, option)))
                    .contains(option.toString(), home + "/f");
        }
        assertThat(client.statistics().get(Counter.RPCS)).isEqualTo(rpcs);
    }

    @Test
    void eight_threads_that_create_one_path_get_one_file_with_one_layout() throws Exception {
        for (int round = 0; round < 10; round++) {
            String path = home + "/race" + round;
            CyclicBarrier start = new CyclicBarrier(8);
            List<CompletableFuture<AsyncFile>> opens = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                StriaClient by = i % 2 == 0 ? client : other;
                FileLayout layout = FileLayout.striped(1 + i % 4, MiB.of(1 + i));
                opens.add(CompletableFuture.supplyAsync(() -> {
                            try {
                                start.await();
                            } catch (Exception e) {
                                throw new AssertionError(e);
                            }
                            return by.open(path, layout, CREATE, READ, WRITE);
                        })
                        .thenCompose(open -> open));
            }
            List<AsyncFile> files = new ArrayList<>();
            for (CompletableFuture<AsyncFile> open : opens) {
                files.add(Await.value(open));
            }
            FileStatus status = Await.value(client.stat(path));
            assertThat(files).allMatch(file -> file.layout().equals(status.layout()));
            Await.value(files.get(0).write(text("one"), 0));
            for (AsyncFile file : files) {
                assertThat(read(file)).isEqualTo("one");
                Await.value(file.closeAsync());
            }
        }
    }

    @Test
    void of_eight_threads_that_create_a_new_path_one_succeeds() throws Exception {
        List<StriaFuture<AsyncFile>> creates = IntStream.range(0, 8)
                .mapToObj(i -> (i % 2 == 0 ? client : other).create(home + "/new", FileLayout.DEFAULT))
                .toList();
        int successes = 0;
        for (StriaFuture<AsyncFile> create : creates) {
            try {
                Await.value(create);
                successes++;
            } catch (java.util.concurrent.ExecutionException e) {
                Await.failsWith(ErrorCode.ALREADY_EXISTS, create);
            }
        }
        assertThat(successes).isEqualTo(1);
    }

    @Test
    void a_rename_replaces_at_one_moment() throws Exception {
        String path = home + "/published";
        write(path, "0");
        CompletableFuture<Void> publishing = CompletableFuture.runAsync(() -> {
            for (int i = 1; i <= 30; i++) {
                String temporary = home + "/temporary" + i;
                try {
                    write(temporary, String.valueOf(i));
                    Await.value(client.rename(temporary, path));
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }
        });
        int last = 0;
        while (!publishing.isDone()) {
            int seen = Integer.parseInt(read(path));
            assertThat(seen).isGreaterThanOrEqualTo(last);
            last = seen;
        }
        Await.value(publishing);
        assertThat(read(path)).isEqualTo("30");
        assertThat(Await.value(client.list(home)))
                .extracting(DirectoryEntry::name)
                .containsExactly("published");
    }

    @Test
    void a_handle_goes_on_when_its_file_is_renamed_replaced_or_deleted() throws Exception {
        write(home + "/a", "first");
        write(home + "/b", "second");
        write(home + "/c", "third");
        AsyncFile a = Await.value(client.open(home + "/a", READ, WRITE));
        AsyncFile b = Await.value(client.open(home + "/b", READ, WRITE));
        AsyncFile c = Await.value(other.open(home + "/c", READ, WRITE));
        Await.value(other.rename(home + "/a", home + "/b"));
        Await.value(client.delete(home + "/c"));
        Await.failsWith(ErrorCode.NOT_FOUND, client.open(home + "/c"));
        awaitDestruction();
        assertThat(read(a)).isEqualTo("first");
        assertThat(read(b)).isEqualTo("second");
        assertThat(read(c)).isEqualTo("third");
        for (AsyncFile file : List.of(a, b, c)) {
            Await.value(file.write(text("again"), 100_000));
            Await.value(file.truncate(3));
            Await.value(file.sync());
            assertThat(Await.value(file.size())).isEqualTo(3);
            Await.value(file.closeAsync());
        }
        assertThat(read(home + "/b")).isEqualTo("fir");
    }

    @Test
    void an_open_that_was_given_up_leaves_no_handle_behind() throws Exception {
        List<Path> before = objects();
        write(home + "/f", "x");
        for (int i = 0; i < 50; i++) {
            closeIfTooLate(client.open(home + "/f", READ, WRITE, TRUNCATE_EXISTING), open -> open.cancel(true));
            closeIfTooLate(client.open(home + "/f", READ), open -> open.complete(null));
        }
        write(home + "/f", "y");
        Await.value(client.delete(home + "/f"));
        Await.until("its objects are gone", () -> before.containsAll(objects()));
    }

    /** An open that was over before it was given up has opened a file for us. */
    private static void closeIfTooLate(StriaFuture<AsyncFile> open, Predicate<StriaFuture<AsyncFile>> givenUp)
            throws Exception {
        if (!givenUp.test(open)) {
            Await.value(Await.value(open).closeAsync());
        }
    }

    @Test
    void a_large_directory_is_listed_whole_and_in_order() throws Exception {
        Set<String> names = new TreeSet<>();
        List<StriaFuture<Void>> making = new ArrayList<>();
        for (int i = 0; i < 2500; i++) {
            String name = "entry-" + Integer.toString(i * 7919 % 2500, 36) + "x".repeat(i % 200);
            if (names.add(name)) {
                making.add(client.mkdir(home + "/" + name));
            }
        }
        for (StriaFuture<Void> each : making) {
            Await.value(each);
        }
        assertThat(Await.value(other.list(home)))
                .extracting(DirectoryEntry::name)
                .containsExactlyElementsOf(names);
    }

    @Test
    void directories_nest_and_are_removed_when_empty() throws Exception {
        String sub = home + "/sub";
        Await.value(client.mkdir(sub));
        Await.failsWith(ErrorCode.ALREADY_EXISTS, client.mkdir(sub));
        Await.failsWith(ErrorCode.NOT_FOUND, client.mkdir(home + "/missing/dir"));
        write(sub + "/f", "x");
        Await.failsWith(ErrorCode.NOT_A_DIRECTORY, client.mkdir(sub + "/f/g"));
        Await.failsWith(ErrorCode.NOT_A_DIRECTORY, client.list(sub + "/f"));
        Await.failsWith(ErrorCode.IS_A_DIRECTORY, client.open(sub, WRITE, CREATE));
        Await.failsWith(ErrorCode.NOT_EMPTY, client.delete(sub));
        FileStatus status = Await.value(other.stat(sub));
        assertThat(status.isDirectory()).isTrue();
        assertThat(status.layout()).isEqualTo(FileLayout.DEFAULT);
        assertThat(Await.value(other.stat("/")).isDirectory()).isTrue();
        Await.value(client.rename(sub, home + "/moved"));
        Await.failsWith(ErrorCode.INVALID_ARGUMENT, client.rename(home + "/moved", home + "/moved/inside"));
        assertThat(Await.value(other.list(home + "/moved")))
                .containsExactly(new DirectoryEntry(
                        "f", Await.value(client.stat(home + "/moved/f")).fileId(), false));
        Await.value(client.delete(home + "/moved/f"));
        Await.value(client.delete(home + "/moved"));
        assertThat(Await.value(client.list(home))).isEmpty();
    }

    @Test
    void a_path_that_cannot_be_is_refused_and_names_no_other_file() throws Exception {
        for (String path : List.of(
                "",
                "f",
                home + "//f",
                home + "/../f",
                home + "/./f",
                home + "/a\0b",
                home + "/" + "x".repeat(256),
                "/" + "y/".repeat(3000) + "f",
                "/" + "z".repeat(70_000),
                home + "/\uD800",
                home + "/\uDC00x")) {
            Await.failsWith(ErrorCode.INVALID_ARGUMENT, client.open(path, CREATE, WRITE));
            Await.failsWith(ErrorCode.INVALID_ARGUMENT, client.mkdir(path));
            Await.failsWith(ErrorCode.INVALID_ARGUMENT, client.stat(path));
            Await.failsWith(ErrorCode.INVALID_ARGUMENT, client.list(path));
            Await.failsWith(ErrorCode.INVALID_ARGUMENT, client.rename(home, path));
            Await.failsWith(ErrorCode.INVALID_ARGUMENT, client.delete(path));
        }
        assertThat(Await.value(client.list(home))).isEmpty();
        for (String name : List.of("ü", "名前", "a b", "?", "\uD83D\uDE00", "x".repeat(255))) {
            write(home + "/" + name, name);
            assertThat(read(home + "/" + name)).isEqualTo(name);
        }
    }

    @Test
    void a_layout_is_resolved_when_a_file_is_created_and_kept() throws Exception {
        AsyncFile all = Await.value(client.create(home + "/all", FileLayout.striped(-1, MiB.of(1))));
        assertThat(all.layout().stripeCount()).isEqualTo(4);
        assertThat(all.layout().targets()).containsExactlyInAnyOrder(0, 1, 2, 3);
        AsyncFile some = Await.value(client.create(home + "/some", FileLayout.onTargets(MiB.of(1), List.of(2, 0, 2))));
        assertThat(some.layout().targets()).containsExactly(2, 0, 2);
        byte[] data = new byte[5 << 20];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) (i >>> 12);
        }
        Await.value(some.write(Bytes.direct(data), 0));
        Bytes.assertSame(Bytes.readAll(some, data.length), data, "two stripes on one target");
        AsyncFile again = Await.value(other.open(home + "/some", FileLayout.striped(1, MiB.of(9)), READ, CREATE));
        assertThat(again.layout()).isEqualTo(some.layout());
        Await.failsWith(ErrorCode.INVALID_ARGUMENT, client.create(home + "/x", FileLayout.striped(5, MiB.of(1))));
        Await.failsWith(
                ErrorCode.INVALID_ARGUMENT, client.create(home + "/x", FileLayout.onTargets(MiB.of(1), List.of(4))));
        for (AsyncFile file : List.of(all, some, again)) {
            Await.value(file.closeAsync());
        }
    }

    @Test
    void a_directory_gives_its_layout_to_what_is_created_in_it_later() throws Exception {
        FileLayout wide = FileLayout.striped(4, MiB.of(1));
        write(home + "/before", "x");
        FileLayout before = Await.value(client.stat(home + "/before")).layout();
        Await.value(client.setDefaultLayout(home, wide));
        assertThat(Await.value(other.stat(home)).layout()).isEqualTo(wide);
        Await.value(client.mkdir(home + "/sub"));
        write(home + "/sub/f", "x");
        FileLayout given = Await.value(client.stat(home + "/sub/f")).layout();
        assertThat(given.stripeCount()).isEqualTo(4);
        assertThat(given.stripeSize()).isEqualTo(MiB.of(1));
        assertThat(Await.value(client.stat(home + "/before")).layout()).isEqualTo(before);
        AsyncFile own = Await.value(client.create(home + "/own", FileLayout.striped(1, MiB.of(2))));
        assertThat(own.layout().stripeCount()).isEqualTo(1);
        Await.value(own.closeAsync());
        Await.value(client.setDefaultLayout(home, FileLayout.DEFAULT));
        assertThat(Await.value(client.stat(home)).layout()).isEqualTo(FileLayout.DEFAULT);
        write(home + "/after", "x");
        assertThat(Await.value(client.stat(home + "/after")).layout().stripeSize())
                .isEqualTo(MiB.of(4));
        Await.failsWith(ErrorCode.NOT_A_DIRECTORY, client.setDefaultLayout(home + "/after", wide));
        Await.failsWith(ErrorCode.NOT_FOUND, client.setDefaultLayout(home + "/none", wide));
        Await.failsWith(ErrorCode.INVALID_ARGUMENT, client.setDefaultLayout(home, FileLayout.striped(5, MiB.of(1))));
    }

    @Test
    void the_stat_of_a_closed_file_asks_only_the_namespace_once_its_size_is_known() throws Exception {
        AsyncFile forgotten = Await.value(client.open(home + "/f", CREATE, WRITE));
        Await.value(forgotten.write(text("0123456789"), 0));
        assertThat(Await.value(other.stat(home + "/f")).size()).isEqualTo(10);
        assertThat(rpcsOfStat()).as("open for writing: every object is asked").isGreaterThan(1);
        Await.value(forgotten.closeAsync());
        assertThat(rpcsOfStat()).isEqualTo(1);
    }

    @Test
    void sync_and_close_ask_only_the_objects_that_were_written() throws Exception {
        AsyncFile file = Await.value(client.open(home + "/f", FileLayout.striped(TARGETS, 64 << 10), CREATE, WRITE));
        Await.value(file.write(text("0123456789"), (64 << 10) - 4));
        long before = client.statistics().get(Counter.RPCS);
        Await.value(file.sync());
        assertThat(client.statistics().get(Counter.RPCS) - before)
                .as("both objects")
                .isEqualTo(2);
        Await.value(file.closeAsync());
        assertThat(client.statistics().get(Counter.RPCS) - before)
                .as("and the namespace")
                .isEqualTo(3);
        assertThat(Await.value(other.stat(home + "/f")).size()).isEqualTo((64 << 10) + 6);
    }

    @Test
    void a_close_tells_the_size_that_truncations_and_writes_have_left() throws Exception {
        String path = home + "/f";
        AsyncFile file = Await.value(client.open(path, FileLayout.striped(TARGETS, 64 << 10), CREATE, WRITE));
        Await.value(file.truncate(1_000_000));
        Await.value(file.truncate(100));
        Await.value(file.write(text("0123456789"), 200));
        Await.value(file.closeAsync());
        assertThat(Await.value(other.stat(path)).size()).isEqualTo(210);
        file = Await.value(client.open(path, READ, WRITE));
        AsyncFile second = Await.value(other.open(path, WRITE));
        Await.value(second.write(text("0123456789"), 1000));
        Await.value(second.closeAsync());
        Await.value(file.write(text("0123456789"), 500));
        Await.value(file.closeAsync());
        assertThat(Await.value(other.stat(path)).size())
                .as("what another wrote counts")
                .isEqualTo(1010);
    }

    private long rpcsOfStat() throws Exception {
        long before = other.statistics().get(Counter.RPCS);
        assertThat(Await.value(other.stat(home + "/f")).size()).isEqualTo(10);
        return other.statistics().get(Counter.RPCS) - before;
    }

    @Test
    void every_target_tells_its_space() throws Exception {
        for (int target = 0; target < TARGETS; target++) {
            TargetSpace space = Await.value(client.space(target));
            assertThat(space.target()).isEqualTo(target);
            assertThat(space.usableBytes()).isBetween(1L, space.totalBytes());
        }
        Await.failsWith(ErrorCode.UNREACHABLE, client.space(TARGETS));
    }
}
