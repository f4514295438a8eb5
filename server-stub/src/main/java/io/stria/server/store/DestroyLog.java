package io.stria.server.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.agrona.collections.LongHashSet;

/**
 * Remembers destroyed files across restarts: records are appended, and the first one that does not check is the end.
 * All numbers are big-endian.
 *
 * <pre>
 *   0                       8           12          16
 *   +-----------------------+-----------+-----------+
 *   | fileId                | kind      | CRC32C    |   kind 1: destroyed, 2: and its objects are removed
 *   +-----------------------+-----------+-----------+   CRC32C of the 12 bytes before it
 * </pre>
 *
 * The file is kept {@value #SLACK_BYTES} bytes of zeros longer than its records, so that files can be destroyed on a
 * full disk. Used by one thread at a time.
 */
final class DestroyLog implements AutoCloseable {
    static final int RECORD_BYTES = 16;
    static final int SLACK_BYTES = 64 * 1024;
    private static final int CHECKED_BYTES = 12;
    private static final int DESTROYED = 1;
    private static final int REMOVED = 2;

    private final FileChannel channel;
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer records = ByteBuffer.allocateDirect(4096 * RECORD_BYTES);
    private long endBytes;

    private DestroyLog(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Opens the log, creates it if there is none.
     *
     * @param destroyed receives the files destroyed so far
     * @param unfinished receives those of them whose objects may still be there
     */
    static DestroyLog open(Path path, DestroyedFiles destroyed, LongHashSet unfinished) throws IOException {
        FileChannel channel =
                FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
        try {
            DestroyLog log = new DestroyLog(channel);
            log.replay(destroyed, unfinished);
            log.ensureSlack();
            return log;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private void replay(DestroyedFiles destroyed, LongHashSet unfinished) throws IOException {
        for (boolean valid = true; valid; ) {
            records.clear();
            while (records.hasRemaining() && channel.read(records, endBytes + records.position()) > 0) {
                // Until the buffer is full or the file ends.
            }
            records.flip();
            valid = records.remaining() >= RECORD_BYTES;
            while (valid && records.remaining() >= RECORD_BYTES) {
                valid = replayRecord(destroyed, unfinished);
            }
        }
    }

    private boolean replayRecord(DestroyedFiles destroyed, LongHashSet unfinished) {
        int at = records.position();
        long fileId = records.getLong();
        int kind = records.getInt();
        if (records.getInt() != checksum(at)) {
            return false;
        }
        if (kind == DESTROYED) {
            destroyed.add(fileId);
            unfinished.add(fileId);
        } else if (kind == REMOVED) {
            unfinished.remove(fileId);
        }
        endBytes += RECORD_BYTES;
        return true;
    }

    /** Notes, durably, that files are destroyed. */
    void destroyed(long[] fileIds) throws IOException {
        append(fileIds, DESTROYED);
        channel.force(false);
    }

    /** Notes that their objects are gone; losing this note costs a second look after a restart. */
    void removed(long[] fileIds) throws IOException {
        append(fileIds, REMOVED);
    }

    private void append(long[] fileIds, int kind) throws IOException {
        for (int first = 0; first < fileIds.length; ) {
            records.clear();
            while (first < fileIds.length && records.hasRemaining()) {
                int at = records.position();
                records.putLong(fileIds[first++]).putInt(kind).putInt(checksum(at));
            }
            int length = records.flip().remaining();
            writeFully(endBytes);
            endBytes += length;
        }
        ensureSlack();
    }

    private void ensureSlack() {
        try {
            long size = channel.size();
            if (size - endBytes < SLACK_BYTES / 2) {
                records.clear();
                while (records.position() < records.capacity()) {
                    records.putLong(0);
                }
                records.flip();
                // Also wipes what follows the end after a crash.
                writeFully(endBytes);
            }
        } catch (IOException full) {
            // What there is serves the next few thousand; it is tried again after each append.
        }
    }

    private void writeFully(long atBytes) throws IOException {
        while (records.hasRemaining()) {
            atBytes += channel.write(records, atBytes);
        }
    }

    private int checksum(int at) {
        crc.reset();
        crc.update(records.slice(at, CHECKED_BYTES));
        return (int) crc.getValue();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
