package io.stria.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.AsyncFile;
import io.stria.ErrorCode;
import io.stria.StriaFuture;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random operations on open files. */
final class HandleSteps {
    private final TwoClients clients;
    private final Random random;
    private final Journal journal;
    private final Ranges ranges;

    /** A read or write that was begun. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Flight(
            Member.Handle handle,
            boolean isWrite,
            int offset,
            byte[] data,
            ByteBuffer memory,
            StriaFuture<Long> future) {
        boolean meets(Member.Handle other, int from, int length, boolean writes) {
            return handle.has(other.model())
                    && (isWrite || writes)
                    && from < offset + data.length
                    && offset < from + length;
        }
    }

    HandleSteps(TwoClients clients) {
        this.clients = clients;
        this.random = clients.random();
        this.journal = clients.journal();
        this.ranges = new Ranges(random);
    }

    void step() throws Exception {
        Member.Handle handle = clients.handle();
        if (handle == null) {
            return;
        }
        switch (random.nextInt(20)) {
            case 0, 1, 2, 3, 4 -> write(handle);
            case 5, 6, 7, 8, 9 -> read(handle);
            case 10, 11, 12 -> truncate(handle);
            case 13 -> size(handle);
            case 14 -> sync(handle);
            case 15, 16 -> several();
            case 17 -> inOrder(handle);
            case 18 -> useClosed();
            default -> clients.close(handle);
        }
    }

    private void write(Member.Handle handle) throws Exception {
        int offset = ranges.offset();
        byte[] data = Bytes.random(random, ranges.length());
        journal.note(handle + " write " + data.length + " at " + offset);
        StriaFuture<Long> future = handle.file().write(Bytes.memory(random, data), offset);
        if (handle.writes()) {
            assertThat(Await.value(future)).isEqualTo(data.length);
            handle.model().write(offset, data);
        } else {
            Await.failsWith(ErrorCode.ACCESS_DENIED, future);
        }
    }

    private void read(Member.Handle handle) throws Exception {
        int offset = ranges.offset();
        int length = ranges.length();
        journal.note(handle + " read " + length + " at " + offset);
        if (handle.reads()) {
            ByteBuffer memory = ByteBuffer.allocate(length);
            assertThat(Await.value(handle.file().read(memory, offset)))
                    .as(
                            "count of a read of %d at %d of %d",
                            length, offset, handle.model().size())
                    .isEqualTo(handle.model().count(offset, length));
            Bytes.assertSame(
                    Bytes.read(random, handle.file(), offset, length),
                    handle.model().read(offset, length),
                    "read");
        } else {
            Await.failsWith(ErrorCode.ACCESS_DENIED, handle.file().read(ByteBuffer.allocate(length), offset));
        }
    }

    private void truncate(Member.Handle handle) throws Exception {
        int size = random.nextBoolean()
                ? ranges.offset()
                : random.nextInt(handle.model().size() + 1);
        journal.note(handle + " truncate to " + size);
        clients.agree(
                handle.writes() ? null : ErrorCode.ACCESS_DENIED, handle.file().truncate(size));
        if (handle.writes()) {
            handle.model().truncate(size);
        }
    }

    private void size(Member.Handle handle) throws Exception {
        journal.note(handle + " size");
        assertThat(Await.value(handle.file().size())).isEqualTo(handle.model().size());
    }

    private void sync(Member.Handle handle) throws Exception {
        journal.note(handle + " sync");
        Await.value(handle.file().sync());
    }

    private void useClosed() throws Exception {
        Member.Handle handle = clients.any(clients.closed());
        if (handle == null) {
            return;
        }
        journal.note(handle + " used though closed");
        AsyncFile file = handle.file();
        Await.failsWith(
                handle.reads() ? ErrorCode.CLOSED : ErrorCode.ACCESS_DENIED,
                file.read(ByteBuffer.allocate(random.nextInt(2)), 0));
        Await.failsWith(
                handle.writes() ? ErrorCode.CLOSED : ErrorCode.ACCESS_DENIED,
                file.write(ByteBuffer.allocate(random.nextInt(2)), 0));
        Await.failsWith(handle.writes() ? ErrorCode.CLOSED : ErrorCode.ACCESS_DENIED, file.truncate(0));
        Await.failsWith(ErrorCode.CLOSED, file.size());
        Await.failsWith(ErrorCode.CLOSED, file.sync());
        Await.value(file.closeAsync());
    }

    /** Ranges that do not touch, of any files, through any handles, all in flight at once. */
    private void several() throws Exception {
        List<Flight> flights = new ArrayList<>();
        Map<ModelFile, Integer> sizes = new HashMap<>();
        clients.handles()
                .forEach(handle -> sizes.put(handle.model(), handle.model().size()));
        for (int i = 2 + random.nextInt(8); i > 0; i--) {
            begin(clients.handle(), flights, sizes);
        }
        for (Flight flight : flights) {
            assertThat(Await.value(flight.future)).isEqualTo(flight.data.length);
        }
        for (Flight flight : flights) {
            if (!flight.isWrite) {
                byte[] back = new byte[flight.data.length];
                flight.memory.get(0, back);
                Bytes.assertSame(back, flight.data, flight.handle + " read at " + flight.offset);
            }
        }
    }

