package io.stria.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentTest {

    @Test
    void namesJdkKernelCpusAndFileSystem(@TempDir Path storage) throws Exception {
        assertThat(Environment.of(storage).toString())
                .contains("JDK", System.getProperty("java.runtime.version"))
                .contains("kernel", System.getProperty("os.version"))
                .contains("CPUs")
                .contains("file system", storage.getParent().toString());
    }
}
