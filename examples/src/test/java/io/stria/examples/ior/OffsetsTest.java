package io.stria.examples.ior;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OffsetsTest {

    /** The loops of IOR, one for segments and one for the transfers of a block. */
    private static List<Long> naive(IorOptions options, int rank) {
        List<Long> offsets = new ArrayList<>();
        for (long i = 0; i < options.segments; i++) {
            for (long j = 0; j < options.blockSize / options.transferSize; j++) {
                offsets.add(
                        options.filePerProcess
                                ? i * options.blockSize + j * options.transferSize
                                : i * options.tasks * options.blockSize
                                        + rank * options.blockSize
                                        + j * options.transferSize);
            }
        }
        return offsets;
    }

    private static List<Long> all(Offsets offsets) {
        List<Long> all = new ArrayList<>();
        for (long i = 0; i < offsets.count(); i++) {
            all.add(offsets.at(i));
        }
        return all;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-t 8 -b 8",
                "-t 4k -b 32k",
                "-t 4k -b 32k -s 5",
                "-t 4k -b 32k -s 5 -N 3",
                "-t 4k -b 32k -s 5 -N 3 -F",
                "-t 47008 -b 47008 -s 100 -N 7",
                "-t 1g -b 16g -s 3 -N 4"
            })
    void offsetsAreThoseOfTheNestedLoops(String line) throws Exception {
        IorOptions options = Options.line(line);
        for (int rank = 0; rank < options.tasks; rank++) {
            assertThat(all(new Offsets(options, rank))).isEqualTo(naive(options, rank));
        }
        IorOptions random = Options.line(line + " -z");
        for (int rank = 0; rank < options.tasks; rank++) {
            assertThat(all(new Offsets(random, rank))).containsExactlyInAnyOrderElementsOf(naive(random, rank));
        }
    }

    @Test
    void randomOffsetsDifferByRankAndSeedAndAreRepeatable() throws Exception {
        IorOptions options = Options.line("-t 4k -b 1m -z -F -N 2");
        List<Long> first = all(new Offsets(options, 0));
        assertThat(first).isNotEqualTo(naive(options, 0));
        assertThat(all(new Offsets(options, 0))).isEqualTo(first);
        assertThat(all(new Offsets(options, 1))).isNotEqualTo(first);
        IorOptions other = Options.line("-t 4k -b 1m -z -F -N 2 --random-offset-seed 9");
        assertThat(all(new Offsets(other, 0))).isNotEqualTo(first);
    }

    @Test
    void overlappingRandomOffsetsAreThoseOfTransfersButNotEachOnce() throws Exception {
        IorOptions options = Options.line("-t 4k -b 1m -z -z");
        List<Long> offsets = all(new Offsets(options, 0));
        assertThat(naive(options, 0)).containsAll(offsets);
        assertThat(offsets.stream().distinct().count()).isBetween(100L, 255L);
    }
}
