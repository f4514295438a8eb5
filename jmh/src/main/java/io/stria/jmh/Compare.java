package io.stria.jmh;

import io.stria.jmh.report.Environment;
import io.stria.jmh.report.Table;
import io.stria.jmh.stats.Result;
import io.stria.jmh.stats.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Runs comparisons: {@code Compare NAME|all|list [--pairs N] [--quick]}. The exit code is 0 if every goal is met, 1 if
 * one is missed or something needed is missing, 2 if a measurement is inconclusive.
 */
public final class Compare {
    private static final String USAGE = "usage: Compare NAME|all|list [--pairs N] [--quick]";
    private static final List<Comparison> ALL = List.of(
            new StreamComparison(),
            new NbdStreamComparison(),
            new WindowComparison(),
            new BatchComparison(),
            new AllocComparison(),
            new PerPageComparison(),
            new TreeComparison());

    private final List<Comparison> chosen = new ArrayList<>();
    private int minRounds;
    private boolean quick;

    private Compare() {}

    /** Runs what the arguments name, and exits. */
    public static void main(String[] args) {
        System.exit(run(List.of(args)));
    }

    static int run(List<String> args) {
        Compare compare = new Compare();
        try {
            if (args.equals(List.of("list"))) {
                System.out.print(list());
                return 0;
            }
            compare.parse(args);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage() + "\n" + USAGE);
            return 1;
        }
        List<Verdict> verdicts = new ArrayList<>();
        for (Comparison comparison : compare.chosen) {
            verdicts.addAll(compare.run(comparison));
        }
        return Verdict.exitCode(verdicts);
    }

    private static Table list() {
        Table table = new Table("name", "question");
        ALL.forEach(comparison -> table.row(comparison.name(), comparison.question()));
        return table;
    }

    private void parse(List<String> args) {
        for (Iterator<String> rest = args.iterator(); rest.hasNext(); ) {
            String arg = rest.next();
            if (arg.equals("--quick")) {
                quick = true;
            } else if (arg.equals("--pairs")) {
                minRounds = rest.hasNext() ? number(rest.next()) : number("nothing");
            } else if (arg.equals("all")) {
                chosen.addAll(ALL);
            } else {
                chosen.add(named(arg));
            }
        }
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException("no comparison is named");
        }
    }

    private static int number(String arg) {
        try {
            return Integer.parseInt(arg);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--pairs takes a number, not '" + arg + "'", e);
        }
    }

    private static Comparison named(String name) {
        for (Comparison comparison : ALL) {
            if (comparison.name().equals(name)) {
                return comparison;
            }
        }
        throw new IllegalArgumentException("no comparison is called '" + name + "': 'list' names them");
    }

    private List<Verdict> run(Comparison comparison) {
        System.out.println("\n== " + comparison.name() + ": " + comparison.question() + "\n");
        try (Workbench bench = Workbench.open(minRounds, quick)) {
            System.out.println(Environment.of(bench.directory()));
            Report report = comparison.run(bench);
            System.out.println(report.method());
            report.tables().forEach(System.out::println);
            List<Verdict> verdicts = new ArrayList<>();
            for (Result result : report.results()) {
                Verdict verdict = quick ? Verdict.INCONCLUSIVE : result.verdict();
                System.out.println(result.line(verdict));
                verdicts.add(verdict);
            }
            return verdicts;
        } catch (IOException e) {
            System.err.println(comparison.name() + ": " + e.getMessage());
        } catch (Exception e) {
            System.err.println(comparison.name() + " failed:");
            e.printStackTrace();
        }
        return List.of(Verdict.FAIL);
    }
}
