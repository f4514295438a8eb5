package io.stria.server.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Files that count what is done to them, and fail or stop early when told to. */
class FaultyFiles implements ChannelOpener {
    final AtomicInteger directWrites = new AtomicInteger();
    final AtomicInteger directReads = new AtomicInteger();
    final AtomicInteger bufferedWrites = new AtomicInteger();
    final AtomicInteger bufferedReads = new AtomicInteger();

    /** No call moves more than this. */
    volatile int maxBytesPerCall = Integer.MAX_VALUE;

    /** Faults; they do nothing, throw, or wait. */
    volatile Fault beforeOpen = direct -> {};

    volatile Fault beforeWrite = direct -> {};
    volatile Fault beforeForce = direct -> {};

    interface Fault {
        void hit(boolean direct) throws IOException;
    }

    @Override
    public FileChannel open(Path path, Set<? extends OpenOption> options) throws IOException {
        boolean direct = options.contains(DirectOption.DIRECT);
        beforeOpen.hit(direct);
        return new FaultyChannel(FileChannel.open(path, options), direct);
    }

    private final class FaultyChannel extends FileChannel {
        private final FileChannel channel;
        private final boolean direct;

        FaultyChannel(FileChannel channel, boolean direct) {
            this.channel = channel;
            this.direct = direct;
        }

        @Override
        public int read(ByteBuffer memory, long position) throws IOException {
            (direct ? directReads : bufferedReads).incrementAndGet();
            int limit = shorten(memory);
            try {
                return channel.read(memory, position);
            } finally {
                memory.limit(limit);
            }
        }

        @Override
        public int write(ByteBuffer memory, long position) throws IOException {
            (direct ? directWrites : bufferedWrites).incrementAndGet();
            beforeWrite.hit(direct);
            int limit = shorten(memory);
            try {
                return channel.write(memory, position);
            } finally {
                memory.limit(limit);
            }
        }

        private int shorten(ByteBuffer memory) {
            int limit = memory.limit();
            memory.limit(memory.position() + Math.min(maxBytesPerCall, memory.remaining()));
            return limit;
        }

        @Override
        public void force(boolean metaData) throws IOException {
            beforeForce.hit(direct);
            channel.force(metaData);
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        protected void implCloseChannel() throws IOException {
            channel.close();
        }

        @Override
        public int read(ByteBuffer memory) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long read(ByteBuffer[] memory, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int write(ByteBuffer memory) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long write(ByteBuffer[] memory, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long position() {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileChannel position(long newPosition) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileChannel truncate(long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferTo(long position, long count, WritableByteChannel target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferFrom(ReadableByteChannel source, long position, long count) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MappedByteBuffer map(MapMode mode, long position, long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock lock(long position, long size, boolean shared) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) {
            throw new UnsupportedOperationException();
        }
    }
}
