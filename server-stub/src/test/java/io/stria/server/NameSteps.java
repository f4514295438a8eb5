package io.stria.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.AsyncFile;
import io.stria.DirectoryEntry;
import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.FileStatus;
import io.stria.StriaFuture;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Random operations on names. */
final class NameSteps {
    private static final List<String> NAMES = List.of("a", "b", "c", "d", "\uFF5E", "\uD83D\uDE00");
    private static final int MAX_HANDLES = 16;
    /** In how many of ten cases a path leads to something. */
    private static final int MOSTLY = 8;

    private static final int HALF = 5;
    private static final int RARELY = 2;

    private final TwoClients clients;
    private final TreeModel tree;
    private final Random random;
    private final Journal journal;

    NameSteps(TwoClients clients) {
        this.clients = clients;
        this.tree = clients.tree();
        this.random = clients.random();
        this.journal = clients.journal();
    }

    void step() throws Exception {
        Member by = clients.member();
        switch (random.nextInt(20)) {
            case 0, 1, 2, 3, 4, 5, 6 -> open(by);
            case 7, 8 -> mkdir(by);
            case 9, 10 -> delete(by);
            case 11, 12, 13, 14 -> rename(by);
            case 15 -> list(by, path(MOSTLY));
            case 16 -> setDefaultLayout(by);
            case 17 -> giveUpOpening(by);
            default -> stat(by, path(MOSTLY));
        }
    }

    private void open(Member by) throws Exception {
        String path = random.nextBoolean() ? file() : path(HALF);
        FileLayout layout = layout();
        Set<StandardOpenOption> options = options();
        journal.note(by + " open " + path + " " + options + " " + brief(layout));
        ModelFile[] opened = new ModelFile[1];
        ErrorCode refusal = Refusal.of(() -> opened[0] = tree.open(path, layout, options));
        AsyncFile file = clients.agree(refusal, by.client().open(path, layout, options.toArray(OpenOption[]::new)));
        if (file == null) {
            return;
        }
        opened[0].told(file.layout());
        assertThat(file.path()).isEqualTo(path);
        boolean writes = options.contains(StandardOpenOption.WRITE);
        boolean reads = !writes || options.contains(StandardOpenOption.READ);
        by.handles().add(new Member.Handle(by, file, opened[0], reads, writes));
        if (clients.handles().size() > MAX_HANDLES) {
            clients.close(clients.handle());
        }
    }

    private Set<StandardOpenOption> options() {
        Set<StandardOpenOption> options = EnumSet.noneOf(StandardOpenOption.class);
        if (random.nextInt(4) > 0) {
            options.add(StandardOpenOption.WRITE);
        }
        if (random.nextInt(5) > 0) {
            options.add(StandardOpenOption.READ);
        }
        switch (random.nextInt(4)) {
            case 0 -> options.add(StandardOpenOption.CREATE_NEW);
            case 1, 2 -> options.add(StandardOpenOption.CREATE);
            default -> {}
        }
        if (random.nextInt(10) == 0) {
            options.add(StandardOpenOption.TRUNCATE_EXISTING);
        }
        return options;
    }

    /** Nobody closes what it would have opened, unless that came first. */
    private void giveUpOpening(Member by) throws Exception {
        String path = file();
        journal.note(by + " open " + path + " and give up");
        StriaFuture<AsyncFile> open = by.client().open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        if (!open.cancel(true) && !open.isCompletedExceptionally()) {
            Await.value(Await.value(open).closeAsync());
        }
    }

    private void mkdir(Member by) throws Exception {
        String path = path(RARELY);
        journal.note(by + " mkdir " + path);
        clients.agree(Refusal.of(() -> tree.mkdir(path)), by.client().mkdir(path));
    }

    private void delete(Member by) throws Exception {
        String path = path(MOSTLY);
        journal.note(by + " delete " + path);
        clients.agree(Refusal.of(() -> tree.delete(path)), by.client().delete(path));
    }

    private void rename(Member by) throws Exception {
        String from = path(MOSTLY);
        String to = switch (random.nextInt(20)) {
            case 0 -> from;
            case 1 -> from + "/" + name();
            default -> path(HALF);
        };
        journal.note(by + " rename " + from + " " + to);
        clients.agree(Refusal.of(() -> tree.rename(from, to)), by.client().rename(from, to));
    }

