package io.stria.examples.tools;

import io.stria.FileStatus;
import io.stria.StriaClient;
import io.stria.examples.cli.Await;
import io.stria.examples.cli.Json;
import io.stria.examples.cli.Sizes;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The {@code stat} program. */
@Command(name = "stat", sortOptions = false, description = "Prints what is known of files and directories.")
public final class StatCommand extends ToolCommand {
    @Option(names = "--json", description = "Print one array of JSON objects.")
    private boolean json;

    @Parameters(paramLabel = "PATH", arity = "1..*", description = "Files and directories.")
    private List<String> paths = List.of();

    /** For picocli. */
    public StatCommand() {}

    @Override
    void run(StriaClient client) {
        List<Object> objects = new ArrayList<>();
        each(paths, path -> {
            FileStatus status = Await.value(client.stat(path.request()));
            if (json) {
                objects.add(Facts.of(status));
            } else {
                print(out(), status);
            }
        });
        if (json) {
            out().print(Json.text(objects));
        }
    }

    private static void print(PrintWriter out, FileStatus status) {
        out.println(Facts.printable(status.path()));
        out.println("  type:     " + Facts.type(status.isDirectory()));
        if (!status.isDirectory()) {
            out.println("  size:     " + status.size() + " (" + Sizes.text(status.size()) + ")");
        }
        out.println("  modified: " + Facts.time(status));
        out.println("  file id:  " + status.fileId());
        out.println("  stripes:  " + Facts.count(status.layout()) + " of "
                + Sizes.text(status.layout().stripeSize())
                + (status.layout().targets().isEmpty()
                        ? ""
                        : " on targets " + status.layout().targets()));
    }
}
