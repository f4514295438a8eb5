package io.stria.server;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.stria.AsyncFile;
import io.stria.ClientConfig;
import io.stria.DirectoryEntry;
import io.stria.FileLayout;
import io.stria.FileStatus;
import io.stria.Stria;
import io.stria.StriaClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 of any server of a cluster, again and again, under clients that go on: what was acknowledged holds, what was
 * open works on, and in the end nothing is left over and nothing is missing. {@code -Dstria.soak.rounds} says how often,
 * {@code -Dstria.soak.seed} repeats a run as far as threads allow.
 */
class KillIT {
    private static final int ROUNDS = Integer.getInteger("stria.soak.rounds", 3);
    private static final long SEED = Long.getLong("stria.soak.seed", new Random().nextLong());
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration SLACK = Duration.ofSeconds(3);
    private static final FileLayout SHARED = FileLayout.striped(FileLayout.ALL_TARGETS, 64 << 10);

    @TempDir
    Path directory;

    private final Random random = new Random(SEED);
    private final Outcomes outcomes = new Outcomes(TIMEOUT, SLACK, Outcomes.SERVER_GONE);
    private final List<KillClient> clients = new ArrayList<>();
    private final List<KillWorker> workers = new ArrayList<>();
    private final StringBuilder story = new StringBuilder();

    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS) // every wait has its own end
    void what_was_acknowledged_survives_the_death_of_any_server_at_any_moment() throws Exception {
        long beganNs = System.nanoTime();
        try (ProcessCluster cluster = new ProcessCluster(directory, random)) {
            connect(cluster.uri(0, 1, 2));
            connect(cluster.uri(1, 2, 0));
            for (KillClient each : clients) {
                String own = "/n" + each.number();
                Await.value(each.client().mkdir(own));
                workers.add(new BlockWorker(each, new Random(random.nextLong()), outcomes));
                workers.add(new NameWorker(each, own, new Random(random.nextLong()), outcomes));
            }
            try (KillLoad load = new KillLoad(workers)) {
                for (int round = 0; round < ROUNDS; round++) {
                    round(cluster, load, round);
                }
            }
            checkEnd();
            for (KillClient each : clients) {
                each.client().close();
            }
        } catch (Exception | AssertionError e) {
            throw new AssertionError("seed " + SEED + "; " + story + "outcomes " + outcomes, e);
        }
        if (ROUNDS > 3) {
            System.out.println(ROUNDS + " rounds of kills in "
                    + Duration.ofNanos(System.nanoTime() - beganNs).toSeconds() + " s: " + outcomes);
        }
    }

    private void connect(String uri) throws Exception {
        StriaClient client = Stria.connect(ClientConfig.builder(uri)
                .requestTimeout(TIMEOUT)
                .reconnectBackoff(Duration.ofMillis(200))
                .build());
        clients.add(new KillClient(
                clients.size(), client, Await.value(client.open("/shared", SHARED, CREATE, READ, WRITE))));
    }

    private void round(ProcessCluster cluster, KillLoad load, int round) throws Exception {
        List<AsyncFile> nameless = new ArrayList<>();
        for (KillClient each : clients) {
            nameless.add(nameless(each.client(), "/nameless" + each.number()));
        }
        TreeSet<Integer> victims = new TreeSet<>(Set.of(random.nextInt(ProcessCluster.SERVERS)));
        if (random.nextInt(4) == 0) {
            victims.add(random.nextInt(ProcessCluster.SERVERS));
        }
        story.append("round ").append(round).append(": killed ").append(victims);
        load.resume();
        load.awaitSteps(20 + random.nextInt(400));
        victims.forEach(cluster::kill);
        load.awaitSteps(random.nextInt(100));
        for (int victim : victims) { // the namespace first, for the others join it
            if (victim != ProcessCluster.NAMESPACE && random.nextInt(3) == 0) {
                cluster.move(victim);
                story.append(", moved ").append(victim);
            }
            cluster.start(victim);
        }
        story.append("; ");
        load.awaitSuccesses(10);
        load.pause();
        for (KillWorker worker : workers) {
            worker.settle();
        }
        for (KillClient each : clients) {
            for (KillWorker worker : workers) {
                worker.verify(each);
            }
        }
        for (int i = 0; i < nameless.size(); i++) {
            AsyncFile file = nameless.get(i);
            Bytes.assertSame(Bytes.readAll(file, NameWorker.FILE_BYTES), content(i), "nameless file " + i);
            Await.value(file.closeAsync());
        }
    }

    private static byte[] content(int number) {
        return Block.content(3, number, 1, NameWorker.FILE_BYTES);
    }

    private AsyncFile nameless(StriaClient client, String path) throws Exception {
        AsyncFile file = Await.value(client.open(path, SHARED, CREATE, READ, WRITE));
        Await.value(file.write(Bytes.direct(content(path.charAt(path.length() - 1) - '0')), 0));
        Await.value(client.delete(path));
        return file;
    }

    /** The objects are those of the files that have a name, and when these are deleted there are none. */
    private void checkEnd() throws Exception {
        for (KillClient each : clients) {
            Await.value(each.shared().closeAsync());
        }
        StriaClient client = clients.get(0).client();
        Await.value(client.delete("/shared"));
        Set<String> expected = new TreeSet<>();
        List<String> all = new ArrayList<>();
        walk(client, "", all, expected);
        Await.state("objects of files that have a name", expected, this::objects);
        for (int i = all.size() - 1; i >= 0; i--) {
            Await.value(client.delete(all.get(i)));
        }
        assertThat(Await.value(client.list("/"))).isEmpty();
        Await.state("objects when all files are deleted", Set.of(), this::objects);
    }

    /** Every name that is listed can be looked up and is what the list says. */
    private static void walk(StriaClient client, String path, List<String> all, Set<String> objects) throws Exception {
        for (DirectoryEntry entry : Await.value(client.list(path.isEmpty() ? "/" : path))) {
            String child = path + "/" + entry.name();
            FileStatus status = Await.value(client.stat(child));
            assertThat(status.fileId()).as(child).isEqualTo(entry.fileId());
            assertThat(status.isDirectory()).as(child).isEqualTo(entry.isDirectory());
            all.add(child);
            if (entry.isDirectory()) {
                walk(client, child, all, objects);
            } else {
                assertThat(status.size()).as(child).isEqualTo(NameWorker.FILE_BYTES);
                for (int stripe = 0; stripe < NameWorker.LAYOUT.stripeCount(); stripe++) {
                    objects.add(String.format("%016x.%d", entry.fileId(), stripe));
                }
            }
        }
    }

    private Set<String> objects() throws Exception {
        Set<String> names = new TreeSet<>();
        for (Path object : ObjectFiles.of(directory, ProcessCluster.TARGETS)) {
            names.add(object.getFileName().toString());
        }
        return names;
    }
}
