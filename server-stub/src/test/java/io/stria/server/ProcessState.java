package io.stria.server;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What this process holds: to be compared before and after. */
record ProcessState(long sockets, Set<String> threads) {
    static final ProcessState NOTHING = new ProcessState(0, Set.of());

    static ProcessState now() throws IOException {
        return new ProcessState(socketCount(), threadNames());
    }

    /** What is there and was not before. Other tests' sockets may go meanwhile: the collector closes what they left. */
    ProcessState beyond(ProcessState before) {
        Set<String> added = new TreeSet<>(threads);
        added.removeAll(before.threads);
        return new ProcessState(Math.max(0, sockets - before.sockets), added);
    }

    private static Set<String> threadNames() {
        Set<String> names = new TreeSet<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            // Of Netty for what has no loop, and of the JDK for child processes: they end by themselves when idle.
            if (!thread.getName().startsWith("globalEventExecutor")
                    && !thread.getName().equals("process reaper")) {
                names.add(thread.getName() + "#" + thread.getId());
            }
        }
        return names;
    }

    private static long socketCount() throws IOException {
        long count = 0;
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors) {
                count += isSocket(descriptor) ? 1 : 0;
            }
        }
        return count;
    }

    private static boolean isSocket(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
        } catch (IOException closedMeanwhile) {
            return false;
        }
    }

    /** What is open and no socket, as often as it is open. */
    static List<String> openFiles() throws IOException {
        List<String> files = new ArrayList<>();
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors) {
                if (!isSocket(descriptor)) {
                    addTarget(descriptor, files);
                }
            }
        }
        return files;
    }

    private static void addTarget(Path descriptor, List<String> files) {
        try {
            files.add(Files.readSymbolicLink(descriptor).toString());
        } catch (IOException closedMeanwhile) {
            // Then it is none.
        }
    }

    /** All open descriptors. */
    static long descriptors() throws IOException {
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            long count = 0;
            for (Path descriptor : descriptors) {
                count += descriptor.getNameCount() > 0 ? 1 : 0;
            }
            return count;
        }
    }

    /** Direct memory in use once the collector has run. */
    @SuppressWarnings("System.gc") // what is measured is what it leaves
    static long directBytes() {
        System.gc();
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    /** Heap in use once the collector has run. */
    @SuppressWarnings("System.gc") // what is measured is what it leaves
    static long heapBytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
