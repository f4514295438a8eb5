package io.stria.examples.ior;

/**
 * IOR's data: 64-bit words in native order, word k being {@code rank << 32 | (signature + k)} (IOR's utilities.c). That
 * does not depend on the offset, so a buffer is filled once. With {@link Packet#OFFSET} every 512th word, one per 4 KiB,
 * is {@code rank << 32 | (offset × n mod 2³²)}, n counting from 1, so bytes that land elsewhere are noticed.
 */
final class Pattern {
    private static final int WORDS_PER_STAMP = 512;

    /** Which words tell the place. */
    enum Packet {
        TIMESTAMP,
        OFFSET
    }

    private final Packet packet;
    private final long signature;

    Pattern(Packet packet, long signature) {
        this.packet = packet;
        this.signature = signature;
    }

    /** Writes the words that do not depend on the offset; touches every page. */
    void fill(Buffer buffer, int rank) {
        long high = (long) rank << 32;
        for (long k = 0; k < buffer.words(); k++) {
            buffer.setWord(k, high | (signature + k));
        }
    }

    /** Writes the words that depend on the offset, if there are any. */
    void stamp(Buffer buffer, int rank, long offset) {
        if (packet == Packet.OFFSET) {
            long high = (long) rank << 32;
            int low = 0;
            for (long k = 0; k < buffer.words(); k += WORDS_PER_STAMP) {
                low += (int) offset;
                buffer.setWord(k, high | Integer.toUnsignedLong(low));
            }
        }
    }

    boolean dependsOnOffset() {
        return packet == Packet.OFFSET;
    }
}
