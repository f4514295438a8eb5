package io.stria.server.namespace;

import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.StriaException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Chooses the targets of a new file. Without a wish each file begins one target further than the one before: so the
 * first stripes, which are all that small files have, spread too. Targets that have fallen silent are left out while the
 * others suffice.
 */
final class Placement {
    private static final int DEFAULT_STRIPE_COUNT = 8;

    private final Targets targets;
    private final Memory memory;

    Placement(Targets targets, Memory memory) {
        this.targets = targets;
        this.memory = memory;
    }

    /** The layout with stripe count, starting target and every stripe's target decided. */
    FileLayout resolve(FileLayout wish, String path) throws SQLException, StriaException {
        List<Integer> known = targets.numbers();
        if (known.isEmpty()) {
            throw new StriaException(
                    ErrorCode.NO_SPACE,
                    "no target has joined the cluster yet: start a server with --join (path=" + path + ")");
        }
        List<Integer> chosen = wish.targets().isEmpty() ? choose(wish, known, path) : check(wish, known, path);
        return new FileLayout(wish.stripeSize(), chosen.size(), chosen.get(0), chosen);
    }

    private static List<Integer> check(FileLayout wish, List<Integer> known, String path) throws StriaException {
        for (int target : wish.targets()) {
            requireKnown(target, known, path);
        }
        if (wish.startTarget() != FileLayout.ANY_TARGET
                && wish.startTarget() != wish.targets().get(0)) {
            throw refused(
                    "starting target " + wish.startTarget() + " is not the first of the named targets " + wish.targets()
                            + ": leave one of the two out",
                    path);
        }
        return wish.targets();
    }

    private List<Integer> choose(FileLayout wish, List<Integer> known, String path) throws StriaException {
        List<Integer> good =
                known.stream().filter(number -> !memory.avoided.test(number)).toList();
        int count = switch (wish.stripeCount()) {
            case FileLayout.DEFAULT_COUNT ->
                Math.min(good.isEmpty() ? known.size() : good.size(), DEFAULT_STRIPE_COUNT);
            case FileLayout.ALL_TARGETS -> Math.min(known.size(), FileLayout.MAX_STRIPE_COUNT);
            default -> wish.stripeCount();
        };
        if (count > known.size()) {
            throw refused(
                    "stripe count " + count + " exceeds the " + known.size() + " targets there are: use at most "
                            + known.size() + ", -1 for all, or name targets explicitly",
                    path);
        }
        List<Integer> candidates = known;
        int start;
        if (wish.startTarget() == FileLayout.ANY_TARGET) {
            candidates = count <= good.size() ? good : known;
            start = Math.floorMod(memory.nextStart++, candidates.size());
        } else {
            requireKnown(wish.startTarget(), known, path);
            start = Collections.binarySearch(known, wish.startTarget());
        }
        List<Integer> chosen = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            chosen.add(candidates.get((start + i) % candidates.size()));
        }
        return chosen;
    }

    private static void requireKnown(int target, List<Integer> known, String path) throws StriaException {
        if (Collections.binarySearch(known, target) < 0) {
            throw refused(
                    "no such target " + target + ": the cluster has " + known.size() + ", numbered from " + known.get(0)
                            + " to " + known.get(known.size() - 1),
                    path);
        }
    }

    private static StriaException refused(String what, String path) {
        return new StriaException(ErrorCode.INVALID_ARGUMENT, what + " (path=" + path + ")");
    }
}
