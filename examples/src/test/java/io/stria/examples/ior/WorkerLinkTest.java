package io.stria.examples.ior;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkerLinkTest {

    @Test
    void phasesArriveAsTheyWereSent() {
        for (Phase phase : List.of(
                new Phase(Access.WRITE, 0, List.of()), new Phase(Access.READCHECK, 12, List.of(1L, 0L, 1L << 40)))) {
            assertThat(WorkerLink.phase(WorkerLink.encode(phase))).isEqualTo(phase);
        }
    }

    @Test
    void resultsArriveAsTheyWereSent() {
        TaskResult result = new TaskResult(1, 2, -3, 4, 5, 6, 7, 8, 9, 10, 11, 12, "file F, byte 8: two words");
        assertThat(WorkerLink.taskResult(WorkerLink.encode(result))).isEqualTo(result);
        TaskResult clean = new TaskResult(1, 2, -3, 4, 5, 6, 7, 8, 9, 10, 11, 0, "");
        assertThat(WorkerLink.taskResult(WorkerLink.encode(clean))).isEqualTo(clean);
    }

    @Test
    void metricsArriveAsTheyWereSentAndCanBeSubtracted() {
        Metrics before = new Metrics(Map.of("counters.RPCS", 5L));
        Metrics after = new Metrics(Map.of("counters.RPCS", 7L, "targets.1.write.rpcs", 4L));
        assertThat(Metrics.decode(after.encode()).values()).isEqualTo(after.values());
        assertThat(Metrics.decode(Metrics.NONE.encode()).values()).isEmpty();
        assertThat(after.since(before).values())
                .containsExactly(Map.entry("counters.RPCS", 2L), Map.entry("targets.1.write.rpcs", 4L));
        assertThat(after.plus(before).values()).containsEntry("counters.RPCS", 12L);
    }

    @Test
    void failuresAreOneLine() {
        assertThat(WorkerLink.fail("out of\nmemory")).isEqualTo("fail out of memory");
    }
}
