package io.stria.examples.ior;

/**
 * Where the transfers of one rank's share lie in its file.
 *
 * <pre>
 * shared file, 2 ranks, 2 segments:   | rank 0 block | rank 1 block | rank 0 block | rank 1 block |
 * file per process:                   | block        | block        |
 * </pre>
 */
final class Offsets {
    private final long transferBytes;
    private final long blockBytes;
    private final long transfersPerBlock;
    private final long segmentStride;
    private final long base;
    private final long count;
    private final Order order;

    /** The order in which the transfers are made. */
    enum Order {
        SEQUENTIAL,
        /** Each once, shuffled. */
        RANDOM,
        /** Any at any time: some more than once, some never. */
        RANDOM_OVERLAPPING
    }

    private final Shuffle shuffle;
    private final long seed;

    Offsets(IorOptions options, int dataRank) {
        this.transferBytes = options.transferSize;
        this.blockBytes = options.blockSize;
        this.transfersPerBlock = blockBytes / transferBytes;
        this.segmentStride = options.filePerProcess ? blockBytes : options.tasks * blockBytes;
        this.base = options.filePerProcess ? 0 : dataRank * blockBytes;
        this.count = options.segments * transfersPerBlock;
        this.order = options.order();
        this.seed = Shuffle.mix(options.randomSeed) + dataRank;
        this.shuffle = new Shuffle(count, seed);
    }

    /** How many transfers the share has. */
    long count() {
        return count;
    }

    /** The file offset of the transfer made as number {@code index}, from 0. */
    long at(long index) {
        long place = switch (order) {
            case SEQUENTIAL -> index;
            case RANDOM -> shuffle.at(index);
            case RANDOM_OVERLAPPING -> Long.remainderUnsigned(Shuffle.mix(seed ^ Shuffle.mix(index)), count);
        };
        long segment = place / transfersPerBlock;
        long withinBlock = place - segment * transfersPerBlock;
        return segment * segmentStride + base + withinBlock * transferBytes;
    }
}
