package io.stria.jmh.stats;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;

/**
 * Samples of several sides taken in turn, so that whatever the machine does meanwhile meets all of them. Round by round
 * the order is turned round (A B, B A, A B …), so that none always follows the other. A ratio is made of the two samples
 * of one round, never of totals.
 *
 * @param <T> what one side yields in one round
 */
public final class Pairs<T> {
    private final List<List<T>> samples = new ArrayList<>();

    private Pairs(int sideCount) {
        for (int side = 0; side < sideCount; side++) {
            samples.add(new ArrayList<>());
        }
    }

    /**
     * Takes all samples, on the calling thread.
     *
     * @param roundCount rounds that count
     * @param warmUpCount rounds before, whose samples are dropped
     * @param sides what to run; neighbours in this list are neighbours in time
     * @throws Exception whatever a side throws
     */
    public static <T> Pairs<T> interleave(int roundCount, int warmUpCount, List<Callable<T>> sides) throws Exception {
        List<Integer> order = new ArrayList<>();
        for (int side = 0; side < sides.size(); side++) {
            order.add(side);
        }
        Pairs<T> pairs = new Pairs<>(sides.size());
        for (int round = -warmUpCount; round < roundCount; round++) {
            for (int side : order) {
                T sample = sides.get(side).call();
                if (round >= 0) {
                    pairs.samples.get(side).add(sample);
                }
            }
            Collections.reverse(order);
        }
        return pairs;
    }

    /** The samples of one side in the order of the rounds. */
    public List<T> of(int side) {
        return Collections.unmodifiableList(samples.get(side));
    }

    /** In each round, a value of one side divided by a value of another. */
    public double[] ratios(int side, ToDoubleFunction<T> value, int against, ToDoubleFunction<T> againstValue) {
        double[] ratios = new double[samples.get(side).size()];
        for (int round = 0; round < ratios.length; round++) {
            ratios[round] = value.applyAsDouble(samples.get(side).get(round))
                    / againstValue.applyAsDouble(samples.get(against).get(round));
        }
        return ratios;
    }

    /** In each round, the same value of two sides divided. */
    public double[] ratios(int side, int against, ToDoubleFunction<T> value) {
        return ratios(side, value, against, value);
    }
}
