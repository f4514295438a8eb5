package io.stria.server.namespace;

import static io.stria.server.namespace.Fixture.CREATE;
import static io.stria.server.namespace.Fixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.MiB;
import io.stria.wire.Messages.FileRecord;
import io.stria.wire.Messages.Join;
import io.stria.wire.Messages.JoinReply;
import io.stria.wire.Messages.Target;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Membership, the choice of targets, and the queue of what they must destroy. */
class NamespaceTargetsTest {
    @TempDir
    Path directory;

    private static JoinReply join(Fixture ns, String clusterId, String address, String... ids) {
        return ns.namespace().join(new Join(clusterId, address, List.of(ids))).join();
    }

    @Test
    void theClusterKeepsItsUuid() throws Exception {
        try (Fixture ns = new Fixture(directory)) {
            String clusterId = ns.namespace().clusterId();
            assertThat(UUID.fromString(clusterId)).isNotNull();
            ns.reopen();
            assertThat(ns.namespace().clusterId()).isEqualTo(clusterId);
        }
    }

    @Test
    void aTargetKeepsItsNumberAndTakesItsNewAddress() throws Exception {
        try (Fixture ns = new Fixture(directory)) {
            String clusterId = ns.namespace().clusterId();
            assertThat(join(ns, "", "a:1", "x", "y")).isEqualTo(new JoinReply(clusterId, List.of(0, 1)));
            assertThat(join(ns, "", "b:1", "z").numbers()).containsExactly(2);
            ns.reopen();
            assertThat(join(ns, clusterId, "a:2", "y", "new", "x").numbers()).containsExactly(1, 3, 0);
            assertThat(ns.namespace().targets().join().targets())
                    .containsExactly(
                            new Target(0, "a:2"), new Target(1, "a:2"), new Target(2, "b:1"), new Target(3, "a:2"));
        }
    }

    @Test
    void targetsOfAnotherClusterAreRefused() throws Exception {
        try (Fixture ns = new Fixture(directory)) {
            String other = UUID.randomUUID().toString();
            assertRefused(ErrorCode.INVALID_ARGUMENT, () -> join(ns, other, "a:1", "x"))
                    .hasMessageContaining(other)
                    .hasMessageContaining(ns.namespace().clusterId());
            assertRefused(ErrorCode.INVALID_ARGUMENT, () -> join(ns, "", "a:1", "x", "x"));
            assertRefused(ErrorCode.INVALID_ARGUMENT, () -> join(ns, "", "a:1", ""));
            assertRefused(ErrorCode.INVALID_ARGUMENT, () -> join(ns, "", " ", "x"));
            assertThat(ns.namespace().targets().join().targets()).isEmpty();
        }
    }

    @Test
    void withoutTargetsNothingCanBeCreated() throws Exception {
        try (Fixture ns = new Fixture(directory)) {
            assertRefused(ErrorCode.NO_SPACE, () -> ns.open("/f", CREATE)).hasMessageContaining("--join");
            assertThat(ns.list("/")).isEmpty();
            join(ns, "", "a:1", "x");
            assertThat(ns.open("/f", CREATE).layout().targets()).containsExactly(0);
        }
    }

