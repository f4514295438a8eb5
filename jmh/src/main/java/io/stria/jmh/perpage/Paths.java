package io.stria.jmh.perpage;

import io.stria.FileLayout;
import io.stria.Memory;
import io.stria.MiB;
import java.nio.ByteBuffer;
import java.util.stream.IntStream;

/** The two ways, set up alike: 64 MiB transfers over eight stripes of 1 MiB, the window and RPC size by default. */
public enum Paths {
    /** One descriptor per stripe object. */
    DESCRIPTOR,
    /** An object per page. */
    PAGE;

    /** Bytes of a transfer. */
    public static final int TRANSFER_BYTES = 64 << 20;
    /** Chunks of the stripe size in a transfer. */
    public static final int STRIPES = 64;
    /** Pages in a transfer. */
    public static final int PAGES = TRANSFER_BYTES / DataPath.PAGE_BYTES;

    private static final int STRIPE_COUNT = 8;
    private static final int MAX_RPC_BYTES = 4 << 20;
    private static final int WINDOW = 8;

    /** A new path of this kind. */
    public DataPath create() {
        FileLayout layout = FileLayout.onTargets(
                MiB.of(1), IntStream.range(0, STRIPE_COUNT).boxed().toList());
        Memory memory = Memory.of(ByteBuffer.allocateDirect(TRANSFER_BYTES));
        return switch (this) {
            case DESCRIPTOR -> new DescriptorPath(layout, memory, MAX_RPC_BYTES, WINDOW);
            case PAGE -> new PagePath(layout, memory, MAX_RPC_BYTES, WINDOW);
        };
    }
}
