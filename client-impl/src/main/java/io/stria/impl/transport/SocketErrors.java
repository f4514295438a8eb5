package io.stria.impl.transport;

import java.util.regex.Pattern;

/** What sockets report, in words for a user. */
public final class SocketErrors {
    /** The native transports name the system call and its number first. */
    private static final Pattern SYSTEM_CALL = Pattern.compile("^\\w+\\(\\.\\.\\) failed with error\\(-?\\d+\\): ");

    private SocketErrors() {}

    /** The reason of a failure, such as {@code Connection refused}. */
    public static String reason(Throwable failure) {
        Throwable root = failure.getCause() != null ? failure.getCause() : failure;
        String message = root.getMessage();
        return message == null
                ? root.getClass().getSimpleName()
                : SYSTEM_CALL.matcher(message).replaceFirst("");
    }
}
