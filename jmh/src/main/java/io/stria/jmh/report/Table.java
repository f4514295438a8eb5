package io.stria.jmh.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A text table: the first column to the left, the others to the right. Not for several threads. */
public final class Table {
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
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        StringBuilder out = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < widths.length; column++) {
                String padding = " ".repeat(widths[column] - row.get(column).length());
                line.append(column == 0 ? "" : "  ");
                line.append(column == 0 ? row.get(column) + padding : padding + row.get(column));
            }
            out.append(line.toString().stripTrailing()).append('\n');
            if (row == rows.get(0)) {
                out.append("-".repeat(line.length())).append('\n');
            }
        }
        return out.toString();
    }
}
