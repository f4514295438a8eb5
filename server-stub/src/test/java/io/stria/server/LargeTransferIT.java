package io.stria.server;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.stria.AsyncFile;
import io.stria.FileLayout;
import io.stria.Memory;
import io.stria.StriaClient;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transfers of more bytes than an int can count. The bytes go nowhere, so that it neither fills a disk nor takes long. */
class LargeTransferIT {
    private static final int PIECE_BYTES = 64 << 20;
    private static final int PIECES = 33;
    private static final long BYTES = (long) PIECES * PIECE_BYTES;

    @TempDir
    Path directory;

    @Test
    void a_transfer_of_more_than_two_gib_completes_with_its_full_count() throws Exception {
        assertThat(BYTES).isGreaterThan(1L << 31);
        ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES);
        Memory memory = Memory.of(Collections.nCopies(PIECES, piece).toArray(ByteBuffer[]::new));
        assertThat(memory.length()).isEqualTo(BYTES);
        try (TestCluster cluster = TestCluster.start(directory, 3, server -> server.store(StoreKind.NULL));
                StriaClient client = cluster.client(config -> config.checksum(false));
                AsyncFile file = Await.value(client.open("/f", FileLayout.striped(3, 1 << 20), CREATE, READ, WRITE))) {
            assertThat(Await.value(file.write(memory, 5))).isEqualTo(BYTES);
            assertThat(Await.value(file.size())).isEqualTo(BYTES + 5);
            assertThat(Await.value(file.read(memory, 5))).isEqualTo(BYTES);
        }
    }
}
