package io.stria.server.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.FileLayout;
import io.stria.MiB;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LayoutCodecTest {
    @Test
    void theBytesAreThoseOfTheDiagram() {
        FileLayout layout = new FileLayout(MiB.of(4), 3, 2, List.of(2, 0, 258));
        assertThat(HexFormat.ofDelimiter(" ").withUpperCase().formatHex(LayoutCodec.encode(layout)))
                .isEqualTo("00 00 00 40 00 00 00 02 00 00 00 00 00 00 01 02");
        assertThat(LayoutCodec.decode(LayoutCodec.encode(layout))).isEqualTo(layout);
    }

    @Test
    void theWidestLayoutsSurvive() {
        List<Integer> targets =
                IntStream.range(0, FileLayout.MAX_STRIPE_COUNT).boxed().toList();
        FileLayout widest = new FileLayout(FileLayout.MAX_STRIPE_SIZE, targets.size(), 0, targets);
        assertThat(LayoutCodec.decode(LayoutCodec.encode(widest))).isEqualTo(widest);
    }
}
