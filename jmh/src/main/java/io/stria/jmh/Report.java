package io.stria.jmh;

import io.stria.jmh.report.Table;
import io.stria.jmh.stats.Result;
import java.util.List;

/**
 * What a comparison found.
 *
 * @param tables the figures, for people
 * @param method how they were taken, in some lines
 * @param results a line per measure
 */
record Report(List<Table> tables, String method, List<Result> results) {}
