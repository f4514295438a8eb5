package io.stria.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.stria.FileLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The bodies of frames that are not data. Big-endian; a string is a 16-bit length and UTF-8 bytes, a list a 32-bit
 * count and its elements. A reader ignores bytes behind the fields it knows, so bodies can grow at their end. Every
 * length is checked against the bytes there are before anything is allocated. Status other than 0: the body is the
 * error's text as a string.
 */
public final class Messages {

    private Messages() {}

    /** A body that can be written. */
    public interface Body {
        void write(ByteBuf out);

        /** The body's bytes. */
        default byte[] toBytes() {
            ByteBuf out = Unpooled.buffer(256);
            write(out);
            byte[] bytes = new byte[out.readableBytes()];
            out.readBytes(bytes);
            return bytes;
        }
    }

    /** The service a connection is bound to: the namespace. */
    public static final int NAMESPACE_SERVICE = -1;

    /**
     * Client's first frame.
     *
     * @param minVersion lowest protocol version spoken
     * @param maxVersion highest protocol version spoken
     * @param features bits, none so far
     * @param session client session, random, the same on all its connections
     * @param service number of a target, or {@link #NAMESPACE_SERVICE}
     * @param maxRpcBytes largest payload the client will send or ask for
     * @param window requests the client wants in flight on this connection
     * @param group random, the same for all connections of a client with this service
     * @param turn the same for connections side by side; grows when one is lost, and the server answers those of a turn
     *     when it is done with all that those of earlier turns have brought
     */
    public record Hello(
            int minVersion,
            int maxVersion,
            long features,
            long session,
            int service,
            int maxRpcBytes,
            int window,
            long group,
            int turn)
            implements Body {
        @Override
        public void write(ByteBuf out) {
            out.writeByte(minVersion).writeByte(maxVersion).writeLong(features).writeLong(session);
            out.writeInt(service)
                    .writeInt(maxRpcBytes)
                    .writeInt(window)
                    .writeLong(group)
                    .writeInt(turn);
        }

        public static Hello read(ByteBuf in) {
            return new Hello(
                    in.readUnsignedByte(),
                    in.readUnsignedByte(),
                    in.readLong(),
                    in.readLong(),
                    in.readInt(),
                    in.readInt(),
                    in.readInt(),
                    in.readLong(),
                    in.readInt());
        }
    }

    /**
     * Server's answer to {@link Hello}.
     *
     * @param version protocol version to be used
     * @param features bits both sides know
     * @param verifier unique per start of the server: a change means that unsynced data may be gone
     * @param maxRpcBytes largest payload granted
     * @param window requests granted in flight on this connection
     * @param alignment block size of the target's storage in bytes, 1 if none
     * @param sessionTimeoutMs how long the namespace keeps the handles of a client that is away, 0 for a target
     * @param redirect {@code host:port} of the server to ask instead, empty if this one serves what was asked
     */
    public record HelloReply(
            int version,
            long features,
            long verifier,
            int maxRpcBytes,
            int window,
            int alignment,
            int sessionTimeoutMs,
            String redirect)
            implements Body {
        @Override
        public void write(ByteBuf out) {
            out.writeByte(version).writeLong(features).writeLong(verifier);
            out.writeInt(maxRpcBytes).writeInt(window).writeInt(alignment).writeInt(sessionTimeoutMs);
            writeString(out, redirect);
        }

        public static HelloReply read(ByteBuf in) throws ProtocolException {
            return new HelloReply(
                    in.readUnsignedByte(),
                    in.readLong(),
                    in.readLong(),
                    in.readInt(),
                    in.readInt(),
                    in.readInt(),
                    in.readInt(),
                    readString(in));
        }
    }

    /**
     * Opens a file.
     *
     * @param path absolute path
     * @param flags of {@link #READ}, {@link #WRITE}, {@link #CREATE}, {@link #EXCLUSIVE}
     * @param layout of a file that this creates, unresolved
     */
    public record Open(String path, int flags, FileLayout layout) implements Body {
        public static final int READ = 1;
        public static final int WRITE = 1 << 1;
        public static final int CREATE = 1 << 2;
        /** With {@link #CREATE}: fail if it exists. */
        public static final int EXCLUSIVE = 1 << 3;

