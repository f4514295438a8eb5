package io.stria.examples.tools;

import io.stria.FileLayout;
import io.stria.FileStatus;
import io.stria.TargetInfo;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is known of files and layouts, as values for JSON and as text. */
final class Facts {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    private Facts() {}

    static String type(boolean isDirectory) {
        return isDirectory ? "directory" : "file";
    }

    static Map<String, Object> of(FileStatus status) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("path", status.path());
        facts.put("type", type(status.isDirectory()));
        facts.put("fileId", status.fileId());
        facts.put("size", status.size());
        facts.put("modified", status.modified().toString());
        facts.put("layout", of(status.layout()));
        return facts;
    }

    static Map<String, Object> of(FileLayout layout) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("stripeSize", layout.stripeSize());
        facts.put("stripeCount", layout.stripeCount());
        facts.put("startTarget", layout.startTarget());
        facts.put("targets", layout.targets());
        return facts;
    }

    /** The targets of a layout with their addresses, one per stripe. */
    static List<Map<String, Object>> stripes(FileLayout layout, List<TargetInfo> targets) {
        Map<Integer, String> addresses = new LinkedHashMap<>();
        targets.forEach(target -> addresses.put(target.target(), target.address()));
        List<Map<String, Object>> stripes = new ArrayList<>();
        for (int target : layout.targets()) {
            Map<String, Object> stripe = new LinkedHashMap<>();
            stripe.put("target", target);
            stripe.put("address", addresses.getOrDefault(target, "unknown"));
            stripes.add(stripe);
        }
        return stripes;
    }

    static String count(FileLayout layout) {
        return switch (layout.stripeCount()) {
            case FileLayout.DEFAULT_COUNT -> "default";
            case FileLayout.ALL_TARGETS -> "all";
            default -> String.valueOf(layout.stripeCount());
        };
    }

    static String start(FileLayout layout) {
        return layout.startTarget() == FileLayout.ANY_TARGET ? "any" : String.valueOf(layout.startTarget());
    }

    static String time(FileStatus status) {
        return TIME.format(status.modified().atZone(ZoneId.systemDefault()));
    }

    /** A name for a line of text, in which it cannot begin another line or command a terminal; as {@code ls -q} has it. */
    static String printable(String name) {
        return name.codePoints()
                .map(c -> Character.isISOControl(c) ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