    @Test
    void stripeCountsAreResolvedAtCreate() throws Exception {
        try (Fixture ns = Fixture.withTargets(directory, 10)) {
            assertThat(ns.create("/default", FileLayout.DEFAULT).layout().stripeCount())
                    .isEqualTo(8);
            FileLayout all =
                    ns.create("/all", FileLayout.striped(-1, MiB.of(1))).layout();
            assertThat(all.stripeCount()).isEqualTo(10);
            assertThat(all.targets())
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, 10).boxed().toList());
            assertThat(all.stripeSize()).isEqualTo(MiB.of(1));
            assertThat(all.startTarget()).isEqualTo(all.targets().get(0));
        }
        try (Fixture ns = new Fixture(directory)) {
            assertThat(ns.stat("/all").layout().stripeCount()).isEqualTo(10);
        }
    }

    @Test
    void moreStripesThanTargetsMustBeAskedForByName() throws Exception {
        try (Fixture ns = Fixture.withTargets(directory, 4)) {
            assertRefused(ErrorCode.INVALID_ARGUMENT, () -> ns.create("/f", FileLayout.striped(9, MiB.of(1))))
                    .hasMessage("stripe count 9 exceeds the 4 targets there are: use at most 4, -1 for all, or name"
                            + " targets explicitly (path=/f)");
            FileRecord over = ns.create("/f", FileLayout.onTargets(MiB.of(1), List.of(1, 1, 3, 1)));
            assertThat(over.layout().targets()).containsExactly(1, 1, 3, 1);
            ns.close(over, 0);
            ns.remove("/f");
            assertThat(ns.toDestroyOn(1)).containsExactly(over.fileId());
            assertThat(ns.toDestroyOn(3)).containsExactly(over.fileId());
            assertThat(ns.toDestroyOn(0)).isEmpty();
        }
    }

    @Test
    void aStartingTargetIsObeyed() throws Exception {
        try (Fixture ns = Fixture.withTargets(directory, 4)) {
            FileLayout wish = FileLayout.striped(3, MiB.of(1));
            assertThat(ns.create("/f", wish.startingAt(2)).layout().targets()).containsExactly(2, 3, 0);
            assertRefused(ErrorCode.INVALID_ARGUMENT, () -> ns.create("/g", wish.startingAt(4)))
                    .hasMessageContaining("no such target 4");
            FileLayout named = FileLayout.onTargets(MiB.of(1), List.of(1, 3));
            assertThat(ns.create("/h", named.startingAt(1)).layout().targets()).containsExactly(1, 3);
            assertRefused(ErrorCode.INVALID_ARGUMENT, () -> ns.create("/i", named.startingAt(3)));
            assertRefused(
                    ErrorCode.INVALID_ARGUMENT, () -> ns.create("/j", FileLayout.onTargets(MiB.of(1), List.of(0, 7))));
        }
    }

    @Test
    void targetsThatAreAvoidedAreUsedOnlyIfTheOthersDoNotSuffice() throws Exception {
        try (Fixture ns = Fixture.withTargets(directory, 4)) {
            ns.namespace().watch(number -> number == 1, number -> 0).join();
            for (int i = 0; i < 6; i++) {
                assertThat(ns.create("/one" + i, FileLayout.striped(1, MiB.of(1)))
                                .layout()
                                .targets())
                        .doesNotContain(1);
                assertThat(ns.create("/default" + i, FileLayout.DEFAULT)
                                .layout()
                                .targets())
                        .containsExactlyInAnyOrder(0, 2, 3);
            }
            assertThat(ns.create("/four", FileLayout.striped(4, MiB.of(1)))
                            .layout()
                            .targets())
                    .containsExactlyInAnyOrder(0, 1, 2, 3);
            assertThat(ns.create("/asked", FileLayout.striped(1, MiB.of(1)).startingAt(1))
                            .layout()
                            .targets())
                    .containsExactly(1);
            ns.namespace().watch(number -> true, number -> 0).join();
            assertThat(ns.create("/any", FileLayout.DEFAULT).layout().targets()).hasSize(4);
        }
    }

    @Test
    void filesSpreadOverTheTargets() throws Exception {
        try (Fixture ns = Fixture.withTargets(directory, 4)) {
            int[] first = new int[4];
            int[] any = new int[4];
            for (int i = 0; i < 40; i++) {
                List<Integer> targets = ns.create("/" + i, FileLayout.striped(2, MiB.of(1)))
                        .layout()
                        .targets();
                first[targets.get(0)]++;
                targets.forEach(target -> any[target]++);
            }
            assertThat(first).containsExactly(10, 10, 10, 10);
            assertThat(any).containsExactly(20, 20, 20, 20);
        }
    }

    @Test
    void theDestroyQueueKeepsWhatIsNotConfirmed() throws Exception {
        try (Fixture ns = Fixture.withTargets(directory, 2)) {
            List<Long> fileIds = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                FileRecord file = ns.create("/f", FileLayout.striped(2, MiB.of(1)));
                ns.close(file, 0);
                ns.remove("/f");
                fileIds.add(file.fileId());
            }
            assertThat(ns.toDestroyOn(0)).isEqualTo(fileIds);
            assertThat(ns.namespace().destroyed(0, fileIds.subList(0, 3)).join())
                    .isEqualTo(fileIds.subList(3, 5));
            ns.namespace().destroyed(0, fileIds.subList(0, 3)).join();
            ns.reopen();
            assertThat(ns.toDestroyOn(0)).isEqualTo(fileIds.subList(3, 5));
            assertThat(ns.toDestroyOn(1)).isEqualTo(fileIds);
            assertThat(ns.toDestroyOn(99)).isEmpty();
        }
    }

    @Test
    void theDestroyQueueIsHandedOutInPages() throws Exception {
        try (Fixture ns = Fixture.withTargets(directory, 1)) {
            ns.namespace()
                    .inTransaction(store -> {
                        for (long id = 1; id <= DestroyQueue.PAGE + 1; id++) {
                            store.destroyQueue.add(id, List.of(0));
                        }
                        return null;
                    })
                    .join();
            List<Long> first = ns.toDestroyOn(0);
            assertThat(first).hasSize(DestroyQueue.PAGE);
            assertThat(ns.namespace().destroyed(0, first).join()).containsExactly(DestroyQueue.PAGE + 1L);
        }
    }
}
