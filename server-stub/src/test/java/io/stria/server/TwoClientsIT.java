package io.stria.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two clients do random operations on names and files, and everything that either is told is what a model in memory
 * says, errors included. In the end names, bytes, objects and rows are those of the model, no less and no more.
 */
class TwoClientsIT {
    private static final int SEEDS = Integer.getInteger("stria.property.seeds", 3);
    private static final int OPERATIONS = Integer.getInteger("stria.property.operations", 400);

    @TempDir
    Path directory;

    /** The one that is given, or new ones each time. */
    static LongStream seeds() {
        Long given = Long.getLong("stria.property.seed");
        long first = new Random().nextInt(1_000_000_000);
        return given != null ? LongStream.of(given) : LongStream.range(first, first + SEEDS);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whatever_two_clients_do_both_see_the_same_and_nothing_is_left_of_what_is_gone(long seed) throws Exception {
        boolean isMortal = seed % 2 == 0;
        Journal journal = new Journal(seed);
        try (SessionProxy proxy = new SessionProxy();
                TestCluster cluster = start(proxy, isMortal)) {
            proxy.lead(cluster.server());
            TwoClients clients = new TwoClients(proxy, isMortal, new Random(seed), journal);
            run(clients);
            LastLook.atFiles(clients);
            LastLook.atObjects(directory, clients.tree());
            LastLook.atRows(directory, clients.tree());
            clients.end();
        } catch (Exception | AssertionError e) {
            throw journal.failure(e);
        }
    }

    /** Who vanishes is given up at once, or never. */
    private TestCluster start(SessionProxy proxy, boolean isMortal) throws Exception {
        return TestCluster.start(
                directory,
                TwoClients.TARGETS,
                server -> server.buffered(true)
                        .advertise(proxy.address())
                        .sessionTimeout(isMortal ? Duration.ofMillis(10) : Duration.ofDays(1)));
    }

    private static void run(TwoClients clients) throws Exception {
        NameSteps names = new NameSteps(clients);
        HandleSteps files = new HandleSteps(clients);
        DeathSteps deaths = new DeathSteps(clients);
        for (int i = 0; i < OPERATIONS; i++) {
            clients.journal().nextStep();
            int kind = clients.random().nextInt(160);
            if (kind == 0) {
                deaths.step();
            } else if (kind < 70) {
                names.step();
            } else {
                files.step();
            }
        }
    }
}
