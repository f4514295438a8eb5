package io.stria.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.LongStream;
import org.agrona.collections.LongHashSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DestroyLogTest {
    @TempDir
    private Path directory;

    private Path path;
    private DestroyedFiles destroyed;
    private LongHashSet unfinished;

    @BeforeEach
    void name() {
        path = directory.resolve("log");
    }

    private DestroyLog open() throws IOException {
        destroyed = new DestroyedFiles();
        unfinished = new LongHashSet();
        return DestroyLog.open(path, destroyed, unfinished);
    }

    @Test
    void recordsAreTheseBytes() throws Exception {
        try (DestroyLog log = open()) {
            log.destroyed(new long[] {0x0102030405060708L});
            log.removed(new long[] {0x0102030405060708L});
        }
        byte[] bytes = Files.readAllBytes(path);
        assertThat(HexFormat.of().formatHex(bytes, 0, 32))
                .isEqualTo("0102030405060708" + "00000001" + "1b45d707" + "0102030405060708" + "00000002" + "081524f3");
        assertThat(Arrays.copyOfRange(bytes, 32, bytes.length)).containsOnly(0);
    }

    @Test
    void whatWasDestroyedIsKnownAgainAndWhatIsUnfinishedToo() throws Exception {
        long[] many = LongStream.range(-5000, 5000).toArray();
        try (DestroyLog log = open()) {
            log.destroyed(many);
            log.removed(Arrays.copyOf(many, 9_998));
            log.destroyed(new long[] {Long.MAX_VALUE});
        }
        open().close();
        assertThat(LongStream.of(many)).allMatch(destroyed::contains);
        assertThat(destroyed.contains(Long.MAX_VALUE)).isTrue();
        assertThat(destroyed.contains(5000)).isFalse();
        assertThat(unfinished).containsExactlyInAnyOrder(4998L, 4999L, Long.MAX_VALUE);
    }

    @Test
    void aTornRecordIsTheEndAndIsWrittenOver() throws Exception {
        try (DestroyLog log = open()) {
            log.destroyed(new long[] {1, 2, 3});
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {99}), 2 * DestroyLog.RECORD_BYTES + 3);
        }
        try (DestroyLog log = open()) {
            assertThat(destroyed.contains(2)).isTrue();
            assertThat(destroyed.contains(3)).isFalse();
            log.destroyed(new long[] {4});
        }
        open().close();
        assertThat(destroyed.contains(4)).isTrue();
        assertThat(destroyed.contains(2)).isTrue();
    }

    @Test
    void spaceForThousandsOfRecordsIsTakenAhead() throws Exception {
        try (DestroyLog log = open()) {
            for (int i = 0; i < 20; i++) {
                log.destroyed(LongStream.range(i * 700L, i * 700L + 700).toArray());
                assertThat(Files.size(path) - (i + 1) * 700L * DestroyLog.RECORD_BYTES)
                        .isGreaterThanOrEqualTo(DestroyLog.SLACK_BYTES / 2);
            }
        }
    }
}
