package io.stria.server.store;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.agrona.collections.Long2ObjectHashMap;

/** The bytes of one object in {@link MemoryObjectStore}: a sparse map of chunks. Not thread safe. */
final class MemoryObject {
    static final int CHUNK_BYTES = 64 * 1024;

    private final Long2ObjectHashMap<byte[]> chunks = new Long2ObjectHashMap<>();
    private long sizeBytes;

    long size() {
        return sizeBytes;
    }

    int chunkCount() {
        return chunks.size();
    }

    /** How many chunks a write to this range would add. */
    long missingChunks(long offset, int length) {
        long missing = 0;
        for (long chunk = offset / CHUNK_BYTES; chunk <= (offset + length - 1) / CHUNK_BYTES; chunk++) {
            missing += chunks.containsKey(chunk) ? 0 : 1;
        }
        return missing;
    }

    void write(ByteBuffer memory, int index, long offset, int length) {
        for (int done = 0; done < length; ) {
            int inChunk = (int) ((offset + done) % CHUNK_BYTES);
            int count = Math.min(length - done, CHUNK_BYTES - inChunk);
            byte[] chunk = chunks.computeIfAbsent((offset + done) / CHUNK_BYTES, number -> new byte[CHUNK_BYTES]);
            memory.get(index + done, chunk, inChunk, count);
            done += count;
        }
        sizeBytes = Math.max(sizeBytes, offset + length);
    }

    void read(ByteBuffer memory, int index, long offset, int length) {
        for (int done = 0; done < length; ) {
            int inChunk = (int) ((offset + done) % CHUNK_BYTES);
            int count = Math.min(length - done, CHUNK_BYTES - inChunk);
            byte[] chunk = chunks.get((offset + done) / CHUNK_BYTES);
            if (chunk != null) {
                memory.put(index + done, chunk, inChunk, count);
            } else {
                for (int i = 0; i < count; i++) {
                    memory.put(index + done + i, (byte) 0);
                }
            }
            done += count;
        }
    }

    /** Cuts or extends; what is cut off reads as zeros if the object grows again. */
    void truncate(long newSizeBytes) {
        if (newSizeBytes < sizeBytes) {
            long last = newSizeBytes / CHUNK_BYTES;
            chunks.keySet().removeIf(number -> number > last);
            byte[] chunk = chunks.get(last);
            if (chunk != null) {
                Arrays.fill(chunk, (int) (newSizeBytes % CHUNK_BYTES), CHUNK_BYTES, (byte) 0);
            }
        }
        sizeBytes = newSizeBytes;
    }
}
