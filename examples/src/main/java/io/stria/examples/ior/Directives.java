package io.stria.examples.ior;

import io.stria.examples.cli.UserError;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** IOR's {@code -O key=value[,key=value…]}. */
final class Directives {

    /** How the results are written. */
    enum Format {
        DEFAULT,
        JSON
    }

    private Format summaryFormat = Format.DEFAULT;
    private @Nullable Path summaryFile;
    private boolean stoneWallingWearOut;
    private final List<String> ignored = new ArrayList<>();

    private Directives() {}

    static Directives parse(List<String> options) throws UserError {
        Directives directives = new Directives();
        for (String option : options) {
            for (String directive : option.split(",", -1)) {
                directives.add(directive);
            }
        }
        return directives;
    }

    private void add(String directive) throws UserError {
        int equals = directive.indexOf('=');
        if (equals <= 0) {
            throw new UserError("-O " + directive + " is no directive: write it like -O summaryFormat=JSON");
        }
        String key = directive.substring(0, equals).trim();
        String value = directive.substring(equals + 1).trim();
        switch (key.toLowerCase(Locale.ROOT)) {
            case "summaryformat" -> summaryFormat = format(value);
            case "summaryfile" -> summaryFile = Path.of(value);
            case "stonewallingwearout" -> stoneWallingWearOut = !value.equals("0");
            default -> ignored.add("-O " + directive);
        }
    }

    private static Format format(String value) throws UserError {
        for (Format format : Format.values()) {
            if (format.name().equalsIgnoreCase(value)) {
                return format;
            }
        }
        throw new UserError("-O summaryFormat=" + value + ": use JSON or default");
    }

    Format summaryFormat() {
        return summaryFormat;
    }

    @Nullable
    Path summaryFile() {
        return summaryFile;
    }

    boolean stoneWallingWearOut() {
        return stoneWallingWearOut;
    }

    /** The directives that mean nothing here. */
    List<String> ignored() {
        return ignored;
    }
}
