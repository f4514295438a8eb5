package io.stria.jmh.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** A text table: columns of figures to the right, others to the left. Not for several threads. */
public final class Table {
    private static final Pattern FIGURE = Pattern.compile("-?[0-9.]+( %)?");

    private final List<List<String>> rows = new ArrayList<>();

    /** Begins a table with the heads of its columns. */
    public Table(String... heads) {
        rows.add(List.of(heads));
    }

    /** Adds a row; it has as many cells as there are heads. */
    public Table row(String... cells) {
        if (cells.length != rows.get(0).size()) {
            throw new IllegalArgumentException(
                    "row " + Arrays.toString(cells) + " does not fit the heads " + rows.get(0));
        }
        rows.add(List.of(cells));
        return this;
    }

    @Override
    public String toString() {
        int columnCount = rows.get(0).size();
        int[] widths = new int[columnCount];
        boolean[] figures = new boolean[columnCount];
        for (int column = 0; column < columnCount; column++) {
            for (List<String> row : rows) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
            figures[column] = isFigures(column);
        }
        StringBuilder out = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < columnCount; column++) {
                String padding = " ".repeat(widths[column] - row.get(column).length());
                line.append(column == 0 ? "" : "  ");
                line.append(figures[column] ? padding + row.get(column) : row.get(column) + padding);
            }
            out.append(line.toString().stripTrailing()).append('\n');
            if (row == rows.get(0)) {
                out.append("-".repeat(line.length())).append('\n');
            }
        }
        return out.toString();
    }

    private boolean isFigures(int column) {
        return rows.stream()
                .skip(1)
                .allMatch(row -> FIGURE.matcher(row.get(column)).matches());
    }
}
