package io.stria;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class StriaTest {
    @Test
    void aMissingEngineIsNamedByTheArtifactToAdd() {
        assertThatThrownBy(() -> Stria.connect("stria://oss1:7440/"))
                .isInstanceOf(StriaException.class)
                .hasMessage("no engine for scheme 'stria' of stria://oss1:7440/: "
                        + "add the artifact io.stria:stria-client-impl to the class path");
        assertThatThrownBy(() -> Stria.connect("LOCAL:/dir"))
                .hasMessage("no engine for scheme 'local' of LOCAL:/dir: "
                        + "add the artifact io.stria:stria-server-stub to the class path");
    }

    @Test
    void anUnknownSchemeIsAnsweredWithWhatCanBeDone() {
        assertThatThrownBy(() -> Stria.connect("nfs://host/"))
                .isInstanceOf(StriaException.class)
                .hasMessage(
                        "no engine for scheme 'nfs' of nfs://host/: there is no engine on the class path, add an artifact such as"
                                + " io.stria:stria-client-impl")
                .extracting(error -> ((StriaException) error).code())
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }

    @Test
    void mebibytesThatDoNotFitAreRefused() {
        assertThat(MiB.of(3)).isEqualTo(3_145_728);
        assertThat(MiB.of(-1)).isEqualTo(-1_048_576);
        assertThatThrownBy(() -> MiB.of(1L << 43)).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void everyCounterSaysWhatItCountsAndInWhichUnit() {
        assertThat(Counter.values())
                .allSatisfy(counter -> assertThat(counter.label()).isNotBlank())
                .allSatisfy(counter -> assertThat(counter.unit()).isNotBlank());
        assertThat(Arrays.stream(Counter.values()).map(Counter::label)).doesNotHaveDuplicates();
    }

    @Test
    void anExceptionKeepsCodeMessageAndCause() {
        Exception cause = new IllegalStateException("x");
        StriaException exception = new StriaException(ErrorCode.NO_SPACE, "full", cause);
        assertThat(exception).hasMessage("full").hasCause(cause);
        assertThat(exception.code()).isEqualTo(ErrorCode.NO_SPACE);
    }
}
