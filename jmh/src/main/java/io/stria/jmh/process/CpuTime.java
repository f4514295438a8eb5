package io.stria.jmh.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** CPU time that the JDK does not tell, from {@code /proc/self/stat} (proc_pid_stat(5)). */
final class CpuTime {
    private static final Path STAT = Path.of("/proc/self/stat");
    /** USER_HZ: 100 on every architecture that Stria runs on. */
    private static final double TICKS_PER_SECOND = 100;

    private CpuTime() {}

    /** CPU seconds, user and system, of all ended children of this JVM. */
    static double ofEndedChildrenS() throws IOException {
        return ofEndedChildrenS(Files.readString(STAT));
    }

    static double ofEndedChildrenS(String stat) {
        // The program's name, field 2, may hold spaces and parentheses; field 3 follows the last parenthesis.
        String[] fromField3 = stat.substring(stat.lastIndexOf(')') + 2).strip().split(" ", -1);
        int cutime = 16 - 3;
        int cstime = 17 - 3;
        return (Long.parseLong(fromField3[cutime]) + Long.parseLong(fromField3[cstime])) / TICKS_PER_SECOND;
    }
}
