package io.stria.jmh.micro;

import io.stria.FileLayout;
import io.stria.MiB;
import io.stria.impl.layout.Striping;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What does it cost to find the object ranges of a file range, and does that depend on its length? */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class StripingBenchmark {
    private static final long STEP = 12_345_678;
    private static final long WITHIN = (1L << 40) - 1;

    /** Bytes of the range. */
    @Param({"8388608", "67108864", "1073741824"})
    public long length = 8 << 20;

    private final Striping striping = new Striping(FileLayout.striped(8, MiB.of(1)));
    private long offset;

    /** Cuts an unaligned range into the ranges of eight objects. */
    @Benchmark
    public long cut() {
        offset = (offset + STEP) & WITHIN;
        int stripe = striping.stripeOf(offset);
        int count = striping.stripesTouched(offset, length);
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += striping.bytesBelow(stripe, offset + length) - striping.bytesBelow(stripe, offset);
            stripe = stripe + 1 == striping.stripeCount() ? 0 : stripe + 1;
        }
        return sum;
    }
}