        @Override
        public void write(ByteBuf out) {
            writeString(out, path);
            out.writeInt(flags);
            writeLayout(out, layout);
        }

        public static Open read(ByteBuf in) throws ProtocolException {
            return new Open(readString(in), in.readInt(), readLayout(in));
        }
    }

    /**
     * A handle that a client holds.
     *
     * @param number as given by {@link FileRecord#handle}
     * @param fileId the file
     * @param writes whether it was opened for writing
     */
    public record Held(long number, long fileId, boolean writes) {
        static Held read(ByteBuf in) {
            return new Held(in.readLong(), in.readLong(), in.readBoolean());
        }

        static void write(ByteBuf out, Held held) {
            out.writeLong(held.number).writeLong(held.fileId).writeBoolean(held.writes);
        }
    }

    /**
     * Tells which handles a client holds. Those of its session that the server has in the range and that are not listed
     * are ended: the client never learned of them, or has closed them.
     *
     * @param first lowest number of the range
     * @param last highest number of the range
     * @param handles all that the client holds in the range
     */
    public record Reopen(long first, long last, List<Held> handles) implements Body {
        /** As many as one message has room for, and more. */
        public static final int MAX_HANDLES = 32_768;

        @Override
        public void write(ByteBuf out) {
            out.writeLong(first).writeLong(last);
            writeList(out, handles, held -> Held.write(out, held));
        }

        public static Reopen read(ByteBuf in) throws ProtocolException {
            return new Reopen(in.readLong(), in.readLong(), readList(in, 17, Held::read));
        }
    }

    /**
     * Ends a handle.
     *
     * @param fileId the file
     * @param handle as given by {@link FileRecord#handle}
     * @param size the size the closing client found, −1 if it does not know
     */
    public record Close(long fileId, long handle, long size) implements Body {
        @Override
        public void write(ByteBuf out) {
            out.writeLong(fileId).writeLong(handle).writeLong(size);
        }

        public static Close read(ByteBuf in) {
            return new Close(in.readLong(), in.readLong(), in.readLong());
        }
    }

    /**
     * A file or directory as the namespace knows it.
     *
     * @param fileId identity, never reused
     * @param handle of an open, 0 for a stat
     * @param isDirectory true for a directory, whose layout is that of the files created in it
     * @param size bytes
     * @param sizeValid whether {@code size} can be trusted; if not the objects must be asked
     * @param modifiedMs milliseconds since 1970
     * @param layout resolved; of a directory unresolved, {@link FileLayout#DEFAULT} if it has none
     * @param wantsSize of a stat: whether the namespace wants to be told what the objects say ({@link RepairSize})
     */
    public record FileRecord(
            long fileId,
            long handle,
            boolean isDirectory,
            long size,
            boolean sizeValid,
            long modifiedMs,
            FileLayout layout,
            boolean wantsSize)
            implements Body {

        /** The same, with {@link #wantsSize}. */
        public FileRecord wantingSize() {
            return new FileRecord(fileId, handle, isDirectory, size, sizeValid, modifiedMs, layout, true);
        }

        @Override
        public void write(ByteBuf out) {
            out.writeLong(fileId).writeLong(handle).writeBoolean(isDirectory);
            out.writeLong(size).writeBoolean(sizeValid).writeLong(modifiedMs);
            writeLayout(out, layout);
            out.writeBoolean(wantsSize);
        }

        public static FileRecord read(ByteBuf in) throws ProtocolException {
            return new FileRecord(
                    in.readLong(),
                    in.readLong(),
                    in.readBoolean(),
                    in.readLong(),
                    in.readBoolean(),
                    in.readLong(),
                    readLayout(in),
                    in.readBoolean());
        }
    }

    /** A path. */
    public record PathName(String path) implements Body {
        @Override
        public void write(ByteBuf out) {
            writeString(out, path);
        }

        public static PathName read(ByteBuf in) throws ProtocolException {
            return new PathName(readString(in));
        }
    }

    /**
     * Asks for a page of a directory.
     *
     * @param path the directory
     * @param after names behind this one, empty for the first page
     * @param limit at most so many
     */
    public record ListPage(String path, String after, int limit) implements Body {
        @Override
        public void write(ByteBuf out) {
            writeString(out, path);
            writeString(out, after);
            out.writeInt(limit);
        }

