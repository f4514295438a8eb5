package io.stria.impl.engine;

import io.stria.ClientConfig;
import io.stria.StriaClient;
import io.stria.StriaException;
import io.stria.spi.EngineProvider;
import java.util.Set;

/** Provides clients for {@code stria://host:port,…/}: the native protocol to reference servers. */
public final class NativeEngineProvider implements EngineProvider {

    @Override
    public Set<String> schemes() {
        return Set.of("stria");
    }

    @Override
    public StriaClient connect(ClientConfig config) throws StriaException {
        return new NativeClient(config);
    }
}
