package io.stria.impl.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressBookTest {
    @ParameterizedTest
    @CsvSource({
        "oss1:7440,oss1,7440",
        "10.0.0.7:1,10.0.0.7,1",
        "[::1]:7440,::1,7440",
        "[fe80::1%eth0]:65535,fe80::1%eth0,65535"
    })
    void anAddressIsHostAndPort(String address, String host, int port) {
        InetSocketAddress parsed = AddressBook.parse(address);
        assertThat(parsed.isUnresolved()).isTrue(); // a name is not looked up here
        assertThat(parsed.getHostString()).isEqualTo(host);
        assertThat(parsed.getPort()).isEqualTo(port);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":", "oss1", "7440", ":7440", "oss1:", "oss1:x", "oss1:99999", "oss1:-1", "[]:1"})
    void anythingElseIsRefusedByName(String address) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AddressBook.parse(address))
                .withMessageStartingWith("address '" + address + "' (")
                .withMessageEndingWith("): write it as host:port");
    }

    @Test
    void anAddressIsShownTheWayItIsWritten() {
        for (String address : new String[] {"oss1:7440", "10.0.0.7:1", "[::1]:7440"}) {
            assertThat(Connection.hostAndPort(AddressBook.parse(address))).isEqualTo(address);
        }
    }
}
