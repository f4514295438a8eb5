package io.stria.server;

import io.stria.server.connection.Services;
import io.stria.server.store.ObjectStore;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one server offers to its connections. */
record ServerServices(
        Map<Integer, ObjectStore> stores,
        @Nullable NamespaceRequests namespaceRequests,
        String namespaceAddress,
        long verifier)
        implements Services {

    @Override
    public @Nullable ObjectStore target(int number) {
        return stores.get(number);
    }

    @Override
    public @Nullable NamespaceHandler namespace() {
        return namespaceRequests;
    }
}