    private void begin(Member.Handle handle, List<Flight> flights, Map<ModelFile, Integer> sizes) {
        boolean isWrite = handle.writes() && (random.nextBoolean() || !handle.reads());
        int offset = ranges.offset();
        int length = 1 + ranges.length();
        boolean isFree = flights.stream().noneMatch(flight -> flight.meets(handle, offset, length, isWrite));
        // Beyond the end a read may or may not see another's write that goes on at the same time.
        if (!isFree || (!isWrite && offset + length > sizes.get(handle.model()))) {
            return;
        }
        journal.note(handle + (isWrite ? " begins to write " : " begins to read ") + length + " at " + offset);
        ByteBuffer memory = random.nextBoolean() ? ByteBuffer.allocate(length) : ByteBuffer.allocateDirect(length);
        byte[] data;
        StriaFuture<Long> future;
        if (isWrite) {
            data = Bytes.random(random, length);
            future = handle.file().write(memory.put(0, data), offset);
            handle.model().write(offset, data);
        } else {
            data = handle.model().read(offset, length);
            future = handle.file().read(memory, offset);
        }
        flights.add(new Flight(handle, isWrite, offset, data, memory, future));
    }

    /** What barriers keep in order need not be waited for. */
    private void inOrder(Member.Handle handle) throws Exception {
        if (!handle.reads() || !handle.writes()) {
            return;
        }
        AsyncFile file = handle.file();
        ModelFile model = handle.model();
        byte[] first = Bytes.random(random, ranges.length());
        byte[] second = Bytes.random(random, ranges.length());
        int[] offsets = {ranges.offset(), ranges.offset()};
        int[] sizes = {ranges.offset(), ranges.offset()};
        boolean closes = random.nextBoolean();
        journal.note(handle + " write " + first.length + " at " + offsets[0] + ", truncate to " + sizes[0]
                + ", read all, truncate to " + sizes[1] + ", write " + second.length + " at " + offsets[1] + ", sync"
                + (closes ? ", close" : ""));
        List<StriaFuture<?>> futures = new ArrayList<>();
        futures.add(file.write(Bytes.memory(random, first), offsets[0]));
        futures.add(file.truncate(sizes[0]));
        ByteBuffer memory = ByteBuffer.allocate(sizes[0] + 10);
        StriaFuture<Long> read = file.read(memory, 0);
        futures.add(file.truncate(sizes[1]));
        futures.add(file.write(Bytes.memory(random, second), offsets[1]));
        futures.add(file.sync());
        if (closes) {
            futures.add(file.closeAsync());
            Await.failsWith(ErrorCode.CLOSED, file.write(ByteBuffer.allocate(1), 0));
        }
        model.write(offsets[0], first);
        model.truncate(sizes[0]);
        assertThat(Await.value(read)).isEqualTo(sizes[0] == 0 ? -1 : sizes[0]);
        Bytes.assertSame(Arrays.copyOf(memory.array(), sizes[0]), model.bytes(), "what was read between");
        model.truncate(sizes[1]);
        model.write(offsets[1], second);
        for (StriaFuture<?> future : futures) {
            Await.value(future);
        }
        if (closes) {
            handle.owner().handles().remove(handle);
        }
    }
}
