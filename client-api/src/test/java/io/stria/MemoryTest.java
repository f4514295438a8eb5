package io.stria;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class MemoryTest {
    @Test
    void positionAndLimitAreCapturedAtTheCallAndNeverMoved() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(100);
        buffer.position(10).limit(40);
        Memory memory = Memory.of(buffer);
        assertThat(buffer.position()).isEqualTo(10);
        assertThat(buffer.limit()).isEqualTo(40);
        buffer.clear();
        assertThat(memory.length()).isEqualTo(30);
        buffer.put(10, (byte) 42);
        assertThat(memory.segment(0).get(0)).isEqualTo((byte) 42);
        assertThat(memory.segment(0).limit()).isEqualTo(30);
    }

    @Test
    void severalBuffersAreOneRangeOfBytes() {
        Memory memory = Memory.of(ByteBuffer.allocateDirect(3), ByteBuffer.allocateDirect(0), ByteBuffer.allocate(4));
        assertThat(memory.length()).isEqualTo(7);
        assertThat(memory.segmentCount()).isEqualTo(3);
        assertThat(memory.isDirect()).isFalse();
        assertThat(Memory.of().length()).isZero();
    }

    @Test
    void itIsDirectOnlyIfAllOfItIsAndReadOnlyIfAnyOfItIs() {
        ByteBuffer direct = ByteBuffer.allocateDirect(1);
        assertThat(Memory.of(direct, direct).isDirect()).isTrue();
        assertThat(Memory.of(direct, ByteBuffer.allocate(1)).isDirect()).isFalse();
        assertThat(Memory.of(new byte[1]).isDirect()).isFalse();
        assertThat(Memory.of(direct, direct.asReadOnlyBuffer()).isReadOnly()).isTrue();
        assertThat(Memory.of(direct, direct).isReadOnly()).isFalse();
    }

    @Test
    void segmentsAreBigEndianWhateverTheCallersBufferIs() {
        ByteBuffer little = ByteBuffer.allocateDirect(8).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(Memory.of(little).segment(0).order()).isEqualTo(ByteOrder.BIG_ENDIAN);
    }

    @Test
    void aBorrowedViewIsNobodyElsesUntilItIsGivenBack() {
        Memory memory = Memory.of(ByteBuffer.allocateDirect(8), ByteBuffer.allocateDirect(8));
        ByteBuffer one = memory.borrowView(0);
        ByteBuffer two = memory.borrowView(0);
        assertThat(one).isNotSameAs(two).isNotSameAs(memory.segment(0));
        one.limit(4).position(2);
        assertThat(memory.segment(0).limit()).isEqualTo(8);
        memory.giveBackView(0, one);
        assertThat(memory.borrowView(0)).isSameAs(one);
        assertThat(memory.borrowView(0)).isNotSameAs(one);
    }

    @Test
    void viewsOfLaterSegmentsAreOfThoseSegments() {
        ByteBuffer second = ByteBuffer.allocateDirect(8);
        second.put(0, (byte) 7);
        Memory memory = Memory.of(ByteBuffer.allocateDirect(8), second);
        memory.giveBackView(0, memory.borrowView(0));
        memory.giveBackView(1, memory.borrowView(1));
        assertThat(memory.borrowView(1).get(0)).isEqualTo((byte) 7);
        assertThat(memory.borrowView(0).get(0)).isZero();
    }
}
