package io.stria.jmh.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    @Test
    void findsNumbersBesideEveryOtherKindOfValue() throws Exception {
        String report = """
                a note
                {"skip":[true,false,null,{},[]," \\"}]\\\\ \\u00e9\\n"],
                 "a" : { "b" : [ 1, {"c":-2.5e3} ] } }
                """;

        assertThat(Json.number(report, "a", "b", 0)).isEqualTo(1);
        assertThat(Json.number(report, "a", "b", 1, "c")).isEqualTo(-2500);
    }

    @Test
    void saysWhichPathIsMissing() {
        assertThatThrownBy(() -> Json.number("{\"a\":1}", "a", "b"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("[a, b]");
    }

    @Test
    void aWordIsNoNumber() {
        assertThatThrownBy(() -> Json.number("{\"a\":\"1\"}", "a")).isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "iperf3: error",
                "{",
                "{\"a\"",
                "{\"a\":",
                "{\"a\":1",
                "{\"a\":[1,",
                "{\"a\":\"\\u12",
                "{a:1}"
            })
    void brokenTextIsAnErrorThatQuotesIt(String report) {
        assertThatThrownBy(() -> Json.number(report, "a"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("report: " + report);
    }
}
