package io.stria.examples.ior;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PatternTest {
    private static final int BYTES = 3 * 4096 + 8;

    private static Buffer filled(Pattern pattern, int rank, long offset) {
        Buffer buffer = new Buffer(BYTES, 4096);
        pattern.fill(buffer, rank);
        pattern.stamp(buffer, rank, offset);
        return buffer;
    }

    @Test
    void wordsCountFromTheSignatureBesideTheRank() {
        Buffer buffer = filled(new Pattern(Pattern.Packet.TIMESTAMP, 1000), 3, 12345);
        for (long k = 0; k < buffer.words(); k++) {
            assertThat(buffer.word(k)).isEqualTo(3L << 32 | (1000 + k));
        }
    }

    @Test
    void every512thWordTellsTheOffset() {
        long offset = (5L << 32) + 0x9000_0000L;
        Buffer buffer = filled(new Pattern(Pattern.Packet.OFFSET, 1000), 3, offset);
        for (long k = 0; k < buffer.words(); k++) {
            long low = k % 512 == 0 ? 0x9000_0000L * (k / 512 + 1) % (1L << 32) : 1000 + k;
            assertThat(buffer.word(k)).as("word " + k).isEqualTo(3L << 32 | low);
        }
    }

    @Test
    void verifierCountsWordsThatDifferAndRemembersTheFirst() {
        Pattern pattern = new Pattern(Pattern.Packet.OFFSET, 7);
        Verifier verifier = new Verifier(pattern, 2, new Buffer(BYTES, 8));
        Buffer good = filled(pattern, 2, 8192);
        verifier.check(good, 8192, "F");
        assertThat(verifier.errors()).isZero();

        good.setWord(5, 0);
        good.setWord(9, 0);
        verifier.check(good, 8192, "F");
        assertThat(verifier.errors()).isEqualTo(2);
        assertThat(verifier.first())
                .isEqualTo("file F, byte 8232: expected 0x000000020000000c, found 0x0000000000000000");
    }

    @Test
    void verifierNoticesDataOfAnotherPlaceRankOrRun() {
        Pattern pattern = new Pattern(Pattern.Packet.OFFSET, 7);
        assertThat(errors(pattern, filled(pattern, 2, 4096))).isEqualTo(4);
        assertThat(errors(pattern, filled(pattern, 1, 8192))).isEqualTo(BYTES / 8);
        assertThat(errors(pattern, filled(new Pattern(Pattern.Packet.OFFSET, 8), 2, 8192)))
                .isEqualTo(BYTES / 8 - 4);
    }

    private static long errors(Pattern pattern, Buffer actual) {
        Verifier verifier = new Verifier(pattern, 2, new Buffer(BYTES, 8));
        verifier.check(actual, 8192, "F");
        return verifier.errors();
    }
}