        public static ListPage read(ByteBuf in) throws ProtocolException {
            return new ListPage(readString(in), readString(in), in.readInt());
        }
    }

    /** One entry of a directory. */
    public record Entry(String name, long fileId, boolean isDirectory) {}

    /**
     * A page of a directory, in the order of the names' bytes.
     *
     * @param entries the entries
     * @param more whether there are entries behind the last
     */
    public record Entries(List<Entry> entries, boolean more) implements Body {
        @Override
        public void write(ByteBuf out) {
            writeList(out, entries, entry -> {
                writeString(out, entry.name());
                out.writeLong(entry.fileId()).writeBoolean(entry.isDirectory());
            });
            out.writeBoolean(more);
        }

        public static Entries read(ByteBuf in) throws ProtocolException {
            List<Entry> entries =
                    readList(in, 11, from -> new Entry(readString(from), from.readLong(), from.readBoolean()));
            return new Entries(entries, in.readBoolean());
        }
    }

    /** Two paths. */
    public record Rename(String from, String to) implements Body {
        @Override
        public void write(ByteBuf out) {
            writeString(out, from);
            writeString(out, to);
        }

        public static Rename read(ByteBuf in) throws ProtocolException {
            return new Rename(readString(in), readString(in));
        }
    }

    /**
     * Sets a directory's default layout.
     *
     * @param path absolute path of the directory
     * @param layout of files created in it, unresolved; {@link FileLayout#DEFAULT} takes the default away
     */
    public record SetLayout(String path, FileLayout layout) implements Body {
        @Override
        public void write(ByteBuf out) {
            writeString(out, path);
            writeLayout(out, layout);
        }

        public static SetLayout read(ByteBuf in) throws ProtocolException {
            return new SetLayout(readString(in), readLayout(in));
        }
    }

    /**
     * The size that the objects of a file imply.
     *
     * @param fileId the file
     * @param size bytes
     * @param modifiedMs of the {@link FileRecord} whose doubtful size was the reason to ask the objects
     */
    public record RepairSize(long fileId, long size, long modifiedMs) implements Body {
        @Override
        public void write(ByteBuf out) {
            out.writeLong(fileId).writeLong(size).writeLong(modifiedMs);
        }

        public static RepairSize read(ByteBuf in) {
            return new RepairSize(in.readLong(), in.readLong(), in.readLong());
        }
    }

    /**
     * The space of a target; {@link Long#MAX_VALUE} where there is no bound.
     *
     * @param totalBytes its size
     * @param usableBytes what may still be written
     */
    public record Space(long totalBytes, long usableBytes) implements Body {
        @Override
        public void write(ByteBuf out) {
            out.writeLong(totalBytes).writeLong(usableBytes);
        }

        public static Space read(ByteBuf in) {
            return new Space(in.readLong(), in.readLong());
        }
    }

    /** A target's permanent number and present address {@code host:port}. */
    public record Target(int number, String address) {}

    /** The targets of a cluster, ascending. */
    public record TargetTable(List<Target> targets) implements Body {
        @Override
        public void write(ByteBuf out) {
            writeList(out, targets, target -> {
                out.writeInt(target.number());
                writeString(out, target.address());
            });
        }

        public static TargetTable read(ByteBuf in) throws ProtocolException {
            return new TargetTable(readList(in, 6, from -> new Target(from.readInt(), readString(from))));
        }
    }

    /**
     * Registers the targets of a server.
     *
     * @param clusterId the cluster its target directories belong to, empty if they are new
     * @param address {@code host:port} that clients shall use
     * @param targetIds permanent UUID of each target
     */
    public record Join(String clusterId, String address, List<String> targetIds) implements Body {
        @Override
        public void write(ByteBuf out) {
            writeString(out, clusterId);
            writeString(out, address);
            writeList(out, targetIds, id -> writeString(out, id));
        }

        public static Join read(ByteBuf in) throws ProtocolException {
            return new Join(readString(in), readString(in), readList(in, 2, Messages::readString));
        }
    }

    /**
     * Answers a {@link Join}.
     *
     * @param clusterId the cluster they belong to now
     * @param numbers permanent number of each target, in the order asked
     */
    public record JoinReply(String clusterId, List<Integer> numbers) implements Body {
        @Override
        public void write(ByteBuf out) {
            writeString(out, clusterId);
            writeList(out, numbers, out::writeInt);
        }

