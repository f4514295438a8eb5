package io.stria.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.jmh.process.BothWays;
import org.junit.jupiter.api.Test;

class StriaStreamIT {

    @Test
    void serverAndIorMoveEveryByteBothWaysAndCanDoItAgain() throws Exception {
        try (Workbench bench = Workbench.open(0, true)) {
            StriaStream stream = StriaStream.start(bench);
            long bytes = 16 << 20;

            BothWays plain = stream.run(false, bytes);
            BothWays checked = stream.run(true, bytes);

            assertThat(plain.write().bytes()).isEqualTo(bytes);
            assertThat(plain.read().bytes()).isEqualTo(bytes);
            assertThat(plain.write().gibPerS()).isPositive();
            assertThat(checked.write().serverCpuS()).isNotNegative();
            assertThat(checked.read().gibPerS()).isPositive();
        }
    }
}
