package io.stria.examples.ior;

import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** How IOR writes single values (ior-output.c, utilities.c). */
final class Cells {
    static final double MIB = 1 << 20;
    static final double MB = 1e6;
    static final double KIB = 1 << 10;

    private static final DateTimeFormatter CTIME =
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ROOT);

    private Cells() {}

    /** A number in a column of the results, with fewer decimals the larger it is. */
    static String number(double value) {
        if (value < 0) {
            return "   -      ";
        }
        String format = value < 1 ? "%-10.6f" : value < 3600 ? "%-10.2f" : "%-10.0f";
        return String.format(Locale.ROOT, format, value);
    }

    /** A size in the options: whole or with two decimals in TiB, GiB or MiB, below that in bytes. */
    static String size(long bytes) {
        String[] units = {" MiB", " GiB", " TiB"};
        for (int i = units.length - 1; i >= 0; i--) {
            long unit = 1L << (20 + 10 * i);
            if (bytes >= unit) {
                return bytes % unit == 0
                        ? bytes / unit + units[i]
                        : String.format(Locale.ROOT, "%.2f", (double) bytes / unit) + units[i];
            }
        }
        return bytes + " bytes";
    }

    /** A date as C's ctime function writes it. */
    static String date(ZonedDateTime time) {
        return CTIME.format(time);
    }
}
