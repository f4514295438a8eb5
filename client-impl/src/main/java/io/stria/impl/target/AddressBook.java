package io.stria.impl.target;

import java.net.InetSocketAddress;
import java.util.List;

/** Where a service may be reached now; asked before every attempt to connect. Must not block. */
@FunctionalInterface
public interface AddressBook {

    /** The addresses to try, in order; never empty. */
    List<InetSocketAddress> addresses();

    /** Reads {@code host:port}, brackets around an IPv6 host; not resolved yet. */
    static InetSocketAddress parse(String address) {
        int colon = address.lastIndexOf(':');
        String host = colon < 0 ? address : address.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        try {
            int port = Integer.parseInt(address.substring(colon + 1));
            if (host.isEmpty() || colon < 0) {
                throw new IllegalArgumentException("host or port missing");
            }
            return InetSocketAddress.createUnresolved(host, port);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "address '" + address + "' (" + e.getMessage() + "): write it as host:port", e);
        }
    }
}
