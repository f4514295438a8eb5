package io.stria.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.ErrorCode;
import io.stria.StriaException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class FailuresTest {

    @Test
    void whatCarriedAFailureBetweenThreadsIsSeenThrough() {
        StriaException cause = new StriaException(ErrorCode.NO_SPACE, "write refused: no space");
        assertThat(Failures.sentence(new ExecutionException(new CompletionException(cause))))
                .isEqualTo("write refused: no space");
    }

    @Test
    void aMissingFileIsNamedWithWhatToDo() {
        assertThat(Failures.sentence(new NoSuchFileException("/nowhere/f")))
                .isEqualTo("no such file or directory: /nowhere/f: create it or name another one");
    }

    @Test
    void missingMemorySaysHowToGetMore() {
        assertThat(Failures.sentence(new ExecutionException(new OutOfMemoryError("Direct buffer memory"))))
                .contains("Direct buffer memory")
                .contains("-XX:MaxDirectMemorySize");
    }

    @Test
    void theUnexpectedAsksForTheStackTrace() {
        assertThat(Failures.sentence(new IllegalStateException("odd")))
                .contains("odd")
                .contains("--stacktrace");
    }
}
