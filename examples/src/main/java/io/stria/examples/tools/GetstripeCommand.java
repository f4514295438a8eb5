package io.stria.examples.tools;

import io.stria.FileLayout;
import io.stria.FileStatus;
import io.stria.StriaClient;
import io.stria.TargetInfo;
import io.stria.examples.cli.Await;
import io.stria.examples.cli.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The {@code getstripe} program. */
@Command(
        name = "getstripe",
        sortOptions = false,
        description = "Prints how files are striped, and how new files of directories will be.")
public final class GetstripeCommand extends ToolCommand {
    @Option(names = "--json", description = "Print one array of JSON objects.")
    private boolean json;

    @Parameters(paramLabel = "PATH", arity = "1..*", description = "Files and directories.")
    private List<String> paths = List.of();

    /** For picocli. */
    public GetstripeCommand() {}

    @Override
    void run(StriaClient client) throws Exception {
        List<TargetInfo> targets = Await.value(client.targets());
        List<Object> objects = new ArrayList<>();
        each(paths, path -> {
            FileStatus status = Await.value(client.stat(path.request()));
            List<Map<String, Object>> stripes = Facts.stripes(status.layout(), targets);
            if (json) {
                Map<String, Object> object = new LinkedHashMap<>();
                object.put("path", status.path());
                object.put("type", Facts.type(status.isDirectory()));
                object.putAll(Facts.of(status.layout()));
                object.put("targets", stripes);
                objects.add(object);
            } else {
                print(out(), status, stripes);
            }
        });
        if (json) {
            out().print(Json.text(objects));
        }
    }

    private static void print(PrintWriter out, FileStatus status, List<Map<String, Object>> stripes) {
        FileLayout layout = status.layout();
        out.println(Facts.printable(status.path()) + (status.isDirectory() ? "  (layout of new files)" : ""));
        out.println("  stripe size:  " + layout.stripeSize());
        out.println("  stripe count: " + Facts.count(layout));
        out.println("  start target: " + Facts.start(layout));
        for (int i = 0; i < stripes.size(); i++) {
            Map<String, Object> stripe = stripes.get(i);
            out.println("  stripe " + i + ": target " + stripe.get("target") + " at " + stripe.get("address"));
        }
    }
}
