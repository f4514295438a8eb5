package io.stria.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StateTest {

    @Test
    void anyPartIsTheSameHoweverItIsMade() {
        ByteBuffer whole = ByteBuffer.allocate(800);
        State.fill(whole, 4096);
        ByteBuffer part = ByteBuffer.allocate(80);
        State.fill(part, 4096 + 240);
        assertThat(part).isEqualTo(whole.slice(240, 80));
        assertThat(whole.position()).isZero();
    }

    @Test
    void everyFlippedBitIsNoticed() {
        ByteBuffer buffer = ByteBuffer.allocate(64);
        State.fill(buffer, 160);
        assertThat(State.firstDifference(buffer, 160)).isEqualTo(-1);
        for (int at = 0; at < buffer.capacity(); at++) {
            for (int bit = 0; bit < 8; bit++) {
                byte right = buffer.get(at);
                buffer.put(at, (byte) (right ^ (1 << bit)));
                assertThat(State.firstDifference(buffer, 160)).isEqualTo(160 + at / 8 * 8);
                buffer.put(at, right);
            }
        }
    }

    @Test
    void valuesAreSpreadOverZeroToOne() {
        assertThat(LongStream.range(0, 10_000)
                        .mapToDouble(State::value)
                        .average()
                        .orElseThrow())
                .isBetween(0.49, 0.51);
        assertThat(LongStream.range(0, 10_000).mapToDouble(State::value)).allMatch(value -> value >= 0 && value < 1);
    }
}
