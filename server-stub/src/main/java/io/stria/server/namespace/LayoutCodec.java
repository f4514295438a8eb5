package io.stria.server.namespace;

import io.stria.FileLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A resolved layout as a node keeps it, big-endian. The number of targets is the stripe count, the first is the starting
 * target.
 *
 * <pre>
 *  0        4            8            12
 *  +--------+------------+------------+----
 *  | stripe | target of  | target of  | …
 *  | size/  | stripe 0   | stripe 1   |
 *  | 64 KiB |            |            |
 *  +--------+------------+------------+----
 * </pre>
 *
 * A directory's default, which is not resolved yet, has stripe count and starting target before the targets that are
 * named explicitly.
 */
final class LayoutCodec {

    private LayoutCodec() {}

    static byte[] encode(FileLayout layout) {
        ByteBuffer out =
                ByteBuffer.allocate(Integer.BYTES * (1 + layout.targets().size()));
        out.putInt((int) (layout.stripeSize() / FileLayout.STRIPE_SIZE_UNIT));
        layout.targets().forEach(out::putInt);
        return out.array();
    }

    static FileLayout decode(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        long stripeSize = in.getInt() * FileLayout.STRIPE_SIZE_UNIT;
        List<Integer> targets = targets(in);
        return new FileLayout(stripeSize, targets.size(), targets.get(0), targets);
    }

    static byte[] encodeDefault(FileLayout layout) {
        ByteBuffer out =
                ByteBuffer.allocate(Integer.BYTES * (3 + layout.targets().size()));
        out.putInt((int) (layout.stripeSize() / FileLayout.STRIPE_SIZE_UNIT));
        out.putInt(layout.stripeCount()).putInt(layout.startTarget());
        layout.targets().forEach(out::putInt);
        return out.array();
    }

    static FileLayout decodeDefault(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        long stripeSize = in.getInt() * FileLayout.STRIPE_SIZE_UNIT;
        return new FileLayout(stripeSize, in.getInt(), in.getInt(), targets(in));
    }

    private static List<Integer> targets(ByteBuffer in) {
        List<Integer> targets = new ArrayList<>(in.remaining() / Integer.BYTES);
        while (in.hasRemaining()) {
            targets.add(in.getInt());
        }
        return targets;
    }
}
