package io.stria.server;

import java.nio.ByteBuffer;
import java.util.Set;
import java.util.TreeSet;

/**
 * Content that says where it belongs: a block of a file in one of its versions, each of its bytes made of all three
 * and of its place. Version 0 was never written and is zeros. Remembers which versions may be there.
 */
final class Block {
    private final long file;
    private final int number;
    private final int length;
    private long lastVersion;
    private final Set<Long> possible = new TreeSet<>(Set.of(0L));

    Block(long file, int number, int length) {
        this.file = file;
        this.number = number;
        this.length = length;
    }

    static byte[] content(long file, int number, long version, int length) {
        ByteBuffer bytes = ByteBuffer.allocate((length + 7) / 8 * 8);
        for (int word = 0; version != 0 && bytes.hasRemaining(); word++) {
            bytes.putLong(mix(mix(mix(file) + number) + version) + mix(word));
        }
        byte[] content = new byte[length];
        bytes.get(0, content);
        return content;
    }

    private static long mix(long value) {
        long mixed = (value + 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 29) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 32;
    }

    int length() {
        return length;
    }

    /** Whether some version was acknowledged, so that all of the block is there. */
    boolean isThere() {
        return !possible.contains(0L);
    }

    byte[] content(long version) {
        return content(file, number, version, length);
    }

    /** A version that is about to be written. */
    long nextVersion() {
        return ++lastVersion;
    }

    /** From now on it is that version and no other. */
    void acknowledged(long version) {
        possible.clear();
        possible.add(version);
    }

    /** Each byte of it may be that of this version, too. */
    void unknown(long version) {
        possible.add(version);
    }

    /** Every byte must be that of one of the possible versions: that is what overlapping and failed writes leave. */
    void check(byte[] found) {
        long rest = possible.size();
        boolean[] isKnown = new boolean[length];
        for (long version : possible) {
            byte[] expected = content(version);
            if (java.util.Arrays.equals(found, expected)) {
                return;
            }
            for (int i = 0; i < length; i++) {
                isKnown[i] |= found[i] == expected[i];
            }
        }
        for (int i = 0; i < length; i++) {
            if (!isKnown[i]) {
                throw new AssertionError("block " + number + " of file " + file + ": byte " + i + " of " + length
                        + " is " + found[i] + ", of none of the " + rest + " versions " + possible + " of "
                        + lastVersion + that(found));
            }
        }
    }

    /** Which version it is instead, if it is one as a whole. */
    private String that(byte[] found) {
        for (long version = 0; version <= lastVersion; version++) {
            if (java.util.Arrays.equals(found, content(version))) {
                return "; it is version " + version;
            }
        }
        return "";
    }
}
