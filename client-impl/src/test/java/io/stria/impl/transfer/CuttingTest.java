package io.stria.impl.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.FileLayout;
import io.stria.Memory;
import io.stria.impl.layout.Striping;
import io.stria.wire.Opcode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * A request is cut into transfers, these into RPCs, and each RPC walks through the memory. The model goes byte by byte:
 * byte {@code m} of the memory is byte {@code offset + m} of the file, which the definition of RAID-0 puts into one
 * object.
 */
@PropertyDefaults(tries = 150, edgeCases = EdgeCasesMode.NONE)
class CuttingTest {
    private static final int UNIT = (int) FileLayout.STRIPE_SIZE_UNIT;
    private static final byte UNTOUCHED = 111;

    /** A request: where in the file, how the memory is made up, how long an RPC may be. */
    record Case(FileLayout layout, long offset, List<Integer> segments, int maxRpcBytes) {
        long length() {
            return segments.stream().mapToLong(Integer::longValue).sum();
        }
    }

    @Provide
    static Arbitrary<Case> cases() {
        Arbitrary<FileLayout> layouts = Combinators.combine(
                        Arbitraries.integers().between(1, 7),
                        Arbitraries.longs().between(1, 3))
                .as((count, units) -> FileLayout.striped(count, units * UNIT));
        Arbitrary<Integer> segment = Arbitraries.frequencyOf(
                Tuple.of(1, Arbitraries.just(0)),
                Tuple.of(3, Arbitraries.integers().between(1, 100)),
                Tuple.of(3, Arbitraries.of(UNIT - 1, UNIT, UNIT + 1, 2 * UNIT)),
                Tuple.of(3, Arbitraries.integers().between(1, 3 * UNIT)));
        Arbitrary<Integer> rpcs = Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.of(UNIT, 2 * UNIT, 4 * UNIT, 16 * UNIT)),
                Tuple.of(1, Arbitraries.integers().between(1000, 5 * UNIT)));
        return Combinators.combine(layouts, segment.list().ofMinSize(1).ofMaxSize(6), rpcs, Arbitraries.longs())
                .flatAs((layout, segments, maxRpcBytes, seed) ->
                        offsets(layout).map(offset -> new Case(layout, offset, segments, maxRpcBytes)))
                .filter(each -> each.length() > 0 && each.offset <= Long.MAX_VALUE - each.length());
    }

    private static Arbitrary<Long> offsets(FileLayout layout) {
        long row = layout.stripeSize() * layout.stripeCount();
        Arbitrary<Long> near = Arbitraries.longs().between(-2, 2);
        return Arbitraries.oneOf(
                        Arbitraries.longs().between(0, 3 * row),
                        Combinators.combine(Arbitraries.longs().between(0, 20), near)
                                .as((chunks, delta) -> chunks * layout.stripeSize() + delta),
                        Arbitraries.longs().between(Long.MAX_VALUE - 3 * row, Long.MAX_VALUE),
                        Arbitraries.longs().between(0, Long.MAX_VALUE))
                .filter(offset -> offset >= 0);
    }

    private static Memory memory(Case each) {
        return Memory.of(each.segments.stream().map(ByteBuffer::allocate).toArray(ByteBuffer[]::new));
    }

    private static List<Transfer> transfers(Case each, Memory memory) {
        Request request = new Request();
        request.set(new Recorder(), true, 9, memory, each.offset, new TransferFuture());
        int count = request.cut(new Striping(each.layout));
        return IntStream.range(0, count).mapToObj(request::transfer).toList();
    }

    @Property(tries = 60)
    void everyByteGoesToTheStripeTheObjectOffsetAndTheMemoryItBelongsTo(@ForAll("cases") Case each) {
        Memory memory = memory(each);
        boolean[] seen = new boolean[(int) each.length()];
        long[] segmentStarts = segmentStarts(memory);
        long chunk = each.layout.stripeSize();
        int count = each.layout.stripeCount();
        for (Transfer transfer : transfers(each, memory)) {
            MemoryCursor walk = new MemoryCursor();
            while (!transfer.isExhausted()) {
                long objectOffset = transfer.nextOffset();
                int length = transfer.nextLength(each.maxRpcBytes);
                walk.set(transfer.cursor());
                transfer.cut(length);
                for (int left = length; left > 0; ) {
                    int run = walk.contiguous(left);
                    assertThat(run).isPositive();
                    assertThat(walk.segment()).isSameAs(memory.segment(walk.segmentIndex()));
                    long at = segmentStarts[walk.segmentIndex()] + walk.segmentOffset();
                    for (int b = 0; b < run; b++) {
                        long file = each.offset + at + b;
                        boolean isRight = (file / chunk) % count == transfer.stripe()
                                && file / chunk / count * chunk + file % chunk == objectOffset + b
                                && !seen[(int) at + b];
                        if (!isRight) {
                            throw new AssertionError("byte " + (at + b) + " of the memory goes to stripe "
                                    + transfer.stripe() + " at " + (objectOffset + b));
                        }
                        seen[(int) at + b] = true;
                    }
                    walk.advance(run);
                    objectOffset += run;
                    left -= run;
                }
            }
        }
        for (int m = 0; m < seen.length; m++) {
            if (!seen[m]) {
                throw new AssertionError("byte " + m + " of the memory goes nowhere");
            }
        }
    }

    private static long[] segmentStarts(Memory memory) {
        long[] starts = new long[memory.segmentCount()];
        for (int i = 1; i < starts.length; i++) {
            starts[i] = starts[i - 1] + memory.segment(i - 1).capacity();
        }
        return starts;
    }

    @Property
    void rpcsEndAtMultiplesOfTheirLargestSizeSoThatAllButTheFirstAndTheLastAreWhole(@ForAll("cases") Case each) {
        for (Transfer transfer : transfers(each, memory(each))) {
            List<Integer> lengths = new ArrayList<>();
            long begin = transfer.nextOffset();
            while (!transfer.isExhausted()) {
                int length = transfer.nextLength(each.maxRpcBytes);
                assertThat(length).isBetween(1, each.maxRpcBytes);
                transfer.cut(length);
                lengths.add(length);
                assertThat(transfer.nextOffset() % each.maxRpcBytes == 0 || transfer.isExhausted())
                        .isTrue();
            }
            assertThat(lengths.stream().mapToLong(Integer::longValue).sum()).isEqualTo(transfer.endOffset() - begin);
            if (lengths.size() > 2) {
                assertThat(lengths.subList(1, lengths.size() - 1)).allMatch(length -> length == each.maxRpcBytes);
            }
        }
    }

    @Property
    void descriptorsAreAsManyAsStripesAreTouchedAndBeginWithTheStripeOfTheFirstByte(@ForAll("cases") Case each) {
        List<Transfer> transfers = transfers(each, memory(each));
        Striping striping = new Striping(each.layout);
        assertThat(transfers).hasSize(striping.stripesTouched(each.offset, each.length()));
        for (int i = 0; i < transfers.size(); i++) {
            Transfer transfer = transfers.get(i);
            assertThat(transfer.stripe()).isEqualTo((striping.stripeOf(each.offset) + i) % each.layout.stripeCount());
            assertThat(transfer.nextOffset()).isLessThan(transfer.endOffset());
            assertThat(transfer.opcode()).isEqualTo(Opcode.WRITE);
            assertThat(transfer.fileId()).isEqualTo(9);
        }
    }

    /**
     * Objects end somewhere, and grow while they are read. What they held all along must be read; a zero may stand only
     * where the object ended; and nothing but what an object holds may be written past the end of the file.
     */
    @Property(tries = 60)
    void onlyWhatIsMissingBelowTheEndOfFileBecomesZeros(@ForAll("cases") Case each, @ForAll long seed) {
        Random random = new Random(seed);
        Memory memory = memory(each);
        byte[] untouched = new byte[(int) each.length()];
        Arrays.fill(untouched, UNTOUCHED);
        putAll(memory, untouched);
        Request request = new Request();
        request.set(new Recorder(), false, 9, memory, each.offset, new TransferFuture());
        Striping striping = new Striping(each.layout);
        int count = request.cut(striping);
        long endOfFile = each.offset + random.nextInt((int) each.length()) + 1;
        long[] firstEnds = new long[each.layout.stripeCount()];
        long[] ends = new long[firstEnds.length];
        for (int i = 0; i < count; i++) {
            Transfer transfer = request.transfer(i);
            long span = transfer.endOffset() - transfer.nextOffset();
            long held = random.nextInt(3) == 0 ? span : (long) (random.nextDouble() * span);
            firstEnds[transfer.stripe()] = transfer.nextOffset() + held;
            ends[transfer.stripe()] = firstEnds[transfer.stripe()];
        }
        int passes = 0;
        do {
            for (int i = 0; i < count; i++) {
                readAll(request.transfer(i), each.maxRpcBytes, ends, passes < 5 ? random : null);
            }
            assertThat(passes++).as("passes").isLessThan(8);
        } while (request.cutMissing(striping, endOfFile) > 0);
        byte[] now = getAll(memory);
        for (int m = 0; m < now.length; m++) {
            long file = each.offset + m;
            int stripe = striping.stripeOf(file);
            long objectOffset = striping.bytesBelow(stripe, file);
            boolean isRight = switch (now[m]) {
                case UNTOUCHED -> objectOffset >= firstEnds[stripe] && file >= endOfFile;
                case 0 -> objectOffset >= firstEnds[stripe] && file < endOfFile;
                default -> now[m] == content(stripe, objectOffset) && objectOffset < ends[stripe];
            };
            if (!isRight) {
                throw new AssertionError("byte " + m + " is " + now[m]);
            }
        }
    }

    private static byte content(int stripe, long objectOffset) {
        return (byte) (1 + Math.floorMod(objectOffset * 31 + stripe, 100L));
    }

    private static void readAll(Transfer transfer, int maxRpcBytes, long[] ends, Random growth) {
        while (!transfer.isExhausted()) {
            long rpcOffset = transfer.nextOffset();
            int length = transfer.nextLength(maxRpcBytes);
            MemoryCursor walk = new MemoryCursor();
            walk.set(transfer.cursor());
            transfer.cut(length);
            int moved = (int) Math.max(0, Math.min(length, ends[transfer.stripe()] - rpcOffset));
            for (int done = 0; done < moved; ) {
                int run = walk.contiguous(moved - done);
                for (int b = 0; b < run; b++) {
                    walk.segment().put(walk.segmentOffset() + b, content(transfer.stripe(), rpcOffset + done + b));
                }
                walk.advance(run);
                done += run;
            }
            transfer.rpcEnded(rpcOffset, length, moved);
            if (growth != null && growth.nextInt(4) == 0) {
                // No object can reach beyond 2^63-1.
                long room = Long.MAX_VALUE - ends[transfer.stripe()];
                ends[transfer.stripe()] += Math.min(room, growth.nextInt(2 * UNIT));
            }
        }
    }

    private static void putAll(Memory memory, byte[] bytes) {
        int at = 0;
        for (int i = 0; i < memory.segmentCount(); i++) {
            memory.segment(i).put(0, bytes, at, memory.segment(i).capacity());
            at += memory.segment(i).capacity();
        }
    }

    private static byte[] getAll(Memory memory) {
        byte[] bytes = new byte[(int) memory.length()];
        int at = 0;
        for (int i = 0; i < memory.segmentCount(); i++) {
            memory.segment(i).get(0, bytes, at, memory.segment(i).capacity());
            at += memory.segment(i).capacity();
        }
        return bytes;
    }
}
