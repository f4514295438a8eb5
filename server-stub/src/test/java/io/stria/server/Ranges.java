package io.stria.server;

import java.util.Random;

/** Random places in a file of a few stripes; they favour edges, and lengths are mostly small. */
final class Ranges {
    private static final int MAX_OFFSET = 6 * TwoClients.STRIPE;
    private static final int MAX_LENGTH = 200 << 10;

    private final Random random;

    Ranges(Random random) {
        this.random = random;
    }

    int offset() {
        int place = random.nextInt(MAX_OFFSET);
        return switch (random.nextInt(4)) {
            case 0 -> near(place, TwoClients.STRIPE);
            case 1 -> near(place, 4096);
            case 2 -> random.nextInt(100);
            default -> place;
        };
    }

    private int near(int place, int edge) {
        return Math.max(0, place / edge * edge + random.nextInt(3) - 1);
    }

    int length() {
        return switch (random.nextInt(20)) {
            case 0 -> 0;
            case 1 -> random.nextInt(MAX_LENGTH);
            case 2, 3 -> TwoClients.STRIPE * random.nextInt(3) + random.nextInt(3);
            case 4, 5, 6, 7 -> 4096 * random.nextInt(3) + random.nextInt(3);
            default -> random.nextInt(300);
        };
    }
}
