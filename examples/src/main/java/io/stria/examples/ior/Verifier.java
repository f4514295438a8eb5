package io.stria.examples.ior;

/** Compares what one rank reads with what was written, and keeps count of the words that differ. For one thread. */
final class Verifier {
    private final Pattern pattern;
    private final int dataRank;
    private final Buffer expected;
    private long errors;
    private String first = "";

    Verifier(Pattern pattern, int dataRank, Buffer scratch) {
        this.pattern = pattern;
        this.dataRank = dataRank;
        this.expected = scratch;
        pattern.fill(expected, dataRank);
    }

    /** Compares one transfer, read from {@code offset}. */
    void check(Buffer actual, long offset, String file) {
        pattern.stamp(expected, dataRank, offset);
        if (actual.matches(expected)) {
            return;
        }
        for (long k = 0; k < actual.words(); k++) {
            if (actual.word(k) != expected.word(k)) {
                if (errors == 0) {
                    first = String.format(
                            "file %s, byte %d: expected 0x%016x, found 0x%016x",
                            file, offset + k * Long.BYTES, expected.word(k), actual.word(k));
                }
                errors++;
            }
        }
    }

    /** The number of 64-bit words that differed. */
    long errors() {
        return errors;
    }

    /** Where the first was and what was there; empty if there was none. */
    String first() {
        return first;
    }
}
