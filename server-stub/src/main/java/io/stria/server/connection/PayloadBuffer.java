package io.stria.server.connection;

import io.stria.wire.MemoryBuf;
import java.nio.ByteBuffer;

/** A piece of page-aligned pooled memory; belongs to whoever took it from the {@link PayloadPool} until given back. */
final class PayloadBuffer {
    final ByteBuffer memory;
    /** The same memory, for sums: its position and limit may be moved. */
    final ByteBuffer view;

    final int sizeClass;
    private long address = MemoryBuf.NO_ADDRESS;

    PayloadBuffer(ByteBuffer memory, int sizeClass) {
        this.memory = memory;
        this.view = memory.duplicate();
        this.sizeClass = sizeClass;
    }

    /** Its address, asked once. */
    long address(boolean isAddressed) {
        if (isAddressed && address == MemoryBuf.NO_ADDRESS) {
            address = MemoryBuf.addressOf(memory);
        }
        return address;
    }
}
