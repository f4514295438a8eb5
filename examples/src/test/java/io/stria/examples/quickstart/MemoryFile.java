package io.stria.examples.quickstart;

import io.stria.AsyncFile;
import io.stria.FileLayout;
import io.stria.Memory;
import io.stria.StriaFuture;
import java.nio.ByteBuffer;

/** A file in memory whose calls complete at once. */
final class MemoryFile implements AsyncFile {
    final byte[] bytes;
    int writes;
    int reads;

    MemoryFile(int size) {
        this.bytes = new byte[size];
    }

    private static <T> StriaFuture<T> done(T value) {
        StriaFuture<T> future = new StriaFuture<>();
        future.complete(value);
        return future;
    }

    @Override
    public StriaFuture<Long> read(ByteBuffer destination, long offset) {
        return read(Memory.of(destination), offset);
    }

    @Override
    public StriaFuture<Long> read(Memory destination, long offset) {
        reads++;
        int at = (int) offset;
        for (int i = 0; i < destination.segmentCount(); i++) {
            int length = Math.min(destination.segment(i).limit(), bytes.length - at);
            destination.segment(i).put(0, bytes, at, length);
            at += length;
        }
        return done(at - offset);
    }

    @Override
    public StriaFuture<Long> write(ByteBuffer source, long offset) {
        writes++;
        long length = source.remaining();
        source.get(source.position(), bytes, (int) offset, source.remaining());
        return done(length);
    }

    @Override
    public StriaFuture<Long> write(Memory source, long offset) {
        throw new UnsupportedOperationException();
    }

    @Override
    public StriaFuture<Void> sync() {
        throw new UnsupportedOperationException();
    }

    @Override
    public StriaFuture<Void> truncate(long size) {
        throw new UnsupportedOperationException();
    }

    @Override
    public StriaFuture<Long> size() {
        return done((long) bytes.length);
    }

    @Override
    public FileLayout layout() {
        return FileLayout.DEFAULT;
    }

    @Override
    public String path() {
        return "/memory";
    }

    @Override
    public StriaFuture<Void> closeAsync() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
