package io.stria.impl.engine;

import io.stria.ErrorCode;
import io.stria.StriaException;
import io.stria.impl.target.AddressBook;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The hosts of a URI. */
final class Hosts {
    static final int DEFAULT_PORT = 7440;
    private static final String FORM = ": write it like stria://host:port,host:port/";

    private Hosts() {}

    /** Reads {@code stria://host[:port],host[:port]/}. */
    static List<InetSocketAddress> of(URI uri) throws StriaException {
        String authority = uri.getRawAuthority();
        if (authority == null || authority.isEmpty()) {
            throw bad(uri, "it names no host" + FORM, null);
        }
        String path = uri.getRawPath();
        if ((path != null && !path.isEmpty() && !path.equals("/")) || uri.getRawQuery() != null) {
            throw bad(uri, "nothing may follow the hosts" + FORM, null);
        }
        List<InetSocketAddress> hosts = new ArrayList<>();
        for (String host : authority.split(",", -1)) {
            try {
                boolean hasPort = host.lastIndexOf(':') > host.lastIndexOf(']');
                hosts.add(AddressBook.parse(hasPort ? host : host + ":" + DEFAULT_PORT));
            } catch (IllegalArgumentException e) {
                throw bad(uri, e.getMessage() + ", the URI like stria://host:port,host:port/", e);
            }
        }
        return List.copyOf(hosts);
    }

    private static StriaException bad(URI uri, String why, @Nullable Throwable cause) {
        return new StriaException(ErrorCode.INVALID_ARGUMENT, "bad URI '" + uri + "', " + why, cause);
    }
}
