package io.stria.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.AsyncFile;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Clients that go, with or without a word, and what they leave behind. */
final class DeathSteps {
    private final TwoClients clients;
    private final TreeModel tree;
    private final Random random;
    private final Journal journal;
    private final Ranges ranges;

    /** What may become of a file while nobody hears of it. */
    private static final class Doubt {
        final List<Write> writes = new ArrayList<>();
        final byte[] bytes;
        int minSize;
        int maxSize;

        Doubt(ModelFile file) {
            minSize = file.size();
            maxSize = file.size();
            bytes = file.bytes();
        }

        void write(Write write) {
            writes.add(write);
            if (write.data.length > 0) {
                maxSize = Math.max(maxSize, write.offset + write.data.length);
            }
        }

        /** Half of a truncate may have cut what lies behind a hole and not yet have filled the hole. */
        void truncate(int size) {
            minSize = Math.min(minSize, size);
            while (minSize > 0 && (minSize > bytes.length || bytes[minSize - 1] == 0)) {
                minSize--;
            }
            maxSize = Math.max(maxSize, size);
        }

        boolean allows(int at, byte found) {
            return found == (at < bytes.length ? bytes[at] : 0)
                    || (found == 0 && minSize <= at)
                    || writes.stream().anyMatch(write -> write.gives(at, found));
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Write(int offset, byte[] data) {
        boolean gives(int at, byte found) {
            return at >= offset && at < offset + data.length && data[at - offset] == found;
        }
    }

    DeathSteps(TwoClients clients) {
        this.clients = clients;
        this.tree = clients.tree();
        this.random = clients.random();
        this.journal = clients.journal();
        this.ranges = new Ranges(random);
    }

    void step() throws Exception {
        Member member = clients.member();
        switch (random.nextInt(4)) {
            case 0 -> leaveBusy(member);
            case 1 -> clients.vanish(member);
            default -> vanishBusy(member);
        }
    }

    /** Closing waits for what is in flight; of each file one write is. */
    private void leaveBusy(Member member) throws Exception {
        Set<ModelFile> busy = new HashSet<>();
        for (Member.Handle handle : member.handles()) {
            if (handle.writes() && busy.add(handle.model())) {
                Write write = write(handle);
                handle.model().write(write.offset, write.data);
            }
        }
        clients.leave(member);
    }

    /**
     * What is in flight when its client vanishes may have happened or not, each byte for itself, and may still be
     * happening. So its files are looked at once and deleted: then nothing of them may stay.
     */
    private void vanishBusy(Member member) throws Exception {
        Map<ModelFile, Doubt> doubts = new HashMap<>();
        for (int i = random.nextInt(8); i > 0; i--) {
            begin(clients.any(member.handles()), doubts);
        }
        beginOpens(member);
        beginCloses(member);
        Member other = clients.other(member);
        clients.vanish(member);
        for (Member.Handle handle : clients.handles()) {
            if (doubts.containsKey(handle.model())) {
                clients.close(handle);
            }
        }
        for (Map.Entry<String, TreeModel.Node> each : tree.paths().entrySet()) {
            if (each.getValue() instanceof ModelFile file && doubts.containsKey(file)) {
                journal.note(other + " looks at " + each.getKey() + " and deletes it");
                look(other, each.getKey(), doubts.get(file));
                tree.delete(each.getKey());
                Await.value(other.client().delete(each.getKey()));
            }
        }
    }

    private void begin(Member.Handle handle, Map<ModelFile, Doubt> doubts) {
        if (handle == null || !handle.writes()) {
            return;
        }
        Doubt doubt = doubts.computeIfAbsent(handle.model(), Doubt::new);
        if (random.nextInt(4) > 0) {
            doubt.write(write(handle));
        } else {
            int size = ranges.offset();
            journal.note(handle + " begins to truncate to " + size);
            doubt.truncate(size);
            handle.file().truncate(size);
        }
    }

    private Write write(Member.Handle handle) {
        Write write = new Write(ranges.offset(), Bytes.random(random, ranges.length()));
        journal.note(handle + " begins to write " + write.data.length + " at " + write.offset);
        handle.file().write(Bytes.memory(random, write.data), write.offset);
        return write;
    }

    private void beginCloses(Member member) {
        for (Member.Handle handle : List.copyOf(member.handles())) {
            if (random.nextInt(3) == 0) {
                journal.note(handle + " begins to close");
                handle.file().closeAsync();
                member.handles().remove(handle);
            }
        }
    }

    private void beginOpens(Member member) {
        tree.paths().forEach((path, node) -> {
            if (node instanceof ModelFile && random.nextInt(3) == 0) {
                journal.note(member + " begins to open " + path);
                member.client().open(path).thenCompose(AsyncFile::closeAsync);
            }
        });
    }

    private static void look(Member by, String path, Doubt doubt) throws Exception {
        AsyncFile open = Await.value(by.client().open(path));
        ByteBuffer memory = ByteBuffer.allocate(doubt.maxSize + 10);
        int count = (int) Math.max(0, Await.value(open.read(memory, 0)));
        assertThat(count).isBetween(doubt.minSize, doubt.maxSize);
        for (int at = 0; at < count; at++) {
            if (!doubt.allows(at, memory.get(at))) {
                throw new AssertionError("byte " + at + " of " + count + " is " + memory.get(at) + ", who wrote that?");
            }
        }
        Await.value(open.closeAsync());
    }
}
