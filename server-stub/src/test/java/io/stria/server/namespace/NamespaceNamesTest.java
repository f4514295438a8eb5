package io.stria.server.namespace;

import static io.stria.server.namespace.Fixture.CREATE;
import static io.stria.server.namespace.Fixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.stria.ErrorCode;
import io.stria.wire.Messages.Entries;
import io.stria.wire.Messages.Entry;
import io.stria.wire.Messages.FileRecord;
import io.stria.wire.Messages.ListPage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names: directories, rename, remove, listings. */
class NamespaceNamesTest {
    @TempDir
    Path directory;

    private Fixture ns;

    @BeforeEach
    void open() throws Exception {
        ns = Fixture.withTargets(directory, 1);
    }

    @AfterEach
    void close() throws Exception {
        ns.close();
    }

    @Test
    void theRootIsADirectoryFromTheStart() {
        assertThat(ns.stat("/").isDirectory()).isTrue();
        assertThat(ns.list("/")).isEmpty();
        assertRefused(ErrorCode.INVALID_ARGUMENT, () -> ns.remove("/"));
        assertRefused(ErrorCode.INVALID_ARGUMENT, () -> ns.mkdir("/"));
    }

    @Test
    void directoriesNest() {
        ns.mkdir("/a");
        ns.mkdir("/a/b/");
        ns.file("/a/b/f");
        assertThat(ns.stat("/a/b").isDirectory()).isTrue();
        assertThat(ns.stat("/a/b/").isDirectory()).isTrue();
        assertThat(ns.list("/a")).containsExactly("b");
        assertThat(ns.list("/a/b/")).containsExactly("f");
        assertRefused(ErrorCode.ALREADY_EXISTS, () -> ns.mkdir("/a/b"));
        assertRefused(ErrorCode.ALREADY_EXISTS, () -> ns.mkdir("/a/b/f"));
        assertRefused(ErrorCode.NOT_FOUND, () -> ns.mkdir("/x/y"));
    }

    @Test
    void onlyAnEmptyDirectoryCanBeRemoved() {
        ns.mkdir("/a");
        ns.file("/a/f");
        assertRefused(ErrorCode.NOT_EMPTY, () -> ns.remove("/a")).hasMessageContaining("(path=/a)");
        ns.remove("/a/f");
        ns.remove("/a");
        assertRefused(ErrorCode.NOT_FOUND, () -> ns.stat("/a"));
        assertRefused(ErrorCode.NOT_FOUND, () -> ns.remove("/a"));
    }

    @Test
    void aTrailingSlashIsForDirectoriesOnly() {
        ns.file("/f");
        ns.mkdir("/d");
        assertRefused(ErrorCode.NOT_A_DIRECTORY, () -> ns.stat("/f/"));
        assertRefused(ErrorCode.NOT_A_DIRECTORY, () -> ns.remove("/f/"));
        assertRefused(ErrorCode.NOT_A_DIRECTORY, () -> ns.rename("/f", "/g/"));
        ns.rename("/d/", "/e/");
        ns.remove("/e/");
    }

    @Test
    void renameMovesAFileAndKeepsItsIdentity() throws Exception {
        ns.mkdir("/d");
        FileRecord file = ns.file("/f");
        ns.rename("/f", "/d/g");
        assertRefused(ErrorCode.NOT_FOUND, () -> ns.stat("/f"));
        ns.reopen();
        assertThat(ns.stat("/d/g").fileId()).isEqualTo(file.fileId());
        assertThat(ns.stat("/d/g").layout()).isEqualTo(file.layout());
        assertThat(ns.toDestroyOn(0)).isEmpty();
    }

    @Test
    void renameIsInvisibleToHandles() {
        FileRecord file = ns.open("/f", CREATE);
        ns.rename("/f", "/g");
        ns.close(file, 42);
        assertThat(ns.stat("/g").size()).isEqualTo(42);
    }

    @Test
    void renameReplacesAFileAndDestroysIt() {
        FileRecord old = ns.file("/published");
        FileRecord fresh = ns.file("/tmp");
        ns.rename("/tmp", "/published");
        assertThat(ns.stat("/published").fileId()).isEqualTo(fresh.fileId());
        assertThat(ns.list("/")).containsExactly("published");
        assertThat(ns.toDestroyOn(0)).containsExactly(old.fileId());
    }

