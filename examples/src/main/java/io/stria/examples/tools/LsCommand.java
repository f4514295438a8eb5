package io.stria.examples.tools;

import io.stria.DirectoryEntry;
import io.stria.ErrorCode;
import io.stria.FileStatus;
import io.stria.StriaClient;
import io.stria.StriaException;
import io.stria.examples.cli.Await;
import io.stria.examples.cli.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The {@code ls} program. */
@Command(name = "ls", sortOptions = false, description = "Lists directories of a cluster, and names files.")
public final class LsCommand extends ToolCommand {
    @Option(names = "-l", description = "With type, size, time of the last change and stripe count of each.")
    private boolean details;

    @Option(names = "--json", description = "Print one array of JSON objects.")
    private boolean json;

    @Parameters(paramLabel = "PATH", arity = "0..*", description = "Files and directories (/).")
    private List<String> paths = List.of("/");

    private final List<Object> objects = new ArrayList<>();
    private boolean printed;

    /** For picocli. */
    public LsCommand() {}

    @Override
    void run(StriaClient client) {
        each(paths, path -> list(client, path));
        if (json) {
            out().print(Json.text(objects));
        }
    }

    private void list(StriaClient client, RemotePath path) throws Exception {
        FileStatus status = Await.value(client.stat(path.request()));
        if (!status.isDirectory()) {
            print(path.text(), status);
            return;
        }
        List<DirectoryEntry> entries = Await.value(client.list(path.request()));
        if (paths.size() > 1 && !json) {
            out().println((printed ? System.lineSeparator() : "") + Facts.printable(path.text()) + ":");
            printed = true;
        }
        if (!details) {
            entries.forEach(entry -> print(path, entry));
            return;
        }
        Remote.<DirectoryEntry, FileStatus>forAll(
                entries, entry -> client.stat(path.child(entry.name()).text()), (entry, answer) -> {
                    try {
                        print(entry.name(), Await.value(answer));
                    } catch (StriaException e) {
                        if (e.code() != ErrorCode.NOT_FOUND) { // removed since it was listed
                            tell(e);
                        }
                    }
                });
    }

    private void print(RemotePath directory, DirectoryEntry entry) {
        if (!json) {
            out().println(Facts.printable(entry.name()) + (entry.isDirectory() ? "/" : ""));
            return;
        }
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("path", directory.child(entry.name()).text());
        object.put("type", Facts.type(entry.isDirectory()));
        object.put("fileId", entry.fileId());
        objects.add(object);
    }

    private void print(String name, FileStatus status) {
        printed = true;
        if (json) {
            objects.add(Facts.of(status));
            return;
        }
        String shown = Facts.printable(name) + (status.isDirectory() ? "/" : "");
        if (!details) {
            out().println(shown);
            return;
        }
        out().printf(
                        "%s %16s  %s  %7s  %s%n",
                        status.isDirectory() ? "d" : "-",
                        status.isDirectory() ? "-" : status.size(),
                        Facts.time(status),
                        Facts.count(status.layout()),
                        shown);
    }
}
