package io.stria.jmh.micro;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.stria.wire.Header;
import io.stria.wire.ProtocolException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What does one header cost, written and read, its checksum included? */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class HeaderBenchmark {
    private final Header header = new Header().clear();
    private final ByteBuf frame = Unpooled.directBuffer(Header.BYTES, Header.BYTES);

    /** Fills a header as a write's. */
    public HeaderBenchmark() {
        header.fileId = 42;
        header.objectOffset = 7L << 20;
        header.payloadLength = 1 << 20;
        header.encode(frame);
    }

    /** Writes a header. */
    @Benchmark
    public ByteBuf encode() {
        header.requestId++;
        header.encode(frame);
        return frame;
    }

    /** Reads a header. */
    @Benchmark
    public long decode() throws ProtocolException {
        header.decode(frame, 0);
        return header.requestId;
    }
}
