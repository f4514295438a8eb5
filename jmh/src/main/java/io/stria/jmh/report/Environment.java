package io.stria.jmh.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The machine that figures were taken on.
 */
public final class Environment {

    private Environment() {}

    /**
     * A table of what the figures depend on.
     *
     * @param storage a directory on the file system that the servers store on
     * @throws IOException if the file system cannot be asked
     */
    public static Table of(Path storage) throws IOException {
        return new Table("environment", "")
                .row("JDK", System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"))
                .row("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"))
                .row("CPUs", Runtime.getRuntime().availableProcessors() + " x " + field("/proc/cpuinfo", "model name"))
                .row("memory", field("/proc/meminfo", "MemTotal"))
                .row("file system", Files.getFileStore(storage).type() + " at " + storage.getParent())
                .row("TCP congestion control", firstLine("/proc/sys/net/ipv4/tcp_congestion_control"))
                .row("load before", firstLine("/proc/loadavg"));
    }

    private static String field(String file, String name) {
        for (String line : lines(file)) {
            int colon = line.indexOf(':');
            if (colon > 0 && line.substring(0, colon).strip().equals(name)) {
                return line.substring(colon + 1).strip();
            }
        }
        return System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    }

    private static String firstLine(String file) {
        List<String> lines = lines(file);
        return lines.isEmpty() ? "unknown" : lines.get(0);
    }

    private static List<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of(file));
        } catch (IOException e) {
            return List.of();
        }
    }
}