    private void setDefaultLayout(Member by) throws Exception {
        String path = path(MOSTLY);
        FileLayout layout = layout();
        journal.note(by + " setDefaultLayout " + path + " " + brief(layout));
        clients.agree(
                Refusal.of(() -> tree.setDefaultLayout(path, layout)),
                by.client().setDefaultLayout(path, layout));
    }

    void stat(Member by, String path) throws Exception {
        journal.note(by + " stat " + path);
        TreeModel.Node[] found = new TreeModel.Node[1];
        ErrorCode refusal = Refusal.of(() -> found[0] = tree.stat(path));
        FileStatus status = clients.agree(refusal, by.client().stat(path));
        if (status == null) {
            return;
        }
        assertThat(status.path()).isEqualTo(path);
        tree.told(found[0], status.fileId());
        if (found[0] instanceof ModelFile file) {
            assertThat(status.isDirectory()).isFalse();
            assertThat(status.size()).as("size of %s", path).isEqualTo(file.size());
            file.told(status.layout());
        } else {
            assertThat(status.isDirectory()).isTrue();
            assertThat(status.size()).isZero();
            assertThat(status.layout()).isEqualTo(((TreeModel.Directory) found[0]).layout());
        }
    }

    void list(Member by, String path) throws Exception {
        journal.note(by + " list " + path);
        TreeModel.Directory[] found = new TreeModel.Directory[1];
        ErrorCode refusal = Refusal.of(() -> found[0] = tree.list(path));
        List<DirectoryEntry> entries = clients.agree(refusal, by.client().list(path));
        if (entries == null) {
            return;
        }
        Map<String, TreeModel.Node> expected = found[0].entries();
        assertThat(entries).extracting(DirectoryEntry::name).containsExactlyElementsOf(expected.keySet());
        for (DirectoryEntry entry : entries) {
            TreeModel.Node node = expected.get(entry.name());
            assertThat(entry.isDirectory()).as(entry.name()).isEqualTo(node instanceof TreeModel.Directory);
            tree.told(node, entry.fileId());
        }
    }

    private FileLayout layout() {
        return switch (random.nextInt(20)) {
            case 0 -> FileLayout.striped(5, TwoClients.STRIPE);
            case 1 -> FileLayout.striped(FileLayout.ALL_TARGETS, TwoClients.STRIPE);
            case 2 -> FileLayout.onTargets(TwoClients.STRIPE, List.of(2, 0, 2));
            case 3, 4, 5 -> FileLayout.DEFAULT;
            default -> FileLayout.striped(1 + random.nextInt(3), TwoClients.STRIPE);
        };
    }

    private static String brief(FileLayout layout) {
        return layout.equals(FileLayout.DEFAULT) ? "default" : layout.stripeCount() + " stripes";
    }

    /** A file's, if there is one. */
    private String file() {
        List<String> paths = new ArrayList<>();
        tree.paths().forEach((path, node) -> {
            if (node instanceof ModelFile) {
                paths.add(path);
            }
        });
        return paths.isEmpty() ? path(RARELY) : paths.get(random.nextInt(paths.size()));
    }

    /** To something that is there, or to a name beside or below it; sometimes one that cannot be. */
    private String path(int hitsOfTen) {
        List<String> paths = new ArrayList<>(tree.paths().keySet());
        String there = paths.isEmpty() ? "" : paths.get(random.nextInt(paths.size()));
        String path = there;
        if (there.isEmpty() || random.nextInt(10) >= hitsOfTen) {
            path = switch (random.nextInt(10)) {
                case 0, 1, 2 -> "/" + name();
                case 3, 4, 5 -> there + "/" + name();
                case 6 -> there + "/" + name() + "/" + name();
                default -> there.substring(0, Math.max(0, there.lastIndexOf('/'))) + "/" + name();
            };
        }
        return switch (random.nextInt(100)) {
            case 0 -> "/";
            case 1 -> "/." + path;
            case 2 -> path.substring(1) + "x";
            case 3, 4 -> path + "/";
            default -> path;
        };
    }

    private String name() {
        return NAMES.get(random.nextInt(NAMES.size()));
    }
}
