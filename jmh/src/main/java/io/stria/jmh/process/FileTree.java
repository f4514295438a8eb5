package io.stria.jmh.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A directory with files in it.
 *
 * @param path the directory
 * @param files how many files are in it, at any depth
 * @param bytes how long they are together
 */
public record FileTree(Path path, int files, long bytes) {

    /**
     * Copies the first files of a tree, and the directories they are in; links and other kinds are left out.
     *
     * @param from the tree
     * @param to where the copy is to be; must not exist
     * @param maxFiles how many files to copy at most
     * @throws IOException if one cannot be read
     */
    public static FileTree copy(Path from, Path to, int maxFiles) throws IOException {
        List<Path> chosen;
        try (Stream<Path> all = Files.walk(from)) {
            chosen = all.filter(Files::isReadable)
                    .filter(path -> !Files.isSymbolicLink(path) && Files.isRegularFile(path))
                    .limit(maxFiles)
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        long bytes = 0;
        for (Path file : chosen) {
            Path copy = to.resolve(from.relativize(file));
            Files.createDirectories(copy.getParent());
            bytes += Files.size(Files.copy(file, copy));
        }
        return new FileTree(to, chosen.size(), bytes);
    }

    /**
     * Removes a file, or a directory with all that is in it.
     *
     * @throws java.nio.file.NoSuchFileException if it is not there
     */
    public static void delete(Path path) throws IOException {
        try (Stream<Path> tree = Files.walk(path)) {
            for (Path each : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
