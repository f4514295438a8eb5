package io.stria.jmh.perpage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathsTest {

    @ParameterizedTest
    @CsvSource({"true, 0", "false, 0", "true, 1048576", "false, 704643072"})
    void bothPathsHandTheSameBytesToTheTransport(boolean isWrite, long offset) {
        DataPath descriptors = Paths.DESCRIPTOR.create();
        DataPath pages = Paths.PAGE.create();

        descriptors.carry(isWrite, offset);
        pages.carry(isWrite, offset);

        assertThat(descriptors.transport().bytes()).isEqualTo(Paths.TRANSFER_BYTES);
        assertThat(pages.transport().bytes()).isEqualTo(Paths.TRANSFER_BYTES);
        assertThat(descriptors.transport().objectMoment())
                .isEqualTo(pages.transport().objectMoment());
        assertThat(descriptors.transport().memoryMoment())
                .isEqualTo(pages.transport().memoryMoment());
        assertThat(descriptors.transport().pieces()).isEqualTo(Paths.STRIPES);
        assertThat(pages.transport().pieces()).isEqualTo(Paths.PAGES);
    }

    @ParameterizedTest
    @CsvSource({"DESCRIPTOR", "PAGE"})
    void anAlignedTransferTakesTheFewestRpcs(Paths kind) {
        DataPath path = kind.create();

        path.carry(true, 0);
        path.carry(true, Paths.TRANSFER_BYTES);

        assertThat(path.transport().rpcs()).isEqualTo(2 * 16);
    }
}
