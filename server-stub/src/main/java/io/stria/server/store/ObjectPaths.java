package io.stria.server.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HexFormat;
import org.agrona.collections.LongHashSet;
import org.jspecify.annotations.Nullable;

/**
 * Where objects lie: {@code objects/3f/000000000000013f.7} is stripe 7 of file 13f. The directory is the lowest byte of
 * the file id; ids are given out one after the other, so that it spreads files evenly.
 */
final class ObjectPaths {
    static final String DIRECTORY = "objects";

    private static final int FAN_OUT = 256;
    private static final int ID_DIGITS = 16;
    private static final HexFormat HEX = HexFormat.of();

    private final Path objects;
    private final Path[] fans = new Path[FAN_OUT];

    /** Directories known to be there, durably. Guarded by this. */
    private final BitSet created = new BitSet(FAN_OUT);

    ObjectPaths(Path directory) {
        objects = directory.resolve(DIRECTORY);
        for (int i = 0; i < FAN_OUT; i++) {
            fans[i] = objects.resolve(HEX.toHexDigits((byte) i));
        }
    }

    /** Makes the directory of a file's objects before the first of them is created. */
    synchronized void createFan(long fileId) throws IOException {
        int index = index(fileId);
        if (!created.get(index)) {
            Files.createDirectories(fans[index]);
            Durability.forceDirectory(objects);
            created.set(index);
        }
    }

    Path of(ObjectKey key) {
        return fan(key.fileId()).resolve(HEX.toHexDigits(key.fileId()) + '.' + key.stripe());
    }

    /** The directory of all objects of a file. */
    Path fan(long fileId) {
        return fans[index(fileId)];
    }

    private static int index(long fileId) {
        return (int) (fileId & (FAN_OUT - 1));
    }

    /** Whether this is the path of an object of one of these files. */
    static boolean belongsTo(@Nullable Path path, LongHashSet fileIds) {
        String name = path == null ? "" : path.toString();
        return name.length() > ID_DIGITS
                && name.charAt(ID_DIGITS) == '.'
                && isHex(name)
                && fileIds.contains(HexFormat.fromHexDigitsToLong(name, 0, ID_DIGITS));
    }

    private static boolean isHex(String name) {
        for (int i = 0; i < ID_DIGITS; i++) {
            if (!HexFormat.isHexDigit(name.charAt(i))) {
                return false;
            }
        }
        return true;
    }
}
