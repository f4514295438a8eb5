package io.stria.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CleanupTest {

    @Test
    void undoesLastFirstAndOnceAndGoesOnAfterAFailure() throws IOException {
        List<String> undone = new ArrayList<>();
        Cleanup cleanup = new Cleanup();
        cleanup.add(() -> undone.add("directory"));
        cleanup.add(() -> {
            throw new IOException("server would not stop");
        });
        cleanup.add(() -> undone.add("client"));
        assertThatThrownBy(cleanup::close).hasMessage("server would not stop");
        cleanup.close();
        assertThat(undone).containsExactly("client", "directory");
    }
}
