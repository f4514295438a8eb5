package io.stria.jmh.micro;

import io.stria.jmh.perpage.DataPath;
import io.stria.jmh.perpage.Paths;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What does a 64 MiB transfer cost on its way to the transport, as descriptors and as pages? */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class PerPageBenchmark {
    /** Which way. */
    @Param
    public Paths path = Paths.DESCRIPTOR;

    private DataPath dataPath = Paths.DESCRIPTOR.create();
    private long offset;

    /** Makes the path. */
    @Setup
    public void create() {
        dataPath = path.create();
    }

    /** Carries the next 64 MiB. */
    @Benchmark
    public void write() {
        dataPath.carry(true, offset);
        offset = (offset + Paths.TRANSFER_BYTES) & Integer.MAX_VALUE;
    }
}
