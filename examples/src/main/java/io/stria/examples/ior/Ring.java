package io.stria.examples.ior;

import java.util.concurrent.CompletableFuture;

/**
 * The rank's thread starts a transfer in the next slot, after waiting for the one that slot had: so completions are taken
 * in the order of submission, and all that is done with the data is done on this thread. With one slot this is how a
 * plain file is written.
 */
final class Ring implements Flow {
    private final Slot[] slots;

    Ring(Slot[] slots) {
        this.slots = slots;
    }

    @Override
    public void run(OpenFile open, Transfers transfers) throws Exception {
        try {
            int next = 0;
            for (long index = transfers.claim(); index >= 0; index = transfers.claim()) {
                Slot slot = slots[next];
                finish(transfers, slot);
                slot.pending = transfers.start(open, slot, index);
                next = next + 1 == slots.length ? 0 : next + 1;
            }
            for (int i = 0; i < slots.length; i++) {
                finish(transfers, slots[(next + i) % slots.length]);
            }
        } finally {
            for (Slot slot : slots) {
                slot.pending = null;
            }
        }
    }

    private static void finish(Transfers transfers, Slot slot) throws Exception {
        CompletableFuture<Long> pending = slot.pending;
        if (pending != null) {
            slot.pending = null;
            transfers.finish(slot, pending.join());
        }
    }
}
