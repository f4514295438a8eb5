package io.stria;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientConfigTest {
    private static final String URI = "stria://oss1:7440,oss2:7440/";

    @Test
    void defaultsAreTheFields() throws Exception {
        ClientConfig config = ClientConfig.of(URI);
        assertThat(config.uri()).hasToString(URI);
        assertThat(config.transport()).isEqualTo(Transport.AUTO);
        assertThat(config.maxRpcBytes()).isEqualTo(MiB.of(4));
        assertThat(config.maxRpcsInFlight()).isEqualTo(8);
        assertThat(config.connectionsPerTarget()).isEqualTo(1);
        assertThat(config.checksum()).isTrue();
        assertThat(config.maxPendingRequests()).isEqualTo(65_536);
        assertThat(config.callbackExecutor()).isNull();
    }

    @Test
    void aBuilderMadeFromAConfigurationKeepsEveryValueAndLeavesTheOriginalAlone() throws Exception {
        ClientConfig first = ClientConfig.builder(URI)
                .transport(Transport.NIO)
                .ioThreads(3)
                .maxRpcBytes(MiB.of(1))
                .maxRpcsInFlight(32)
                .connectionsPerTarget(4)
                .checksum(false)
                .requestTimeout(Duration.ofSeconds(11))
                .rpcTimeout(Duration.ofSeconds(10))
                .connectTimeout(Duration.ofSeconds(9))
                .reconnectBackoff(Duration.ofSeconds(8))
                .maxPendingRequests(7)
                .maxPendingBytes(MiB.of(6))
                .bounceBytes(MiB.of(5))
                .callbackExecutor(Runnable::run)
                .build();
        ClientConfig copy = first.toBuilder().build();
        assertThat(copy).usingRecursiveComparison().isEqualTo(first);
        ClientConfig changed = first.toBuilder().ioThreads(1).build();
        assertThat(changed.ioThreads()).isEqualTo(1);
        assertThat(first.ioThreads()).isEqualTo(3);
    }

    @Test
    void aBuilderUsedOnDoesNotChangeWhatItBuilt() throws Exception {
        ClientConfig.Builder builder = ClientConfig.builder(URI).ioThreads(2);
        ClientConfig built = builder.build();
        builder.ioThreads(5);
        assertThat(built.ioThreads()).isEqualTo(2);
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                refusal(b -> b.ioThreads(0), "ioThreads=0: use 1 to 256"),
                refusal(b -> b.ioThreads(257), "ioThreads=257: use 1 to 256"),
                refusal(b -> b.maxRpcBytes(65_535), "maxRpcBytes=65535 B: use 65536 B to 67108864 B"),
                refusal(b -> b.maxRpcBytes(MiB.of(65)), "maxRpcBytes=68157440 B: use 65536 B to 67108864 B"),
                refusal(b -> b.maxRpcBytes(100_000), "maxRpcBytes=100000 B: use a multiple of 65536 B"),
                refusal(b -> b.maxRpcsInFlight(0), "maxRpcsInFlight=0: use 1 to 256"),
                refusal(b -> b.maxRpcsInFlight(257), "maxRpcsInFlight=257: use 1 to 256"),
                refusal(b -> b.connectionsPerTarget(17), "connectionsPerTarget=17: use 1 to 16"),
                refusal(
                        b -> b.maxRpcsInFlight(3).connectionsPerTarget(4),
                        "connectionsPerTarget=4 exceeds maxRpcsInFlight=3: "
                                + "each connection needs at least one RPC of the window"),
                refusal(b -> b.maxPendingRequests(0), "maxPendingRequests=0: use 1 to 16777216"),
                refusal(b -> b.maxPendingBytes(1), "maxPendingBytes=1 B: use at least 4194304 B"),
                refusal(b -> b.bounceBytes(1), "bounceBytes=1 B: use at least 65536 B"),
                refusal(
                        b -> b.requestTimeout(Duration.ZERO),
                        "requestTimeout=PT0S: use a positive duration of at most a year"),
                refusal(
                        b -> b.rpcTimeout(Duration.ofSeconds(-1)),
                        "rpcTimeout=PT-1S: use a positive duration of at most a year"),
                refusal(
                        b -> b.connectTimeout(Duration.ofDays(366)),
                        "connectTimeout=PT8784H: use a positive duration of at most a year"),
                refusal(
                        b -> b.reconnectBackoff(Duration.ZERO),
                        "reconnectBackoff=PT0S: use a positive duration of at most a year"));
    }

    private static Arguments refusal(UnaryOperator<ClientConfig.Builder> change, String message) {
        return Arguments.of(message, change);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    void aValueThatCannotBeUsedIsNamedWithItsUnitAndWhatToUse(
            String message, UnaryOperator<ClientConfig.Builder> change) throws Exception {
        ClientConfig.Builder builder = change.apply(ClientConfig.builder(URI));
        assertThatExceptionOfType(StriaException.class)
                .isThrownBy(builder::build)
                .withMessage(message)
                .extracting(StriaException::code)
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }

    @Test
    void anRpcNeverOutlivesItsRequest() throws Exception {
        ClientConfig config = ClientConfig.builder(URI)
                .requestTimeout(Duration.ofSeconds(5))
                .rpcTimeout(Duration.ofSeconds(30))
                .build();
        assertThat(config.rpcTimeout()).isEqualTo(Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"stria://a b/", "://", "stria://[::1/"})
    void aMalformedUriIsRefusedWithAnExampleOfAGoodOne(String uri) {
        assertThatThrownBy(() -> ClientConfig.of(uri))
                .isInstanceOf(StriaException.class)
                .hasMessageContaining("malformed URI '" + uri + "'")
                .hasMessageContaining("stria://host:port,host:port/");
    }

    @Test
    void aUriWithoutASchemeIsRefused() {
        assertThatThrownBy(() -> ClientConfig.of("/just/a/path"))
                .isInstanceOf(StriaException.class)
                .hasMessage("URI '/just/a/path' has no scheme: write it like stria://host:port/");
    }
}
