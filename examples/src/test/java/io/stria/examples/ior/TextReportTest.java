package io.stria.examples.ior;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** Golden texts; the columns are those of outputs of IOR 4.0 and 4.1 published by their users. */
class TextReportTest {

    private static String report(String line) throws Exception {
        IorOptions options = Options.line(line);
        StringWriter out = new StringWriter();
        Samples.replay(new TextReport(Samples.setting(options, line), new PrintWriter(out)), Samples.rows(options));
        return out.toString().replace("\r\n", "\n");
    }

    @Test
    void aReportHasTheSectionsAndColumnsOfIor() throws Exception {
        assertThat(report("-t 1m -b 256m -i 2 -o F")).isEqualTo("""
                IOR-4.1.0+stria-development: MPI Coordinated Test of Parallel I/O
                Began               : Tue Nov  3 01:02:03 2026
                Command line        : ior -t 1m -b 256m -i 2 -o F
                Machine             : Linux host
                TestID              : 0
                StartTime           : Tue Nov  3 01:02:03 2026

                Options:\s
                api                 : STRIA
                apiVersion          :\s
                test filename       : F
                access              : single-shared-file
                type                : independent
                segments            : 1
                ordering in a file  : sequential
                ordering inter file : no tasks offsets
                nodes               : 1
                tasks               : 1
                clients per node    : 1
                memoryBuffer        : CPU
                dataAccess          : CPU
                GPUDirect           : 0
                repetitions         : 2
                xfersize            : 1 MiB
                blocksize           : 256 MiB
                aggregate filesize  : 256 MiB
                processes           : 1
                queue depth         : 8
                stripe size         : 4 MiB
                stripe count        : default
                timed loop          : transfers, each completion starts the next

                Results:\s

                access    bw(MiB/s)  IOPS       Latency(s)  block(KiB) xfer(KiB)  open(s)    wr/rd(s)   close(s)   total(s)   iter
                ------    ---------  ----       ----------  ---------- ---------  --------   --------   --------   --------   ----
                write     512.00     515.09     0.001941    262144     1024.00    0.002000   0.497000   0.001000   0.500000   0  \s
                read      2560.00    2639.18    0.000379    262144     1024.00    0.002000   0.097000   0.001000   0.100000   0  \s
                write     256.00     256.77     0.003895    262144     1024.00    0.002000   0.997000   0.001000   1.00       1  \s
                read      5120       5447       0.000184    262144     1024.00    0.002000   0.047000   0.001000   0.050000   1  \s

                Summary of all tests:
                Operation   Max(MiB)   Min(MiB)  Mean(MiB)     StdDev   Max(OPs)   Min(OPs)  Mean(OPs)     StdDev    Mean(s) Stonewall(s) Stonewall(MiB) Test# #Tasks tPN reps fPP reord reordoff reordrand seed segcnt   blksiz    xsize aggs(MiB)   API RefNum
                write         512.00     256.00     384.00     128.00     512.00     256.00     384.00     128.00    0.75000         NA            NA     0      1   1    2   0     0        1         0    0      1 268435456  1048576     256.0 STRIA      0
                read         5120.00    2560.00    3840.00    1280.00    5120.00    2560.00    3840.00    1280.00    0.07500         NA            NA     0      1   1    2   0     0        1         0    0      1 268435456  1048576     256.0 STRIA      0
                Finished            : Tue Nov  3 01:02:03 2026
                """);
    }

    @Test
    void removalAndMaximaAreForTheVerbose() throws Exception {
        assertThat(report("-t 1m -b 256m -i 2 -o F -v"))
                .contains("Participating tasks : 1\n")
                .contains("verbose             : 1\n")
                .contains("Commencing write performance test: Tue Nov  3 01:02:03 2026\nwrite     512.00 ")
                .contains(
                        "remove    -          -          -           -          -          -          -          -          "
                                + "0.006066   0   \n")
                .contains("Max Write: 512.00 MiB/sec (536.87 MB/sec)\nMax Read:  5120.00 MiB/sec (5368.71 MB/sec)\n\n"
                        + "Summary of all tests:");
    }

    @Test
    void wearOutFillsTheStonewallColumns() throws Exception {
        assertThat(report("-t 1m -b 256m -D 30 -O stoneWallingWearOut=1 -F -C -N 1"))
                .contains("stonewallingTime    : 30\nstoneWallingWearOut : 1\n")
                .contains("ordering inter file : constant task offset\ntask offset         : 1\n")
                .contains("    0.75000       0.50        256.00     0      1   1    1   1     1        1 ");
    }

    @Test
    void numbersLoseDecimalsAsTheyGrow() {
        assertThat(Cells.number(-1)).isEqualTo("   -      ");
        assertThat(Cells.number(0.5)).isEqualTo("0.500000  ");
        assertThat(Cells.number(1)).isEqualTo("1.00      ");
        assertThat(Cells.number(3599.999)).isEqualTo("3600.00   ");
        assertThat(Cells.number(3600)).isEqualTo("3600      ");
        assertThat(Cells.number(10_485_760)).isEqualTo("10485760  ");
    }

    @Test
    void sizesAreWrittenAsIorWritesThem() {
        assertThat(Cells.size(262144)).isEqualTo("262144 bytes");
        assertThat(Cells.size(1 << 20)).isEqualTo("1 MiB");
        assertThat(Cells.size(3L << 29)).isEqualTo("1.50 GiB");
        assertThat(Cells.size(2L << 40)).isEqualTo("2 TiB");
    }
}
