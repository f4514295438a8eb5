package io.stria.server;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/** The files of objects, while a server may be removing some. */
public final class ObjectFiles {
    private ObjectFiles() {}

    /** Those of all targets of a test cluster. */
    static List<Path> of(Path directory, int targets) throws IOException {
        List<Path> objects = new ArrayList<>();
        for (int i = 0; i < targets; i++) {
            objects.addAll(ofTarget(directory.resolve("target" + i)));
        }
        return objects;
    }

    /** Those of one target. */
    public static List<Path> ofTarget(Path target) throws IOException {
        List<Path> objects = new ArrayList<>();
        Files.walkFileTree(target.resolve("objects"), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                objects.add(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path gone, IOException e) {
                return FileVisitResult.CONTINUE;
            }
        });
        return objects;
    }
}