    @Test
    void aReplacedFileLivesUntilItsHandleCloses() {
        FileRecord old = ns.open("/published", CREATE);
        ns.file("/tmp");
        ns.rename("/tmp", "/published");
        assertThat(ns.toDestroyOn(0)).isEmpty();
        ns.close(old, 1);
        assertThat(ns.toDestroyOn(0)).containsExactly(old.fileId());
    }

    @Test
    void renameOntoItselfDoesNothing() {
        FileRecord file = ns.file("/f");
        ns.mkdir("/d");
        ns.rename("/f", "/f");
        ns.rename("/d", "/d/");
        assertThat(ns.stat("/f").fileId()).isEqualTo(file.fileId());
        assertThat(ns.toDestroyOn(0)).isEmpty();
        assertRefused(ErrorCode.NOT_FOUND, () -> ns.rename("/none", "/none"));
    }

    @Test
    void renameMovesADirectoryWithAllBelow() {
        ns.mkdir("/a");
        ns.mkdir("/a/b");
        ns.file("/a/b/f");
        ns.mkdir("/x");
        ns.rename("/a", "/x/y");
        assertThat(ns.list("/x/y/b")).containsExactly("f");
        ns.mkdir("/empty");
        ns.rename("/x/y", "/empty");
        assertThat(ns.list("/empty/b")).containsExactly("f");
        assertThat(ns.list("/x")).isEmpty();
    }

    @Test
    void renameFollowsTheRulesOfPosix() {
        ns.mkdir("/d");
        ns.mkdir("/d/sub");
        ns.mkdir("/full");
        ns.file("/full/f");
        ns.file("/f");
        assertRefused(ErrorCode.INVALID_ARGUMENT, () -> ns.rename("/d", "/d/sub/d"));
        assertRefused(ErrorCode.INVALID_ARGUMENT, () -> ns.rename("/d", "/d/new"));
        assertRefused(ErrorCode.NOT_EMPTY, () -> ns.rename("/d/sub", "/d"));
        assertRefused(ErrorCode.NOT_EMPTY, () -> ns.rename("/d", "/full"));
        assertRefused(ErrorCode.IS_A_DIRECTORY, () -> ns.rename("/f", "/d"));
        assertRefused(ErrorCode.NOT_A_DIRECTORY, () -> ns.rename("/d", "/f"));
        assertRefused(ErrorCode.NOT_A_DIRECTORY, () -> ns.rename("/d", "/f/x"));
        assertRefused(ErrorCode.NOT_FOUND, () -> ns.rename("/none", "/x")).hasMessageContaining("(path=/none)");
        assertRefused(ErrorCode.NOT_FOUND, () -> ns.rename("/f", "/none/x"));
        assertRefused(ErrorCode.INVALID_ARGUMENT, () -> ns.rename("/", "/x"));
        assertRefused(ErrorCode.INVALID_ARGUMENT, () -> ns.rename("/d", "/"));
        assertThat(ns.list("/")).containsExactly("d", "f", "full");
    }

    @Test
    void namesMayBeAnyUnicodeUpTo255Bytes() throws Exception {
        String ascii = "x".repeat(255);
        String wide = "日".repeat(85);
        String emoji = "🚀".repeat(63) + "abc";
        for (String name : List.of(ascii, wide, emoji, "with space", "a\nb", "ü", "u\u0308", "%00", "'\"")) {
            FileRecord file = ns.file("/" + name);
            assertThat(ns.stat("/" + name).fileId()).isEqualTo(file.fileId());
            assertThat(ns.list("/")).contains(name);
        }
        ns.reopen();
        assertThat(ns.list("/")).hasSize(9);
        assertRefused(ErrorCode.INVALID_ARGUMENT, () -> ns.file("/" + ascii + "x"))
                .hasMessageContaining("256 bytes");
        assertRefused(ErrorCode.INVALID_ARGUMENT, () -> ns.mkdir("/" + wide + "日"));
    }

    @Test
    void badPathsAreRefusedWithAReason() {
        ns.mkdir("/a");
        for (String bad :
                List.of("", "a", "//", "/a//b", "/a//", "/.", "/..", "/a/./b", "/a/../b", "/a\0b", "/\uD800")) {
            assertRefused(ErrorCode.INVALID_ARGUMENT, () -> ns.stat(bad)).hasMessageContaining("path");
            assertRefused(ErrorCode.INVALID_ARGUMENT, () -> ns.mkdir(bad));
            assertRefused(ErrorCode.INVALID_ARGUMENT, () -> ns.rename("/a", bad));
        }
        assertRefused(ErrorCode.INVALID_ARGUMENT, () -> ns.stat("/a".repeat(2049)))
                .hasMessageContaining("4096");
        assertRefused(ErrorCode.NOT_FOUND, () -> ns.stat("/a".repeat(2048)));
    }

