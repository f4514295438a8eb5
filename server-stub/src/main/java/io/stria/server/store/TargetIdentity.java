package io.stria.server.store;

import io.stria.ErrorCode;
import io.stria.StriaException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Properties;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Who a target is, and the file that says so.
 *
 * @param targetId given to the directory when it became a target
 * @param clusterId the cluster it belongs to, null until it has joined one
 * @param number its number in that cluster, −1 until then
 */
record TargetIdentity(UUID targetId, @Nullable UUID clusterId, int number) {
    static final String FILE = "stria-target.properties";
    static final String TEMPORARY = FILE + ".tmp";
    private static final int FORMAT = 1;

    static TargetIdentity read(Path directory) throws IOException {
        Path path = directory.resolve(FILE);
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(Files.readString(path)));
            int format = Integer.parseInt(required(properties, "format"));
            if (format > FORMAT) {
                throw new StriaException(
                        ErrorCode.VERSION_MISMATCH,
                        "target refused: written by a newer server (path=" + path + ", format=" + format + ", known="
                                + FORMAT + "): use that version of the server");
            }
            String clusterId = properties.getProperty("clusterId", "");
            return new TargetIdentity(
                    UUID.fromString(required(properties, "targetId")),
                    clusterId.isEmpty() ? null : UUID.fromString(clusterId),
                    Integer.parseInt(required(properties, "number")));
        } catch (IllegalArgumentException e) {
            throw new StriaException(
                    ErrorCode.IO_ERROR,
                    "target refused: its identity is damaged (path=" + path + ", reason=" + e.getMessage()
                            + "): restore the file, its objects cannot be told from others' without it",
                    e);
        }
    }

    private static String required(Properties properties, String key) {
        String value = properties.getProperty(key);
        if (value == null) {
            throw new IllegalArgumentException("no " + key);
        }
        return value;
    }

    /** Replaces the file: after a crash at any moment it is the old or the new one. */
    void write(Path directory) throws IOException {
        String text = "# The identity of a Stria target. Do not edit, and do not copy to another directory.\n"
                + "format=" + FORMAT + "\ntargetId=" + targetId + "\nclusterId="
                + (clusterId == null ? "" : clusterId) + "\nnumber=" + number + "\n";
        Path temporary = directory.resolve(TEMPORARY);
        try (FileChannel channel = FileChannel.open(
                temporary, StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(
                temporary,
                directory.resolve(FILE),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        Durability.forceDirectory(directory);
    }
}
