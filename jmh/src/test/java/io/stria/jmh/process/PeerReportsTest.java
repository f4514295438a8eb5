package io.stria.jmh.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The reports in the resources are those of iperf 3.12 and fio 3.33. */
class PeerReportsTest {

    @Test
    void iperf3TellsWhatHasArrived() throws Exception {
        Transfer transfer = Iperf3.parse(resource("iperf3.json"), 0.25, 0.5);

        assertThat(transfer).isEqualTo(new Transfer(536_870_912, 0.331891, 0.25, 0.5));
        assertThat(transfer.gibPerS()).isCloseTo(1.5065, within(0.0001));
        assertThat(transfer.clientCpuSPerGib()).isEqualTo(0.5);
        assertThat(transfer.serverCpuSPerGib()).isEqualTo(1.0);
    }

    @Test
    void fioTellsBytesAndThroughputBehindItsNotes() throws Exception {
        String report = resource("fio-write.json");

        Transfer transfer = Fio.parse(report, "write", 0.1, 0.2);

        assertThat(report).startsWith("fio: connected to NBD server");
        assertThat(transfer.bytes()).isEqualTo(268_435_456);
        assertThat(transfer.bytes() / transfer.seconds()).isCloseTo(737_460_043.0, within(1.0));
    }

    @Test
    void anErrorThatFioReportsIsNotTakenForAFigure() throws Exception {
        String failed = resource("fio-write.json").replace("\"error\" : 0", "\"error\" : 5");

        assertThatThrownBy(() -> Fio.parse(failed, "write", 0, 0)).hasMessageContaining("errno 5");
    }

    @Test
    void anErrorThatIperf3ReportsIsQuoted() {
        String failed = "{ \"start\": {}, \"intervals\": [], \"end\": {}, \"error\": \"unable to connect to server\" }";

        assertThatThrownBy(() -> Iperf3.parse(failed, 0, 0))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("unable to connect to server");
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(PeerReportsTest.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
