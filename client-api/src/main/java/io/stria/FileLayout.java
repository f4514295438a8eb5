package io.stria;

import java.util.List;

/**
 * How a file is striped (RAID-0) over objects on targets: byte {@code b} of the file lies in stripe
 * {@code (b / stripeSize) mod stripeCount}. Fixed when the file is created and stored with it.
 *
 * @param stripeSize bytes per chunk, a multiple of 64 KiB up to 1 GiB
 * @param stripeCount number of stripes, 1 … 2000; {@link #ALL_TARGETS} or {@link #DEFAULT_COUNT} are resolved at create
 * @param startTarget target of the first stripe, or {@link #ANY_TARGET}
 * @param targets the target of each stripe; empty before create unless chosen by the caller
 */
public record FileLayout(long stripeSize, int stripeCount, int startTarget, List<Integer> targets) {

    /** Stripe sizes are multiples of this: 64 KiB, the field's value. */
    public static final long STRIPE_SIZE_UNIT = 64 << 10;
    /** The largest stripe size: 1 GiB. */
    public static final long MAX_STRIPE_SIZE = 1 << 30;
    /** The largest stripe count, the field's value. */
    public static final int MAX_STRIPE_COUNT = 2000;
    /** Stripe count that means every target there is at create. */
    public static final int ALL_TARGETS = -1;
    /** Stripe count that means the default, min(targets, 8). */
    public static final int DEFAULT_COUNT = 0;
    /** Starting target that leaves the choice to the namespace. */
    public static final int ANY_TARGET = -1;
    /**
     * No layout in particular: that of the directory if one was {@linkplain StriaClient#setDefaultLayout set}, else 4 MiB
     * stripes over min(targets, 8) targets.
     */
    public static final FileLayout DEFAULT = striped(DEFAULT_COUNT, MiB.of(4));

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException naming the value that is out of range
     */
    public FileLayout {
        targets = List.copyOf(targets);
        if (stripeSize < STRIPE_SIZE_UNIT || stripeSize > MAX_STRIPE_SIZE || stripeSize % STRIPE_SIZE_UNIT != 0) {
            throw new IllegalArgumentException(
                    "stripe size " + stripeSize + " B: use a multiple of 65536 B up to 1073741824 B");
        }
        if (stripeCount < ALL_TARGETS || stripeCount > MAX_STRIPE_COUNT) {
            throw new IllegalArgumentException(
                    "stripe count " + stripeCount + ": use 1 to 2000, -1 for all targets or 0 for the default");
        }
        if (startTarget < ANY_TARGET) {
            throw new IllegalArgumentException(
                    "starting target " + startTarget + ": use a target number or -1 for any");
        }
        if (!targets.isEmpty() && targets.size() != stripeCount) {
            throw new IllegalArgumentException(targets.size() + " explicit targets for stripe count " + stripeCount
                    + ": name one target per stripe");
        }
    }

    /**
     * A layout whose targets are chosen at create.
     *
     * @param stripeCount number of stripes, or {@link #ALL_TARGETS} or {@link #DEFAULT_COUNT}
     * @param stripeSize bytes per chunk
     * @return the layout
     */
    public static FileLayout striped(int stripeCount, long stripeSize) {
        return new FileLayout(stripeSize, stripeCount, ANY_TARGET, List.of());
    }

    /**
     * The same layout beginning on a given target.
     *
     * @param target number of the target of the first stripe
     * @return the changed layout
     */
    public FileLayout startingAt(int target) {
        return new FileLayout(stripeSize, stripeCount, target, targets);
    }

    /**
     * A layout on exactly these targets, one stripe each; a target may be named more than once.
     *
     * @param stripeSize bytes per chunk
     * @param targets target of each stripe, in order
     * @return the layout
     */
    public static FileLayout onTargets(long stripeSize, List<Integer> targets) {
        return new FileLayout(stripeSize, targets.size(), ANY_TARGET, targets);
    }
}
