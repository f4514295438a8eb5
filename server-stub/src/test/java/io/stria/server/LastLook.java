package io.stria.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.AsyncFile;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Whether a cluster holds what a model says, and nothing else. */
final class LastLook {
    private static final int ID_DIGITS = 16;

    private LastLook() {}

    /** Names, sizes and bytes while files are open, then again when nobody has any open. */
    static void atFiles(TwoClients clients) throws Exception {
        atOpenFiles(clients);
        atTree(clients);
        for (Member.Handle handle : clients.handles()) {
            clients.close(handle);
        }
        atTree(clients);
    }

    private static void atOpenFiles(TwoClients clients) throws Exception {
        for (Member.Handle handle : clients.handles()) {
            clients.journal().note(handle + " read whole");
            assertThat(Await.value(handle.file().size()))
                    .isEqualTo(handle.model().size());
            if (handle.reads()) {
                compare(handle.file(), handle.model());
            }
        }
    }

    private static void atTree(TwoClients clients) throws Exception {
        NameSteps names = new NameSteps(clients);
        names.list(clients.member(), "/");
        for (Map.Entry<String, TreeModel.Node> each : clients.tree().paths().entrySet()) {
            names.stat(clients.member(), each.getKey());
            if (each.getValue() instanceof ModelFile file) {
                clients.journal().note("read " + each.getKey() + " whole");
                AsyncFile open = Await.value(clients.member().client().open(each.getKey()));
                compare(open, file);
                Await.value(open.closeAsync());
            } else {
                names.list(clients.member(), each.getKey());
            }
        }
    }

    private static void compare(AsyncFile actual, ModelFile expected) throws Exception {
        Bytes.assertSame(Bytes.readAll(actual, expected.size()), expected.bytes(), actual.path());
    }

    /** When nobody has a file open, what has no name is destroyed. */
    static void atObjects(Path directory, TreeModel tree) throws Exception {
        Await.state("files without a name that somebody has open", 0, () -> rows(directory, "orphan"));
        Set<Long> ids = filesOf(tree).keySet();
        Await.state("files that are gone and have objects", Set.of(), () -> {
            Set<Long> left = new TreeSet<>(idsOf(ObjectFiles.of(directory, TwoClients.TARGETS)));
            left.removeAll(ids);
            return left;
        });
    }

    private static Map<Long, ModelFile> filesOf(TreeModel tree) {
        Map<Long, ModelFile> files = new TreeMap<>();
        for (TreeModel.Node node : tree.paths().values()) {
            if (node instanceof ModelFile file) {
                files.put(file.id(), file);
            }
        }
        return files;
    }

    private static Set<Long> idsOf(List<Path> objects) {
        return objects.stream()
                .map(path -> HexFormat.fromHexDigitsToLong(path.getFileName().toString(), 0, ID_DIGITS))
                .collect(Collectors.toSet());
    }

    /** The database has a row for each node and no others. */
    static void atRows(Path directory, TreeModel tree) throws SQLException {
        int nodes = tree.paths().size();
        assertThat(rows(directory, "entry")).as("names").isEqualTo(nodes);
        assertThat(rows(directory, "node")).as("nodes and the root").isEqualTo(nodes + 1);
        assertThat(rows(directory, "default_layout WHERE id NOT IN (SELECT id FROM node)"))
                .as("layouts of directories that are gone")
                .isZero();
    }

    private static int rows(Path directory, String which) throws SQLException {
        Path database = directory.resolve("namespace").resolve("namespace.db");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT count(*) FROM " + which)) {
            result.next();
            return result.getInt(1);
        }
    }
}
