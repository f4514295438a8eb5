package io.stria;

/** Sizes in mebibytes, for readable configuration. */
public final class MiB {

    private MiB() {}

    /**
     * The number of bytes in some mebibytes.
     *
     * @param count how many mebibytes
     * @return {@code count} × 1,048,576 bytes
     * @throws ArithmeticException if the result does not fit 63 bits
     */
    public static long of(long count) {
        return Math.multiplyExact(count, 1L << 20);
    }
}
