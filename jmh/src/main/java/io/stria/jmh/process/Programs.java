package io.stria.jmh.process;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Finds programs, the project's jars and free ports. Any thread. */
public final class Programs {
    private static final Pattern PATH_SEPARATOR = Pattern.compile(Pattern.quote(File.pathSeparator));

    private Programs() {}

    /**
     * A peer's program.
     *
     * @param name of its executable
     * @throws IOException saying how to install it, if it is not on the PATH
     */
    static String peer(String name) throws IOException {
        String folders = System.getenv().getOrDefault("PATH", "");
        for (String folder : PATH_SEPARATOR.split(folders, -1)) {
            Path candidate = Path.of(folder, name);
            if (Files.isExecutable(candidate)) {
                return candidate.toString();
            }
        }
        throw new IOException(name + " is not on the PATH: run .ci/install-peers as root, then try again");
    }

    /** The java program of the JDK that runs this. */
    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /**
     * A runnable jar of another module, found from where this class was loaded.
     *
     * @param module the module's folder
     * @param jar the jar's file name
     * @throws IOException if it has not been built
     */
    static Path jar(String module, String jar) throws IOException {
        Path loadedFrom = Path.of(Programs.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        for (Path folder = loadedFrom; folder != null; folder = folder.getParent()) {
            Path built = folder.resolve(module).resolve("target").resolve(jar);
            if (Files.exists(built)) {
                return built;
            }
        }
        throw new IOException(module + "/target/" + jar + " is not there: run mvn -DskipTests package, then try again");
    }

    /** A TCP port of the loopback interface that nobody listens on now. */
    static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }
}