        public static JoinReply read(ByteBuf in) throws ProtocolException {
            return new JoinReply(readString(in), readList(in, 4, ByteBuf::readInt));
        }
    }

    /**
     * A target's report to the namespace, and its question what to do next.
     *
     * @param target number of the target
     * @param destroyed the files that it is done with
     * @param asOf of the last {@link Orders} that it has carried out, 0 before any
     * @param sessions the clients from which something may be under way to its objects
     */
    public record Poll(int target, List<Long> destroyed, long asOf, List<Long> sessions) implements Body {
        @Override
        public void write(ByteBuf out) {
            out.writeInt(target);
            writeList(out, destroyed, out::writeLong);
            out.writeLong(asOf);
            writeList(out, sessions, out::writeLong);
        }

        public static Poll read(ByteBuf in) throws ProtocolException {
            return new Poll(
                    in.readInt(),
                    readList(in, 8, ByteBuf::readLong),
                    in.readLong(),
                    readList(in, 8, ByteBuf::readLong));
        }
    }

    /**
     * Answers a {@link Poll}.
     *
     * @param destroy the files whose objects are to be destroyed
     * @param asOf counts the clients that have gone so far
     * @param evict those of the sessions asked about that have ended: their connections are to be closed
     */
    public record Orders(List<Long> destroy, long asOf, List<Long> evict) implements Body {
        @Override
        public void write(ByteBuf out) {
            writeList(out, destroy, out::writeLong);
            out.writeLong(asOf);
            writeList(out, evict, out::writeLong);
        }

        public static Orders read(ByteBuf in) throws ProtocolException {
            return new Orders(readList(in, 8, ByteBuf::readLong), in.readLong(), readList(in, 8, ByteBuf::readLong));
        }
    }

    /** The text of an error. */
    public record ErrorText(String text) implements Body {
        @Override
        public void write(ByteBuf out) {
            writeString(out, text);
        }

        public static ErrorText read(ByteBuf in) throws ProtocolException {
            return new ErrorText(readString(in));
        }
    }

    /** Reads a body from a buffer that holds nothing else. */
    @FunctionalInterface
    public interface Reader<T> {
        T read(ByteBuf in) throws ProtocolException;
    }

    /**
     * Reads a body, turning every way of being too short or malformed into one exception.
     *
     * @throws ProtocolException if the bytes are no such body
     */
    public static <T> T read(ByteBuf in, Reader<T> reader) throws ProtocolException {
        try {
            return reader.read(in);
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            throw new ProtocolException(
                    "malformed message body: " + (e.getMessage() == null ? "too short" : e.getMessage()));
        }
    }

    private static void writeString(ByteBuf out, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        int count = Math.min(bytes.length, 0xFFFF);
        out.writeShort(count).writeBytes(bytes, 0, count);
    }

    private static String readString(ByteBuf in) throws ProtocolException {
        int count = in.readUnsignedShort();
        if (count > in.readableBytes()) {
            throw new ProtocolException("string of " + count + " bytes in " + in.readableBytes());
        }
        return in.readCharSequence(count, StandardCharsets.UTF_8).toString();
    }

    private static void writeLayout(ByteBuf out, FileLayout layout) {
        out.writeLong(layout.stripeSize()).writeInt(layout.stripeCount()).writeInt(layout.startTarget());
        writeList(out, layout.targets(), out::writeInt);
    }

    private static FileLayout readLayout(ByteBuf in) throws ProtocolException {
        return new FileLayout(in.readLong(), in.readInt(), in.readInt(), readList(in, 4, ByteBuf::readInt));
    }

    private static <T> void writeList(ByteBuf out, List<T> list, Consumer<T> write) {
        out.writeInt(list.size());
        list.forEach(write);
    }

    private static <T> List<T> readList(ByteBuf in, int leastBytes, Reader<T> element) throws ProtocolException {
        int count = in.readInt();
        if (count < 0 || (long) count * leastBytes > in.readableBytes()) {
            throw new ProtocolException("list of " + count + " in " + in.readableBytes() + " bytes");
        }
        List<T> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(element.read(in));
        }
        return list;
    }
}
