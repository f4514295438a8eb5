package io.stria.examples.ior;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/**
 * The lines between the leading process and a worker process, over the worker's standard input and output:
 *
 * <pre>
 * leader  signature N                       once, before the worker allocates
 * worker  max 0                             buffers are ready
 * leader  phase ACCESS REPETITION LIMITS    limits are numbers joined by commas, or -
 * worker  max N                             its ranks are at a barrier, N the greatest of their values
 * leader  max N                             the greatest of all ranks
 * worker  rank A B C …                      one line per rank, the fields of TaskResult
 * worker  done CPU_NS METRICS
 * worker  fail SENTENCE                     at any time; nothing follows
 * leader  end of input                      the worker exits
 * </pre>
 */
final class WorkerLink {
    static final String SIGNATURE = "signature";
    static final String MAX = "max";
    static final String PHASE = "phase";
    static final String RANK = "rank";
    static final String DONE = "done";
    static final String FAIL = "fail";

    private static final int NUMBERS_OF_A_RANK = 12;

    private WorkerLink() {}

    static String encode(Phase phase) {
        StringJoiner limits = new StringJoiner(",");
        limits.setEmptyValue("-");
        phase.limits().forEach(limit -> limits.add(limit.toString()));
        return PHASE + " " + phase.access() + " " + phase.repetition() + " " + limits;
    }

    static Phase phase(String line) {
        String[] words = line.split(" ", -1);
        List<Long> limits = new ArrayList<>();
        if (!words[3].equals("-")) {
            for (String limit : words[3].split(",", -1)) {
                limits.add(Long.parseLong(limit));
            }
        }
        return new Phase(Access.valueOf(words[1]), Integer.parseInt(words[2]), limits);
    }

    static String encode(TaskResult task) {
        return RANK + " " + task.rank() + " " + task.dataRank() + " " + task.openStartNs() + " " + task.openStopNs()
                + " "
                + task.ioStartNs() + " " + task.ioStopNs() + " " + task.closeStartNs() + " " + task.closeStopNs() + " "
                + task.transfers() + " " + task.stonewallNs() + " " + task.stonewallTransfers() + " " + task.errors()
                + " " + task.firstError();
    }

    static TaskResult taskResult(String line) {
        String[] words = line.split(" ", NUMBERS_OF_A_RANK + 2);
        long[] numbers = new long[NUMBERS_OF_A_RANK];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Long.parseLong(words[i + 1]);
        }
        return new TaskResult(
                (int) numbers[0],
                (int) numbers[1],
                numbers[2],
                numbers[3],
                numbers[4],
                numbers[5],
                numbers[6],
                numbers[7],
                numbers[8],
                numbers[9],
                numbers[10],
                numbers[11],
                words[NUMBERS_OF_A_RANK + 1]);
    }

    /** One line of a message that may have several. */
    static String fail(String sentence) {
        return FAIL + " " + sentence.replaceAll("\\s+", " ");
    }
}
