package io.stria;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RpcStatsFormatTest {
    private static final Histogram NONE = new Histogram(new long[] {1, 2, 4, 8}, new long[4]);

    private static Histogram sizes(long... counts) {
        return new Histogram(new long[] {512, 1024, 65_536, 4_194_304}, counts);
    }

    private static Histogram linear(long... counts) {
        return new Histogram(new long[] {1, 2, 3, 4}, counts);
    }

    @Test
    void histogramsArePrintedTheWayLustrePrintsRpcStats() {
        TargetStatistics target = new TargetStatistics(
                3,
                "oss1:7440",
                new TargetStatistics.Direction(sizes(0, 1, 0, 2), linear(0, 0, 0, 3), NONE, 0, 0),
                new TargetStatistics.Direction(sizes(0, 0, 1, 7), linear(2, 1, 1, 4), NONE, 0, 0));
        // Titles, columns and tabs as in osc_rpc_stats_seq_show() of lproc_osc.c.
        assertThat(new ClientStatistics(Map.of(), List.of(target)).rpcStats()).isEqualTo("""
                        target 3 (oss1:7440)

                        \t\t\tread\t\t\twrite
                        bytes per rpc         rpcs   % cum % |       rpcs   % cum %
                        1K:\t\t         1  33  33   |          0   0   0
                        64K:\t\t         0   0  33   |          1  12  12
                        4M:\t\t         2  66 100   |          7  87 100

                        \t\t\tread\t\t\twrite
                        rpcs in flight        rpcs   % cum % |       rpcs   % cum %
                        1:\t\t         0   0   0   |          2  25  25
                        2:\t\t         0   0   0   |          1  12  37
                        3:\t\t         0   0   0   |          1  12  50
                        4:\t\t         3 100 100   |          4  50 100
                        """);
    }

    @Test
    void theFormatDoesNotDependOnTheLocale() {
        Locale before = Locale.getDefault();
        TargetStatistics target = new TargetStatistics(
                0,
                "a:1",
                new TargetStatistics.Direction(sizes(1_234_567, 0, 0, 0), NONE, NONE, 0, 0),
                new TargetStatistics.Direction(NONE, NONE, NONE, 0, 0));
        ClientStatistics statistics = new ClientStatistics(Map.of(), List.of(target));
        try {
            Locale.setDefault(Locale.ROOT);
            String expected = statistics.rpcStats();
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(statistics.rpcStats()).isEqualTo(expected).contains("512:\t\t   1234567 100 100");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void aTargetThatWasNotUsedHasNoTables() {
        TargetStatistics.Direction none = new TargetStatistics.Direction(NONE, NONE, NONE, 0, 0);
        assertThat(new ClientStatistics(Map.of(), List.of(new TargetStatistics(1, "a:1", none, none))).rpcStats())
                .isEqualTo("target 1 (a:1)\n");
    }

    @Test
    void aCounterThatNeverCountedIsZero() {
        ClientStatistics statistics = new ClientStatistics(Map.of(Counter.RPCS, 4L), List.of());
        assertThat(statistics.get(Counter.RPCS)).isEqualTo(4);
        assertThat(statistics.get(Counter.FLUSHES)).isZero();
    }
}
