package io.stria.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stria.examples.cli.UserError;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CheckpointTest {

    @Test
    void stateOfAnySizeIsWrittenAndVerified() throws Exception {
        int chunk = Ring.CHUNK_BYTES;
        for (int bytes : new int[] {8, chunk, chunk + 8, 8 * chunk + 16, 40 * chunk - 8}) {
            MemoryFile file = new MemoryFile(bytes);
            Checkpoint checkpoint = new Checkpoint(bytes);
            AtomicLong written = new AtomicLong();
            AtomicLong verified = new AtomicLong();
            checkpoint.write(file, written::addAndGet);
            checkpoint.verify(file, verified::addAndGet);
            assertThat(written).hasValue(bytes);
            assertThat(verified).hasValue(bytes);
            assertThat(file.writes).isEqualTo((bytes + chunk - 1) / chunk);
            assertThat(file.reads).isEqualTo((bytes + 8 * chunk - 1) / (8 * chunk));
        }
    }

    @Test
    void aChangedByteAnywhereFailsTheVerification() throws Exception {
        int bytes = 9 * Ring.CHUNK_BYTES;
        MemoryFile file = new MemoryFile(bytes);
        Checkpoint checkpoint = new Checkpoint(bytes);
        checkpoint.write(file, progress -> {});
        for (int at : new int[] {0, Ring.CHUNK_BYTES + 13, bytes - 1}) {
            file.bytes[at] ^= 1;
            assertThatThrownBy(() -> checkpoint.verify(file, progress -> {}))
                    .isInstanceOf(UserError.class)
                    .hasMessageContaining("the double at offset " + at / 8 * 8 + " ");
            file.bytes[at] ^= 1;
        }
    }

    @Test
    void aShortFileFailsTheVerification() throws Exception {
        MemoryFile file = new MemoryFile(16);
        new Checkpoint(16).write(file, progress -> {});
        assertThatThrownBy(() -> new Checkpoint(24).verify(file, progress -> {}))
                .hasMessageContaining("16 of 24 bytes");
    }
}
