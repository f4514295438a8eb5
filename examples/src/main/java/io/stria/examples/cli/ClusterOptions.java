package io.stria.examples.cli;

import io.stria.ClientConfig;
import io.stria.StriaException;
import io.stria.Transport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which cluster is meant and how its client is set. */
public final class ClusterOptions {

    /** The environment variable that names the cluster when {@code --uri} does not. */
    public static final String ENVIRONMENT = "STRIA_URI";

    @Option(
            names = "--uri",
            paramLabel = "URI",
            description = "The cluster, like stria://host:7440/; or set STRIA_URI.")
    private @Nullable String uri;

    @Option(names = "--rpcs-in-flight", paramLabel = "N", description = "RPCs in flight per target (default 8).")
    private @Nullable Integer rpcsInFlight;

    @Option(
            names = "--max-rpc-size",
            paramLabel = "SIZE",
            converter = Sizes.class,
            description = "Largest payload of one RPC (default 4m).")
    private @Nullable Long maxRpcSize;

    @Option(names = "--connections-per-target", paramLabel = "N", description = "Connections per target (default 1).")
    private @Nullable Integer connectionsPerTarget;

    @Option(
            names = "--io-threads",
            paramLabel = "N",
            description = "I/O threads of the client (default: half of the CPUs, 1 to 4).")
    private @Nullable Integer ioThreads;

    @Option(names = "--transport", paramLabel = "NAME", description = "One of ${COMPLETION-CANDIDATES}.")
    private @Nullable Transport transport;

    @Option(names = "--checksum", paramLabel = "on|off", description = "Whether payloads carry a CRC32C (default on).")
    private @Nullable Switch checksum;

    /** For picocli. */
    public ClusterOptions() {}

    /**
     * The client's configuration as far as these options say it.
     *
     * @return a builder
     * @throws UserError if no cluster is named
     * @throws StriaException if the URI is malformed
     */
    public ClientConfig.Builder configure() throws UserError, StriaException {
        ClientConfig.Builder builder = ClientConfig.builder(requiredUri());
        if (rpcsInFlight != null) {
            builder.maxRpcsInFlight(rpcsInFlight);
        }
        if (maxRpcSize != null) {
            builder.maxRpcBytes(Math.min(maxRpcSize, Integer.MAX_VALUE));
        }
        if (connectionsPerTarget != null) {
            builder.connectionsPerTarget(connectionsPerTarget);
        }
        if (ioThreads != null) {
            builder.ioThreads(ioThreads);
        }
        if (transport != null) {
            builder.transport(transport);
        }
        if (checksum != null) {
            builder.checksum(checksum == Switch.ON);
        }
        return builder;
    }

    private String requiredUri() throws UserError {
        String named = uri != null ? uri : System.getenv(ENVIRONMENT);
        if (named == null || named.isBlank()) {
            throw new UserError(
                    "no cluster is named: add --uri stria://host:port/ or set " + ENVIRONMENT + " in the environment");
        }
        return named;
    }

    /** A value that is on or off; its names are those typed by the user. */
    enum Switch {
        ON,
        OFF
    }
}