    @Test
    void pathsOfAnyDepthAreFollowed() {
        StringBuilder deep = new StringBuilder();
        for (int depth = 1; depth <= 20; depth++) {
            deep.append("/d").append(depth);
            ns.mkdir(deep.toString());
            assertThat(ns.stat(deep.toString()).isDirectory()).isTrue();
            FileRecord file = ns.file(deep + "/f");
            assertThat(ns.stat(deep + "/f").fileId()).isEqualTo(file.fileId());
            String path = deep.toString();
            assertRefused(ErrorCode.NOT_FOUND, () -> ns.stat(path + "/x"));
            assertRefused(ErrorCode.NOT_FOUND, () -> ns.stat(path + "/x/y" + path))
                    .hasMessageContaining("missing=" + path + "/x)");
            assertRefused(ErrorCode.NOT_A_DIRECTORY, () -> ns.stat(path + "/f/x" + path))
                    .hasMessageContaining("file=" + path + "/f)");
        }
        ns.rename("/d1/d2/d3", "/moved");
        assertThat(ns.stat("/moved" + deep.substring("/d1/d2/d3".length()) + "/f")
                        .isDirectory())
                .isFalse();
        assertRefused(ErrorCode.NOT_FOUND, () -> ns.stat(deep.toString()));
    }

    @Test
    void aListingIsInTheOrderOfTheNamesBytes() {
        List<String> sorted = List.of("A", "Z", "a", "aa", "b", "é", "日", "\uFFFD", "🚀");
        List<String> shuffled = new ArrayList<>(sorted);
        java.util.Collections.shuffle(shuffled, new java.util.Random(1));
        shuffled.forEach(name -> ns.mkdir("/" + name));
        assertThat(ns.list("/")).isEqualTo(sorted);
    }

    @Test
    void aListingTellsFilesFromDirectories() {
        FileRecord file = ns.file("/f");
        ns.mkdir("/d");
        assertThat(ns.namespace().list(new ListPage("/", "", 10)).join())
                .isEqualTo(new Entries(
                        List.of(new Entry("d", ns.stat("/d").fileId(), true), new Entry("f", file.fileId(), false)),
                        false));
        assertRefused(ErrorCode.NOT_A_DIRECTORY, () -> ns.list("/f"));
        assertRefused(ErrorCode.NOT_FOUND, () -> ns.list("/none"));
        assertRefused(ErrorCode.INVALID_ARGUMENT, ns.namespace().list(new ListPage("/", "", 0)));
    }

    @Test
    void pagesStayInOrderWhileTheDirectoryChanges() {
        ns.mkdir("/d");
        for (int i = 10; i < 40; i += 2) {
            ns.mkdir("/d/" + i);
        }
        List<String> seen = new ArrayList<>();
        String after = "";
        for (int page = 0; ; page++) {
            Entries entries = ns.namespace().list(new ListPage("/d", after, 4)).join();
            entries.entries().forEach(entry -> seen.add(entry.name()));
            if (!entries.more()) {
                break;
            }
            after = seen.get(seen.size() - 1);
            if (page == 0) {
                ns.remove("/d/" + after); // the place to go on from is gone
                ns.remove("/d/30");
                ns.mkdir("/d/11"); // behind us
                ns.mkdir("/d/31"); // before us
            }
        }
        assertThat(seen)
                .containsExactly(
                        "10", "12", "14", "16", "18", "20", "22", "24", "26", "28", "31", "32", "34", "36", "38");
    }

    @Test
    void aPageIsBoundedWhateverWasAskedFor() {
        int count = Lookup.MAX_PAGE_ENTRIES + 1;
        CompletableFuture<?>[] made = IntStream.range(0, count)
                .mapToObj(i -> ns.namespace().mkdir("/" + i))
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(made).join();
        Entries first =
                ns.namespace().list(new ListPage("/", "", Integer.MAX_VALUE)).join();
        assertThat(first.entries()).hasSize(Lookup.MAX_PAGE_ENTRIES);
        assertThat(first.more()).isTrue();
        String last = first.entries().get(first.entries().size() - 1).name();
        Entries second =
                ns.namespace().list(new ListPage("/", last, Integer.MAX_VALUE)).join();
        assertThat(second.entries()).hasSize(1);
        assertThat(second.more()).isFalse();
    }
}
