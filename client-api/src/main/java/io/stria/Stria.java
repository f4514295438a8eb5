package io.stria;

import io.stria.spi.EngineProvider;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeSet;

/** The entry point: makes a {@link StriaClient} for a URI. */
public final class Stria {

    /** The artifact to add for each scheme this project knows, named in the error when it is missing. */
    private static final Map<String, String> ARTIFACTS =
            Map.of("stria", "io.stria:stria-client-impl", "local", "io.stria:stria-server-stub");

    private Stria() {}

    /**
     * Makes a client with the default configuration.
     *
     * @param uri where the storage is, for instance {@code stria://oss1:7440,oss2:7440/}; the hosts are tried in order
     * @return a client, to be closed by the caller; no connection has been made yet
     * @throws StriaException {@link ErrorCode#INVALID_ARGUMENT} if the URI is malformed or no engine serves its scheme
     */
    public static StriaClient connect(String uri) throws StriaException {
        return connect(ClientConfig.of(uri));
    }

    /**
     * Makes a client.
     *
     * @param config the configuration
     * @return a client, to be closed by the caller; no connection has been made yet
     * @throws StriaException {@link ErrorCode#INVALID_ARGUMENT} if no engine serves the scheme of the URI
     */
    public static StriaClient connect(ClientConfig config) throws StriaException {
        String scheme = String.valueOf(config.uri().getScheme()).toLowerCase(Locale.ROOT);
        TreeSet<String> known = new TreeSet<>();
        for (EngineProvider provider : ServiceLoader.load(EngineProvider.class, Stria.class.getClassLoader())) {
            if (provider.schemes().contains(scheme)) {
                return provider.connect(config);
            }
            known.addAll(provider.schemes());
        }
        String artifact = ARTIFACTS.get(scheme);
        String remedy = artifact != null
                ? "add the artifact " + artifact + " to the class path"
                : known.isEmpty()
                        ? "there is no engine on the class path, add an artifact such as " + ARTIFACTS.get("stria")
                        : "use one of the schemes " + known;
        throw new StriaException(
                ErrorCode.INVALID_ARGUMENT, "no engine for scheme '" + scheme + "' of " + config.uri() + ": " + remedy);
    }
}
