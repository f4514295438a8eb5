package io.stria.examples.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stria.examples.cli.UserError;
import io.stria.examples.tools.Destination.Kind;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The rules of {@code cp -r}. */
class DestinationTest {

    @Test
    void anExistingDirectoryTakesAnyNumberOfAnything() throws UserError {
        for (int sources = 1; sources < 4; sources++) {
            Destination destination = new Destination("d", Kind.DIRECTORY, false, sources);
            destination.check("file", false);
            destination.check("directory", true);
            assertThat(destination.isDirectory()).isTrue();
        }
    }

    @Test
    void oneSourceGetsANewName() throws UserError {
        Destination destination = new Destination("new", Kind.MISSING, false, 1);
        destination.check("file", false);
        destination.check("directory", true);
        assertThat(destination.isDirectory()).isFalse();
    }

    @Test
    void aSlashAtTheEndOfANewNameIsForDirectories() throws UserError {
        Destination destination = new Destination("new/", Kind.MISSING, true, 1);
        destination.check("directory", true);
        assertThatThrownBy(() -> destination.check("file", false)).hasMessageContaining("no directory new/");
    }

    @Test
    void severalSourcesNeedADirectory() {
        assertThatThrownBy(() -> new Destination("x", Kind.MISSING, false, 2))
                .hasMessageContaining("no directory x: several sources");
        assertThatThrownBy(() -> new Destination("x", Kind.FILE, false, 2)).hasMessageContaining("not a directory: x");
    }

    @Test
    void aFileIsReplacedByAFileOnly() throws UserError {
        Destination destination = new Destination("x", Kind.FILE, false, 1);
        destination.check("file", false);
        assertThatThrownBy(() -> destination.check("directory", true))
                .hasMessageContaining("a directory cannot replace a file: directory to x");
        assertThatThrownBy(() -> new Destination("x/", Kind.FILE, true, 1)).hasMessageContaining("not a directory: x/");
    }

    @Test
    void ofSeveralSourcesNoneReplacesAnother() throws UserError {
        Destination several = new Destination("d", Kind.DIRECTORY, false, 2);
        several.take("/d/x");
        several.take("/d/y");
        assertThatThrownBy(() -> several.take("/d/x")).hasMessageContaining("two of the sources are called /d/x");
        Destination one = new Destination("d", Kind.DIRECTORY, false, 1);
        one.take("/d/x");
        assertThatCode(() -> one.take("/d/x")).doesNotThrowAnyException();
    }

    @Test
    void dotsAndTheRootMeanWhatIsInThem() throws UserError {
        assertThat(Local.name(Path.of("a/b"))).isEqualTo("b");
        for (String path : new String[] {".", "..", "a/.", "a/..", "/"}) {
            assertThat(Local.name(Path.of(path))).as(path).isEmpty();
        }
    }
}
