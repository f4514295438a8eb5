package io.stria.server;

import io.stria.ErrorCode;
import io.stria.FileLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a namespace must hold. Every operation changes it as it should the cluster, or throws what clients are told. */
final class TreeModel {
    private static final Comparator<String> BY_BYTES =
            Comparator.comparing(name -> name.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

    private final Directory root = new Directory();
    private final Set<Long> idsSeen = new HashSet<>();

    /** A file or directory. */
    abstract static class Node {
        private @Nullable Long id;

        @Nullable
        Long id() {
            return id;
        }
    }

    /** A directory, its entries in the order of a listing. */
    static final class Directory extends Node {
        private final Map<String, Node> entries = new TreeMap<>(BY_BYTES);
        private FileLayout layout = FileLayout.DEFAULT;

        Map<String, Node> entries() {
            return entries;
        }

        FileLayout layout() {
            return layout;
        }
    }

    private record Place(
            List<Directory> ancestors,
            String name,
            boolean onlyDirectory,
            @Nullable Node node) {
        Directory parent() {
            return ancestors.get(ancestors.size() - 1);
        }

        Node existing() throws Refusal {
            if (node == null) {
                throw new Refusal(ErrorCode.NOT_FOUND);
            }
            if (onlyDirectory && node instanceof ModelFile) {
                throw new Refusal(ErrorCode.NOT_A_DIRECTORY);
            }
            return node;
        }
    }

    Directory root() {
        return root;
    }

    /** Somebody was told the identity of a node: it never changes, and no other node ever has it. */
    void told(Node node, long id) {
        if (node.id == null) {
            if (!idsSeen.add(id)) {
                throw new AssertionError("id " + id + " was given twice");
            }
            node.id = id;
        } else if (node.id != id) {
            throw new AssertionError("id " + id + " instead of " + node.id);
        }
    }

    ModelFile open(String path, FileLayout wish, Set<? extends OpenOption> options) throws Refusal {
        boolean writes = options.contains(StandardOpenOption.WRITE);
        boolean exclusive = writes && options.contains(StandardOpenOption.CREATE_NEW);
        Place place = place(path);
        if (place.node == null && (exclusive || (writes && options.contains(StandardOpenOption.CREATE)))) {
            return create(place, wish);
        }
        Node node = place.existing();
        if (exclusive) {
            throw new Refusal(ErrorCode.ALREADY_EXISTS);
        }
        if (!(node instanceof ModelFile file)) {
            throw new Refusal(ErrorCode.IS_A_DIRECTORY);
        }
        if (writes && options.contains(StandardOpenOption.TRUNCATE_EXISTING)) {
            file.truncate(0);
        }
        return file;
    }

    private static ModelFile create(Place place, FileLayout wish) throws Refusal {
        if (place.onlyDirectory) {
            throw new Refusal(ErrorCode.IS_A_DIRECTORY);
        }
        FileLayout layout = wish.equals(FileLayout.DEFAULT) ? place.parent().layout : wish;
        ModelFile file = new ModelFile(layout.stripeSize(), stripeCount(layout));
        place.parent().entries.put(place.name, file);
        return file;
    }

    private static int stripeCount(FileLayout layout) throws Refusal {
        if ((layout.targets().isEmpty() && layout.stripeCount() > TwoClients.TARGETS)
                || layout.targets().stream().anyMatch(target -> target >= TwoClients.TARGETS)) {
            throw new Refusal(ErrorCode.INVALID_ARGUMENT);
        }
        return layout.stripeCount() > 0 ? layout.stripeCount() : TwoClients.TARGETS;
    }

    void mkdir(String path) throws Refusal {
        Place place = place(path);
        if (place.node != null) {
            throw new Refusal(ErrorCode.ALREADY_EXISTS);
        }
        Directory made = new Directory();
        made.layout = place.parent().layout;
        place.parent().entries.put(place.name, made);
    }

    void delete(String path) throws Refusal {
        Place place = place(path);
        if (place.existing() instanceof Directory directory && !directory.entries.isEmpty()) {
            throw new Refusal(ErrorCode.NOT_EMPTY);
        }
        place.parent().entries.remove(place.name);
    }

    void rename(String from, String to) throws Refusal {
        Place source = place(from);
        Node moved = source.existing();
        Place goal = place(to);
        if (moved instanceof Directory directory && goal.ancestors.contains(directory)) {
            throw new Refusal(ErrorCode.INVALID_ARGUMENT);
        }
        if (moved instanceof ModelFile && goal.onlyDirectory) {
            throw new Refusal(ErrorCode.NOT_A_DIRECTORY);
        }
        if (goal.node == moved) {
            return;
        }
        if (goal.node != null) {
            checkReplaceable(goal.node, moved);
        }
        source.parent().entries.remove(source.name);
        goal.parent().entries.put(goal.name, moved);
    }

    private static void checkReplaceable(Node replaced, Node moved) throws Refusal {
        if (replaced instanceof Directory directory) {
            if (moved instanceof ModelFile) {
                throw new Refusal(ErrorCode.IS_A_DIRECTORY);
            }
            if (!directory.entries.isEmpty()) {
                throw new Refusal(ErrorCode.NOT_EMPTY);
            }
        } else if (moved instanceof Directory) {
            throw new Refusal(ErrorCode.NOT_A_DIRECTORY);
        }
    }

    Node stat(String path) throws Refusal {
        return names(path).isEmpty() ? root : place(path).existing();
    }

    Directory list(String path) throws Refusal {
        if (stat(path) instanceof Directory directory) {
            return directory;
        }
        throw new Refusal(ErrorCode.NOT_A_DIRECTORY);
    }

    void setDefaultLayout(String path, FileLayout layout) throws Refusal {
        Directory directory = list(path);
        stripeCount(layout);
        directory.layout = layout;
    }

    private Place place(String path) throws Refusal {
        List<String> names = names(path);
        if (names.isEmpty()) {
            throw new Refusal(ErrorCode.INVALID_ARGUMENT);
        }
        String last = names.remove(names.size() - 1);
        List<Directory> ancestors = new ArrayList<>(List.of(root));
        Directory directory = root;
        for (String name : names) {
            Node next = directory.entries.get(name);
            if (next == null) {
                throw new Refusal(ErrorCode.NOT_FOUND);
            }
            if (!(next instanceof Directory below)) {
                throw new Refusal(ErrorCode.NOT_A_DIRECTORY);
            }
            directory = below;
            ancestors.add(directory);
        }
        return new Place(ancestors, last, path.endsWith("/"), directory.entries.get(last));
    }

    private static List<String> names(String path) throws Refusal {
        List<String> names = new ArrayList<>(Arrays.asList(path.split("/")));
        if (names.isEmpty()) {
            return names;
        }
        String beforeRoot = names.remove(0);
        if (!beforeRoot.isEmpty() || names.stream().anyMatch(name -> name.isEmpty() || name.startsWith("."))) {
            throw new Refusal(ErrorCode.INVALID_ARGUMENT);
        }
        return names;
    }

    /** Every node below the root by its path, parents first. */
    Map<String, Node> paths() {
        Map<String, Node> paths = new TreeMap<>(BY_BYTES);
        collect("/", root, paths);
        return paths;
    }

    private static void collect(String prefix, Directory directory, Map<String, Node> paths) {
        directory.entries.forEach((name, node) -> {
            paths.put(prefix + name, node);
            if (node instanceof Directory below) {
                collect(prefix + name + "/", below, paths);
            }
        });
    }
}
