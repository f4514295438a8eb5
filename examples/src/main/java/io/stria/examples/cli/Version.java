package io.stria.examples.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** Reads the version from the manifest of the jar, so that it is written once, in the POM. */
public final class Version implements IVersionProvider {

    /** For picocli. */
    public Version() {}

    /**
     * The version of this jar.
     *
     * @return the version, or {@code development} when run from class files
     */
    public static String text() {
        return Objects.requireNonNullElse(Version.class.getPackage().getImplementationVersion(), "development");
    }

    @Override
    public String[] getVersion() {
        return new String[] {"stria-examples " + text()};
    }
}
