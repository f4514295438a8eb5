package io.stria.impl.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.Memory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryCursorTest {
    private static final Memory MEMORY =
            Memory.of(ByteBuffer.allocate(10), ByteBuffer.allocate(0), ByteBuffer.allocate(7), ByteBuffer.allocate(30));

    private static List<String> walk(MemoryCursor cursor, int bytes) {
        List<String> pieces = new ArrayList<>();
        for (int left = bytes; left > 0; ) {
            int count = cursor.contiguous(left);
            pieces.add(cursor.segmentIndex() + ":" + cursor.segmentOffset() + "+" + count);
            cursor.advance(count);
            left -= count;
        }
        return pieces;
    }

    @Test
    void aSingleStripeIsWalkedFromEndToEnd() {
        MemoryCursor cursor = new MemoryCursor();
        cursor.set(MEMORY, 0, 100, 100, 0);
        assertThat(walk(cursor, 47)).containsExactly("0:0+10", "2:0+7", "3:0+30");
    }

    @Test
    void chunksAreAStrideApartAndMayCrossSegments() {
        MemoryCursor cursor = new MemoryCursor();
        // chunks of 8, 4 bytes between them, the first one cut to 5: bytes 2-6, 11-18, 23-30, 35-42
        cursor.set(MEMORY, 2, 5, 8, 4);
        assertThat(walk(cursor, 29)).containsExactly("0:2+5", "2:1+6", "3:0+2", "3:6+8", "3:18+8");
    }

    @Test
    void aPieceIsNeverLongerThanAskedFor() {
        MemoryCursor cursor = new MemoryCursor();
        cursor.set(MEMORY, 0, 100, 100, 0);
        assertThat(cursor.contiguous(3)).isEqualTo(3);
        assertThat(cursor.contiguous(1L << 40)).isEqualTo(10);
    }

    @Test
    void skippingGoesWhereAdvancingGoes() {
        for (int bytes = 0; bytes <= 29; bytes++) {
            MemoryCursor advanced = new MemoryCursor();
            MemoryCursor skipped = new MemoryCursor();
            advanced.set(MEMORY, 2, 5, 8, 4);
            skipped.set(MEMORY, 2, 5, 8, 4);
            walk(advanced, bytes);
            skipped.skip(bytes);
            assertThat(walk(skipped, 29 - bytes)).isEqualTo(walk(advanced, 29 - bytes));
        }
    }

    @Test
    void aCopyGoesItsOwnWay() {
        MemoryCursor cursor = new MemoryCursor();
        cursor.set(MEMORY, 2, 5, 8, 4);
        cursor.skip(6);
        MemoryCursor copy = new MemoryCursor();
        copy.set(cursor);
        List<String> rest = walk(cursor, 23);
        assertThat(walk(copy, 23)).isEqualTo(rest);
    }

    @Test
    void aWalkMayEndExactlyAtTheEndOfTheMemory() {
        MemoryCursor cursor = new MemoryCursor();
        cursor.set(MEMORY, 39, 8, 8, 1 << 30);
        assertThat(walk(cursor, 8)).containsExactly("3:22+8");
    }
}
