package io.stria.server;

import io.stria.wire.Header;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Valid frames, and what can become of them on their way. */
enum Mutation {
    NONE,
    FLIPPED_HEADER,
    FLIPPED_BODY,
    HEADER_LENGTH,
    PAYLOAD_LENGTH,
    RANGE_LENGTH,
    TRUNCATED,
    DOUBLED,
    INSERTED;

    private static final int HEADER_LENGTH_AT = 6;
    private static final int RANGE_LENGTH_AT = 48;
    private static final int PAYLOAD_LENGTH_AT = 68;

    /**
     * A greeting and some frames behind it, each of which may be mutated, and two of which may have changed places. A
     * header that was changed has its checksum made right again half the time.
     */
    static byte[] ofConversation(Random random, byte[] hello, Supplier<byte[]> frames) {
        List<byte[]> all = new ArrayList<>();
        boolean isGreetingWhole = random.nextInt(4) != 0;
        all.add(isGreetingWhole ? hello : any(random).apply(random, hello));
        for (int count = 1 + random.nextInt(6); count > 0; count--) {
            all.add(any(random).apply(random, frames.get()));
        }
        if (random.nextInt(3) == 0) {
            int first = isGreetingWhole ? 1 : 0;
            Collections.swap(
                    all, first + random.nextInt(all.size() - first), first + random.nextInt(all.size() - first));
        }
        return Wire.concat(all.toArray(byte[][]::new));
    }

    private static Mutation any(Random random) {
        return values()[random.nextInt(values().length)];
    }

    /** At most one bit of a header is flipped: that leads to no file which somebody uses. */
    private byte[] apply(Random random, byte[] frame) {
        ByteBuffer fields = ByteBuffer.wrap(frame);
        switch (this) {
            case NONE -> {
                return frame;
            }
            case FLIPPED_HEADER -> flip(random, frame, 0, Header.BYTES - 4);
            case FLIPPED_BODY -> {
                if (frame.length > Header.BYTES) {
                    flip(random, frame, Header.BYTES, frame.length);
                }
            }
            case HEADER_LENGTH -> fields.putShort(HEADER_LENGTH_AT, (short) wrong(random, Header.BYTES));
            case PAYLOAD_LENGTH -> fields.putInt(PAYLOAD_LENGTH_AT, wrong(random, frame.length - Header.BYTES));
            case RANGE_LENGTH -> fields.putLong(RANGE_LENGTH_AT, wrong(random, frame.length - Header.BYTES));
            case TRUNCATED -> {
                return Arrays.copyOf(frame, random.nextInt(frame.length));
            }
            case DOUBLED -> {
                return Wire.concat(frame, frame);
            }
            case INSERTED -> {
                int at = random.nextInt(frame.length);
                return Wire.concat(
                        Arrays.copyOf(frame, at),
                        Bytes.random(random, 1 + random.nextInt(100)),
                        Arrays.copyOfRange(frame, at, frame.length));
            }
        }
        if (random.nextBoolean()) {
            Wire.repair(frame);
        }
        return frame;
    }

    private static void flip(Random random, byte[] bytes, int from, int to) {
        bytes[from + random.nextInt(to - from)] ^= (byte) (1 << random.nextInt(8));
    }

    /** Another number than the right one, most often near it. */
    private static int wrong(Random random, int right) {
        return switch (random.nextInt(4)) {
            case 0 -> right + 1 + random.nextInt(200);
            case 1 -> right - 1 - random.nextInt(200);
            case 2 -> random.nextInt(1 << 20);
            default -> random.nextInt();
        };
    }
}
