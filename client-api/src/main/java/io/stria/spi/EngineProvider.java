package io.stria.spi;

import io.stria.ClientConfig;
import io.stria.StriaClient;
import io.stria.StriaException;
import java.util.Set;

/** Makes clients for the URI schemes of one engine. Found through {@link java.util.ServiceLoader}. */
public interface EngineProvider {

    /**
     * The URI schemes this engine answers to, in lower case.
     *
     * @return the schemes, without a colon
     */
    Set<String> schemes();

    /**
     * Makes a client. Must not block: connections are made in the background and errors of the network surface in the
     * futures of the calls that need it.
     *
     * @param config the configuration, whose URI has one of {@link #schemes()}
     * @return a new client, owned by the caller
     * @throws StriaException if the configuration cannot be used with this engine
     */
    StriaClient connect(ClientConfig config) throws StriaException;
}
