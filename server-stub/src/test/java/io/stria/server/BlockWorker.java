package io.stria.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.AsyncFile;
import io.stria.Memory;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/** Writes and reads its own blocks of a file that other clients write to as well, many at a time. */
final class BlockWorker implements KillWorker {
    static final int BLOCKS = 48;
    /** No multiple of anything: blocks share stripes and pages with their neighbours, which are another's. */
    static final int BLOCK_BYTES = 50_021;

    private static final long FILE = 1;
    private static final int DEPTH = 8;

    private final KillClient mine;
    private final Random random;
    private final Outcomes outcomes;
    private final Block[] blocks = new Block[BLOCKS];
    private final ArrayDeque<InFlight> inFlight = new ArrayDeque<>();
    private final Set<Integer> busy = new HashSet<>();

    /** A write of a version, or a read into a buffer. */
    private record InFlight(int block, long version, ByteBuffer buffer, Outcomes.Started<Long> call) {}

    BlockWorker(KillClient mine, Random random, Outcomes outcomes) {
        this.mine = mine;
        this.random = random;
        this.outcomes = outcomes;
        for (int i = 0; i < BLOCKS; i++) {
            blocks[i] = new Block(FILE, place(i), BLOCK_BYTES);
        }
    }

    /** Of two clients one has the even places, the other the odd ones. */
    private int place(int block) {
        return 2 * block + mine.number();
    }

    private long offset(int block) {
        return (long) place(block) * BLOCK_BYTES;
    }

    @Override
    public boolean step() throws Exception {
        boolean isOk = true;
        while (inFlight.size() >= DEPTH
                || (!inFlight.isEmpty() && inFlight.peek().call.isDone())) {
            isOk &= end(inFlight.remove());
        }
        int kind = random.nextInt(100);
        if (kind < 2) {
            isOk &= outcomes.of("sync", mine.shared().sync()).isOk();
        } else if (kind < 4) {
            isOk &= checkSize(mine.shared());
        } else {
            int block = random.nextInt(BLOCKS);
            if (busy.add(block)) {
                inFlight.add(kind < 60 ? write(block) : read(mine.shared(), block));
            }
        }
        return isOk;
    }

    private InFlight write(int block) {
        long version = blocks[block].nextVersion();
        Memory memory = Bytes.memory(random, blocks[block].content(version));
        return new InFlight(
                block,
                version,
                ByteBuffer.allocate(0),
                outcomes.started("write", mine.shared().write(memory, offset(block))));
    }

    private InFlight read(AsyncFile file, int block) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BLOCK_BYTES);
        return new InFlight(block, 0, buffer, outcomes.started("read", file.read(buffer, offset(block))));
    }

    private boolean end(InFlight ended) throws Exception {
        Block block = blocks[ended.block];
        busy.remove(ended.block);
        Outcomes.Outcome<Long> outcome = ended.call.end();
        if (ended.version == 0) {
            if (outcome.isOk()) {
                check(block, ended.buffer, outcome.value());
            }
        } else if (outcome.isOk()) {
            assertThat(outcome.value()).isEqualTo(BLOCK_BYTES);
            block.acknowledged(ended.version);
        } else {
            // Also after UNREACHABLE: another of its stripes may have been written.
            block.unknown(ended.version);
        }
        return outcome.isOk();
    }

    /** What is past the end of the file is as good as zeros, if it was never written. */
    private static void check(Block block, ByteBuffer buffer, Long count) {
        byte[] bytes = new byte[BLOCK_BYTES];
        buffer.get(0, bytes, 0, (int) Math.max(0, count));
        block.check(bytes);
    }

    private boolean checkSize(AsyncFile file) throws Exception {
        long atLeast = 0;
        for (int i = 0; i < BLOCKS; i++) {
            atLeast = blocks[i].isThere() ? offset(i) + BLOCK_BYTES : atLeast;
        }
        Outcomes.Outcome<Long> size = outcomes.of("size", file.size());
        if (size.isOk()) {
            assertThat(size.value()).isBetween(atLeast, 2L * BLOCKS * BLOCK_BYTES);
        }
        return size.isOk();
    }

    @Override
    public void settle() throws Exception {
        while (!inFlight.isEmpty()) {
            end(inFlight.remove());
        }
    }

    @Override
    public void verify(KillClient by) throws Exception {
        assertThat(checkSize(by.shared())).as("the size is told").isTrue();
        InFlight[] reads = new InFlight[BLOCKS];
        Arrays.setAll(reads, block -> read(by.shared(), block));
        for (InFlight read : reads) {
            assertThat(end(read)).as("block %s is read", place(read.block)).isTrue();
        }
    }
}
