package io.stria.examples.ior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stria.examples.cli.UserError;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IorOptionsTest {

    @Test
    void theLineOfTheParallelDirectIoTicketIsUnderstood() throws Exception {
        IorOptions options = Options.line("-w -r -t 64M -b 64G -o F --posix.odirect");
        assertThat(options.write).isTrue();
        assertThat(options.read).isTrue();
        assertThat(options.transferSize).isEqualTo(64L << 20);
        assertThat(options.blockSize).isEqualTo(64L << 30);
        assertThat(options.testFile).isEqualTo("F");
        assertThat(options.api).isEqualTo(IorOptions.Api.STRIA);
        assertThat(options.ignored()).hasSize(1).first().asString().startsWith("--posix.odirect");
    }

    @Test
    void theLineWithSyncIsUnderstood() throws Exception {
        IorOptions options = Options.line("-w -r -t 256m -b 8G -o F --posix.odirect -e");
        assertThat(options.fsync).isTrue();
        assertThat(options.transferSize).isEqualTo(256L << 20);
        assertThat(options.depth()).as("buffers within 1 GiB").isEqualTo(4);
    }

    @Test
    void theLineOfTheReadAheadTicketIsUnderstood() throws Exception {
        IorOptions options = Options.line("-w -r -t 1m -b 16g -e -F -vv -o F");
        assertThat(options.filePerProcess).isTrue();
        assertThat(options.verbosity()).isEqualTo(2);
        assertThat(options.depth()).isEqualTo(8);
        assertThat(options.ignored()).isEmpty();
    }

    @Test
    void theLineOfTheRewriteTicketIsUnderstood() throws Exception {
        IorOptions options = Options.line("-F -w -t 4k -E -k -D 180 -b 8g -vv -z -o F");
        assertThat(options.write).isTrue();
        assertThat(options.read).isFalse();
        assertThat(options.useExistingFile).isTrue();
        assertThat(options.keepFile).isTrue();
        assertThat(options.stonewallSeconds).isEqualTo(180);
        assertThat(options.order()).isEqualTo(Offsets.Order.RANDOM);
        assertThat(options.verbosity()).isEqualTo(2);
    }

    @Test
    void theLinesOfIo500AreUnderstood() throws Exception {
        assertThat(Options.line("-t 2m -b 9920000m -F -g -k -e -C -Q 1 -w -D 300 -O stoneWallingWearOut=1")
                        .directives()
                        .stoneWallingWearOut())
                .isTrue();
        assertThat(Options.line("-t 47008 -b 47008 -s 10000000 -C -Q 1 -g -k -e -r").segments)
                .isEqualTo(10_000_000);
        assertThat(Options.line("-r -z -z -t 4096 -b 4096 -s 10000000 -Q 2").order())
                .isEqualTo(Offsets.Order.RANDOM_OVERLAPPING);
    }

    @Test
    void withoutAnOperationBothAreMade() throws Exception {
        IorOptions options = Options.of();
        assertThat(options.write).isTrue();
        assertThat(options.read).isTrue();
        assertThat(options.transferSize).isEqualTo(256 << 10);
        assertThat(options.blockSize).isEqualTo(1 << 20);
        assertThat(Options.of("-w").read).isFalse();
        assertThat(Options.of("-W", "-G", "1").read).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-t 0                        | test will not complete with zero transfer size",
                "-t 12 -b 24                 | transfer size must be a multiple of access size",
                "-t 1m -b 512k               | block size must not be smaller than transfer size",
                "-t 3k -b 10k                | block size must be a multiple of transfer size",
                "-t 1t -b 1024t -s 9000000   | larger than 2^63-1 bytes",
                "-D 5 -R                     | can not perform write or read check with stonewalling",
                "-R                          | needs the signature",
                "-N 0                        | use 1 or more",
                "-N 3 --processes 2          | a multiple of the processes",
                "-l random                   | use offset or timestamp",
                "-O summaryFormat=CSV        | use JSON or default",
                "-O summaryFormat            | write it like -O summaryFormat=JSON",
                "--queue-depth 0             | use 1 or more",
                "--stripe-size 5k            | multiple of 65536",
            })
    void whatCannotBeRunIsRefusedWithAHint(String line, String message) {
        assertThatThrownBy(() -> Options.line(line))
                .isInstanceOf(UserError.class)
                .hasMessageContaining(message);
    }

    @Test
    void directivesMayBeJoinedByCommas() throws Exception {
        Directives directives =
                Directives.parse(List.of("summaryFormat=json,stoneWallingWearOut=1,lustreStripeCount=4"));
        assertThat(directives.summaryFormat()).isEqualTo(Directives.Format.JSON);
        assertThat(directives.stoneWallingWearOut()).isTrue();
        assertThat(directives.ignored()).containsExactly("-O lustreStripeCount=4");
    }

    @Test
    void dataTellTheirPlaceOnlyWhenTheyAreCheckedInTheSameRun() throws Exception {
        assertThat(Options.line("-w -r").packet()).isEqualTo(Pattern.Packet.TIMESTAMP);
        assertThat(Options.line("-w -R").packet()).isEqualTo(Pattern.Packet.OFFSET);
        assertThat(Options.line("-R -G 1").packet()).isEqualTo(Pattern.Packet.TIMESTAMP);
        assertThat(Options.line("-R -G 1 -l o").packet()).isEqualTo(Pattern.Packet.OFFSET);
    }

    @Test
    void readersMoveByTasksOrByProcesses() throws Exception {
        IorOptions threads = Options.line("-N 4 -C -Q 3");
        assertThat(threads.dataRank(Access.WRITE, 2)).isEqualTo(2);
        assertThat(threads.dataRank(Access.READ, 2)).isEqualTo(1);
        IorOptions processes = Options.line("-N 4 --processes 2 -C");
        assertThat(processes.dataRank(Access.READ, 1)).isEqualTo(3);
        assertThat(Options.line("-N 4").dataRank(Access.READ, 1)).isEqualTo(1);
    }

    @Test
    void filesAreNamedAsIorNamesThem() throws Exception {
        assertThat(Options.line("-o F").fileOf(3, 1)).isEqualTo("F");
        assertThat(Options.line("-o F -F").fileOf(3, 1)).isEqualTo("F.00000003");
        assertThat(Options.line("-o F -F -m").fileOf(3, 1)).isEqualTo("F.00000003.1");
    }

    @Test
    void theQueueIsNoDeeperThanThereAreTransfers() throws Exception {
        assertThat(Options.line("-t 1m -b 2m --queue-depth 64").depth()).isEqualTo(2);
        assertThat(Options.line("-t 4k -b 1m --queue-depth 64").depth()).isEqualTo(64);
        assertThat(Options.line("-t 4g -b 4g").depth()).isEqualTo(1);
        assertThat(Options.line("-a POSIX --queue-depth 64").depth()).isEqualTo(1);
    }
}
