package io.stria.impl.target;

import java.net.InetSocketAddress;
import java.util.List;

/** Where a service may be reached now; asked before every attempt to connect. Must not block. */
public interface AddressBook {

    /** The addresses to try, in order; never empty. */
    List<InetSocketAddress> addresses();

    /** Nobody answered there as that service. Newer addresses may be looked for, in the background. */
    default void unreachable() {}

    /** Reads {@code host:port}, brackets around an IPv6 host; not resolved yet. */
    static InetSocketAddress parse(String address) {
        int colon = address.lastIndexOf(':');
        String host = colon < 0 ? address : address.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        if (host.isEmpty() || colon < 0) {
            throw bad(address, "host or port missing");
        }
        try {
            return InetSocketAddress.createUnresolved(host, Integer.parseInt(address.substring(colon + 1)));
        } catch (IllegalArgumentException e) {
            throw bad(address, "the port is no number from 0 to 65535");
        }
    }

    private static IllegalArgumentException bad(String address, String why) {
        return new IllegalArgumentException("address '" + address + "' (" + why + "): write it as host:port");
    }
}
