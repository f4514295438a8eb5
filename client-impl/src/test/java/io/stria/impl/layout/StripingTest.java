package io.stria.impl.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.FileLayout;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple2;
import org.junit.jupiter.api.Test;

/** Against models that walk chunk by chunk, or that count in numbers without a limit. */
@PropertyDefaults(edgeCases = EdgeCasesMode.NONE) // the arbitraries below seek the edges themselves
class StripingTest {
    private static final long UNIT = FileLayout.STRIPE_SIZE_UNIT;

    @Provide
    static Arbitrary<FileLayout> layouts() {
        Arbitrary<Long> sizes = Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.longs().between(1, 8).map(units -> units * UNIT)),
                Tuple.of(
                        1,
                        Arbitraries.longs()
                                .between(1, FileLayout.MAX_STRIPE_SIZE / UNIT)
                                .map(units -> units * UNIT)));
        Arbitrary<Integer> counts = Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.integers().between(1, 9)),
                Tuple.of(1, Arbitraries.integers().between(1, FileLayout.MAX_STRIPE_COUNT)));
        return Combinators.combine(counts, sizes).as(FileLayout::striped);
    }

    /** Offsets where arithmetic breaks: at zero, at the edges of chunks and rows, and before 2⁶³. */
    private static Arbitrary<Long> offsets(FileLayout layout) {
        long chunk = layout.stripeSize();
        long row = chunk * layout.stripeCount();
        Arbitrary<Long> near = Arbitraries.longs().between(-3, 3);
        return Arbitraries.oneOf(
                        Arbitraries.longs().between(0, 3 * row),
                        Combinators.combine(Arbitraries.longs().between(0, 3L * layout.stripeCount()), near)
                                .as((chunks, delta) -> chunks * chunk + delta),
                        Combinators.combine(Arbitraries.longs().between(0, Long.MAX_VALUE / row), near)
                                .as((rows, delta) -> rows * row + delta),
                        Arbitraries.longs().between(Long.MAX_VALUE - 3 * row, Long.MAX_VALUE),
                        Arbitraries.longs().between(0, Long.MAX_VALUE))
                .filter(offset -> offset >= 0);
    }

    @Provide
    static Arbitrary<Tuple2<FileLayout, Long>> places() {
        return layouts().flatMap(layout -> offsets(layout).map(offset -> Tuple.of(layout, offset)));
    }

    private static BigInteger big(long value) {
        return BigInteger.valueOf(value);
    }

    @Property
    void bytesBelowCountsTheBytesOfTheStripeInFrontOfTheOffset(@ForAll("places") Tuple2<FileLayout, Long> place) {
        FileLayout layout = place.get1();
        long offset = place.get2();
        Striping striping = new Striping(layout);
        BigInteger chunk = big(layout.stripeSize());
        BigInteger row = chunk.multiply(big(layout.stripeCount()));
        BigInteger[] rows = big(offset).divideAndRemainder(row);
        for (int stripe : stripesToCheck(layout.stripeCount(), striping.stripeOf(offset))) {
            BigInteger inRow = rows[1].subtract(chunk.multiply(big(stripe)));
            BigInteger expected =
                    rows[0].multiply(chunk).add(inRow.max(BigInteger.ZERO).min(chunk));
            assertThat(striping.bytesBelow(stripe, offset)).isEqualTo(expected.longValueExact());
        }
    }

    private static Set<Integer> stripesToCheck(int count, int holder) {
        Set<Integer> stripes = new HashSet<>();
        stripes.add(0);
        stripes.add(count - 1);
        stripes.add(holder);
        stripes.add((holder + 1) % count);
        stripes.add((holder + count - 1) % count);
        return stripes;
    }

    @Property(tries = 300)
    void bytesBelowAgreesWithAWalkFromChunkToChunk(@ForAll("layouts") FileLayout layout, @ForAll long seed) {
        Striping striping = new Striping(layout);
        long[] below = new long[layout.stripeCount()];
        long at = 0;
        int stripe = 0;
        long within = Math.floorMod(seed, layout.stripeSize());
        for (int chunk = 0; chunk < 40; chunk++) {
            assertThat(striping.bytesBelow(stripe, at)).isEqualTo(below[stripe]);
            assertThat(striping.bytesBelow(stripe, at + within)).isEqualTo(below[stripe] + within);
            int other = (stripe + 1) % layout.stripeCount();
            if (other != stripe) {
                assertThat(striping.bytesBelow(other, at + within)).isEqualTo(below[other]);
            }
            below[stripe] += layout.stripeSize();
            at += layout.stripeSize();
            stripe = other;
        }
    }

    @Property
    void theStripesTogetherHoldExactlyTheBytesBelowAnOffset(@ForAll("places") Tuple2<FileLayout, Long> place) {
        Striping striping = new Striping(place.get1());
        BigInteger sum = BigInteger.ZERO;
        for (int stripe = 0; stripe < striping.stripeCount(); stripe++) {
            sum = sum.add(big(striping.bytesBelow(stripe, place.get2())));
        }
        assertThat(sum).isEqualTo(big(place.get2()));
    }

    @Property
    void fileOffsetIsTheInverseOfStripeAndObjectOffset(@ForAll("places") Tuple2<FileLayout, Long> place) {
        Striping striping = new Striping(place.get1());
        long offset = place.get2();
        int stripe = striping.stripeOf(offset);
        assertThat(stripe)
                .isEqualTo(big(offset)
                        .divide(big(striping.stripeSize()))
                        .mod(big(striping.stripeCount()))
                        .intValueExact());
        long objectOffset = striping.bytesBelow(stripe, offset);
        assertThat(striping.fileOffset(stripe, objectOffset)).isEqualTo(offset);
    }

    @Property
    void chunkRemainingLeadsToTheNextMultipleOfTheStripeSize(@ForAll("places") Tuple2<FileLayout, Long> place) {
        Striping striping = new Striping(place.get1());
        long objectOffset = place.get2();
        long remaining = striping.chunkRemaining(objectOffset);
        assertThat(remaining).isBetween(1L, striping.stripeSize());
        assertThat(big(objectOffset).add(big(remaining)).mod(big(striping.stripeSize())))
                .isEqualTo(BigInteger.ZERO);
    }

    @Property
    void stripesTouchedAgreesWithAWalkFromChunkToChunk(
            @ForAll("places") Tuple2<FileLayout, Long> place, @ForAll long seed) {
        Striping striping = new Striping(place.get1());
        long chunk = striping.stripeSize();
        long offset = place.get2();
        long length = Math.min(Math.floorMod(seed, 30 * chunk), Long.MAX_VALUE - offset);
        Set<Integer> touched = new HashSet<>();
        for (long at = offset; at - offset < length; at = at / chunk * chunk + chunk) {
            touched.add(striping.stripeOf(at));
            if (at / chunk == Long.MAX_VALUE / chunk) {
                break; // no chunk begins behind this one
            }
        }
        assertThat(striping.stripesTouched(offset, length)).isEqualTo(touched.size());
    }

    @Property
    void fileSizeIsTheEndOfTheObjectsLastByte(@ForAll("places") Tuple2<FileLayout, Long> place) {
        Striping striping = new Striping(place.get1());
        long size = place.get2();
        long implied = 0;
        for (int stripe = 0; stripe < striping.stripeCount(); stripe++) {
            implied = Math.max(implied, striping.fileSize(stripe, striping.bytesBelow(stripe, size)));
        }
        assertThat(implied).isEqualTo(size);
    }

    @Test
    void anEmptyObjectImpliesNothing() {
        Striping striping = new Striping(FileLayout.striped(3, UNIT));
        assertThat(striping.fileSize(2, 0)).isZero();
        assertThat(striping.fileSize(2, 1)).isEqualTo(2 * UNIT + 1);
        assertThat(striping.fileSize(0, UNIT + 1)).isEqualTo(3 * UNIT + 1);
    }

    @Test
    void nothingIsTouchedByNothing() {
        Striping striping = new Striping(FileLayout.striped(3, UNIT));
        assertThat(striping.stripesTouched(0, 0)).isZero();
        assertThat(striping.stripesTouched(Long.MAX_VALUE, 0)).isZero();
        assertThat(striping.stripesTouched(0, Long.MAX_VALUE)).isEqualTo(3);
    }

    @Test
    void theWidestLayoutReachesTheLastByteOfTheLargestFile() {
        Striping striping = new Striping(FileLayout.striped(2000, FileLayout.MAX_STRIPE_SIZE));
        long last = Long.MAX_VALUE - 1;
        int stripe = striping.stripeOf(last);
        assertThat(striping.fileOffset(stripe, striping.bytesBelow(stripe, last)))
                .isEqualTo(last);
        assertThat(striping.fileSize(stripe, striping.bytesBelow(stripe, last) + 1))
                .isEqualTo(Long.MAX_VALUE);
    }
}
