package io.stria.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class SizesTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "47008, 47008",
        "4k, 4096",
        "4K, 4096",
        "64M, 67108864",
        "256m, 268435456",
        "8G, 8589934592",
        "64G, 68719476736",
        "2t, 2199023255552",
        "9920000m, 10401873920000",
        "1GM, 1073741824",
        "1GiB, 1073741824",
        "1gb, 1073741824",
        "9223372036854775807, 9223372036854775807"
    })
    void suffixesArePowersOf1024InEitherCase(String text, long bytes) {
        assertThat(Sizes.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "k", "5x", "1.5g", "-4k", "0x10", "4 k", "9223372036854775808", "9223372036854775807k"})
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> Sizes.parse(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'" + text + "'");
    }

    @Test
    void sizesAreWrittenInTheirLargestUnit() {
        assertThat(Sizes.text(12)).isEqualTo("12 B");
        assertThat(Sizes.text(4096)).isEqualTo("4 KiB");
        assertThat(Sizes.text(3L << 29)).isEqualTo("1.5 GiB");
        assertThat(Sizes.text(1L << 50)).isEqualTo("1024 TiB");
    }
}
