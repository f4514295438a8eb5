package io.stria.examples.ior;

import io.stria.examples.cli.UserError;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Opens the reports that are asked for and closes the files they are written to. */
final class Outputs implements AutoCloseable {
    private final List<Report> reports = new ArrayList<>();
    private final List<PrintWriter> files = new ArrayList<>();

    /** Opens them before anything is measured, so that a bad name does not cost a run. */
    static Outputs open(Setting setting, PrintWriter console) throws UserError {
        Outputs outputs = new Outputs();
        Directives directives = setting.options().directives();
        PrintWriter summary = outputs.fileOr(directives.summaryFile(), console);
        outputs.reports.add(
                directives.summaryFormat() == Directives.Format.JSON
                        ? new JsonReport(setting, summary)
                        : new TextReport(setting, summary));
        if (setting.options().json != null) {
            outputs.reports.add(new JsonReport(setting, outputs.fileOr(setting.options().json, console)));
        }
        return outputs;
    }

    private PrintWriter fileOr(@Nullable Path file, PrintWriter console) throws UserError {
        if (file == null) {
            return console;
        }
        try {
            PrintWriter writer = new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8));
            files.add(writer);
            return writer;
        } catch (IOException e) {
            close();
            throw new UserError("cannot write the results to " + file + ": name a file in a writable directory", e);
        }
    }

    List<Report> reports() {
        return reports;
    }

    @Override
    public void close() {
        files.forEach(PrintWriter::close);
    }
}
