package io.stria.examples.quickstart;

import java.nio.ByteBuffer;

/**
 * The state of an imaginary simulation: doubles in 0 … 1 that depend on their index only, so that any part of it can be
 * made, and checked, without holding the rest.
 */
final class State {

    private State() {}

    /** Fills a buffer from position to limit with the doubles that begin at a byte offset of the state. */
    static void fill(ByteBuffer buffer, long offset) {
        long index = offset / Double.BYTES;
        for (int at = buffer.position(); at < buffer.limit(); at += Double.BYTES) {
            buffer.putDouble(at, value(index++));
        }
    }

    /**
     * Compares a buffer with the state, bit for bit.
     *
     * @return the byte offset in the state of the first double that differs, or −1
     */
    static long firstDifference(ByteBuffer buffer, long offset) {
        long index = offset / Double.BYTES;
        for (int at = buffer.position(); at < buffer.limit(); at += Double.BYTES) {
            if (buffer.getLong(at) != Double.doubleToRawLongBits(value(index))) {
                return index * Double.BYTES;
            }
            index++;
        }
        return -1;
    }

    /** The finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014) over the index, as a double of 53 random bits. */
    static double value(long index) {
        long z = (index + 1) * 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return ((z ^ (z >>> 31)) >>> 11) * 0x1.0p-53;
    }
}
