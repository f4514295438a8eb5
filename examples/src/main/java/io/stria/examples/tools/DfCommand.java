package io.stria.examples.tools;

import io.stria.StriaClient;
import io.stria.TargetInfo;
import io.stria.TargetSpace;
import io.stria.examples.cli.Await;
import io.stria.examples.cli.Json;
import io.stria.examples.cli.Sizes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The {@code df} program. */
@Command(name = "df", sortOptions = false, description = "Lists the targets of a cluster with their space.")
public final class DfCommand extends ToolCommand {
    @Option(names = "--json", description = "Print one array of JSON objects; null is a size without a bound.")
    private boolean json;

    /** For picocli. */
    public DfCommand() {}

    @Override
    void run(StriaClient client) throws Exception {
        List<Object> objects = new ArrayList<>();
        if (!json) {
            print("target", "size", "usable", "use%", "address");
        }
        Remote.<TargetInfo, TargetSpace>forAll(
                Await.value(client.targets()), target -> client.space(target.target()), (target, answer) -> {
                    TargetSpace space = null;
                    try {
                        space = Await.value(answer);
                    } catch (Exception e) {
                        tell(e);
                    }
                    if (json) {
                        objects.add(facts(target, space));
                    } else {
                        print(target, space);
                    }
                });
        if (json) {
            out().print(Json.text(objects));
        }
    }

    private void print(TargetInfo target, @Nullable TargetSpace space) {
        String number = String.valueOf(target.target());
        if (space == null) {
            print(number, "?", "?", "?", target.address());
        } else if (space.totalBytes() == Long.MAX_VALUE) {
            print(number, "no bound", "no bound", "-", target.address());
        } else {
            long percent = space.totalBytes() == 0
                    ? 100
                    : Math.round(100.0 * (space.totalBytes() - space.usableBytes()) / space.totalBytes());
            print(
                    number,
                    Sizes.text(space.totalBytes()),
                    Sizes.text(space.usableBytes()),
                    percent + "%",
                    target.address());
        }
    }

    private void print(String target, String size, String usable, String use, String address) {
        out().printf("%6s  %12s  %12s  %5s  %s%n", target, size, usable, use, address);
    }

    private static Map<String, @Nullable Object> facts(TargetInfo target, @Nullable TargetSpace space) {
        Map<String, @Nullable Object> facts = new LinkedHashMap<>();
        facts.put("target", target.target());
        facts.put("address", target.address());
        if (space != null) {
            facts.put("totalBytes", bounded(space.totalBytes()));
            facts.put("usableBytes", bounded(space.usableBytes()));
        }
        return facts;
    }

    private static @Nullable Long bounded(long bytes) {
        return bytes == Long.MAX_VALUE ? null : bytes;
    }
}
