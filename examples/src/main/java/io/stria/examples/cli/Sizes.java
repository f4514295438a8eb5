package io.stria.examples.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Sizes as the tools of the field write them: {@code 4k}, {@code 64M}, {@code 8G}; powers of 1024. */
public final class Sizes implements ITypeConverter<Long> {
    // IOR looks at the first letter after the digits only, so its users also write 1GiB, 1GB or 1GM.
    private static final Pattern SIZE = Pattern.compile("([0-9]+)([kmgt]?)(?:i?b|m)?");
    private static final String[] UNITS = {" KiB", " MiB", " GiB", " TiB"};

    /** For picocli. */
    public Sizes() {}

    @Override
    public Long convert(String text) {
        return parse(text);
    }

    /**
     * Reads a size.
     *
     * @param text digits and perhaps k, m, g or t, in either case
     * @return bytes
     */
    public static long parse(String text) {
        Matcher matcher = SIZE.matcher(text.trim().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new TypeConversionException("'" + text + "' is not a size: write a number, with k, m, g or t for"
                    + " powers of 1024, like 64m");
        }
        try {
            int power = "kmgt".indexOf(matcher.group(2)) + 1;
            long unit = matcher.group(2).isEmpty() ? 1 : 1L << (10 * power);
            return Math.multiplyExact(Long.parseLong(matcher.group(1)), unit);
        } catch (ArithmeticException | NumberFormatException e) {
            throw new TypeConversionException("'" + text + "' is too large: the limit is 2^63-1 bytes");
        }
    }

    /**
     * Writes a size in its largest unit.
     *
     * @param bytes a size
     * @return for instance {@code 1.5 GiB}, without decimals where they would be zero
     */
    public static String text(long bytes) {
        int unit = -1;
        double value = bytes;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        if (unit < 0) {
            return bytes + " B";
        }
        String format = value == Math.rint(value) ? "%.0f" : "%.1f";
        return String.format(Locale.ROOT, format, value) + UNITS[unit];
    }
}
