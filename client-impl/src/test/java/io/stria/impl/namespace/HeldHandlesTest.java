package io.stria.impl.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.wire.Messages.Held;
import io.stria.wire.Messages.Reopen;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a client tells of its handles when it connects. */
class HeldHandlesTest {
    private final HeldHandles handles = new HeldHandles();

    @Test
    void aClientThatNeverOpenedAFileHasNothingToTell() {
        assertThat(handles.calls()).isEmpty();
        assertThat(handles.isNeeded()).isFalse();
    }

    @Test
    void aClientThatHasNothingOpenTellsThatWithoutNeed() {
        handles.expected();
        assertThat(handles.calls()).hasSize(1);
        assertThat(handles.pages(2)).containsExactly(new Reopen(Long.MIN_VALUE, Long.MAX_VALUE, List.of()));
        assertThat(handles.isNeeded()).isFalse();
    }

    @Test
    void pagesCoverAllNumbersWithoutOverlap() {
        Held[] held = new Held[5];
        for (int i = held.length - 1; i >= 0; i--) {
            held[i] = new Held(10L * i + 1, i, i % 2 == 0);
            handles.add(held[i]);
        }
        assertThat(handles.isNeeded()).isTrue();
        assertThat(handles.pages(2))
                .containsExactly(
                        new Reopen(Long.MIN_VALUE, 20, List.of(held[0], held[1])),
                        new Reopen(21, 40, List.of(held[2], held[3])),
                        new Reopen(41, Long.MAX_VALUE, List.of(held[4])));
        handles.remove(held[4].number());
        assertThat(handles.pages(2))
                .containsExactly(
                        new Reopen(Long.MIN_VALUE, 20, List.of(held[0], held[1])),
                        new Reopen(21, Long.MAX_VALUE, List.of(held[2], held[3])));
    }
}
