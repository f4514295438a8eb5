package io.stria.jmh.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTreeTest {
    @TempDir
    private Path directory;

    @Test
    void itHoldsAsManyFilesAsWereAskedForAndNoLinks() throws Exception {
        Path from = Files.createDirectories(directory.resolve("from/deep/er"));
        for (int i = 0; i < 5; i++) {
            Files.writeString(from.resolve("file-" + i), "12345");
        }
        Files.createSymbolicLink(from.resolve("file-"), from.resolve("file-1"));
        Path to = directory.resolve("to");
        assertThat(FileTree.copy(directory.resolve("from"), to, 4)).isEqualTo(new FileTree(to, 4, 20));
        assertThat(to.resolve("deep/er")).isDirectoryNotContaining(Files::isSymbolicLink);
        assertThat(to.resolve("deep/er").toFile().listFiles()).hasSize(4).allMatch(file -> file.length() == 5);
        FileTree.delete(to);
        assertThat(to).doesNotExist();
        assertThatThrownBy(() -> FileTree.delete(to)).isInstanceOf(NoSuchFileException.class);
    }
}
