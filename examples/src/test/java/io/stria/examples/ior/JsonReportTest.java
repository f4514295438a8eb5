package io.stria.examples.ior;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.examples.cli.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonReportTest {

    private static String report(String line) throws Exception {
        IorOptions options = Options.line(line);
        StringWriter out = new StringWriter();
        Samples.replay(new JsonReport(Samples.setting(options, line), new PrintWriter(out)), Samples.rows(options));
        return out.toString();
    }

    @Test
    void rowsHaveTheKeysOfIorAndWhatAComparisonNeeds() throws Exception {
        assertThat(report("-t 1m -b 256m -i 2 -o F")).contains("""
                        {
                          "access": "write",
                          "bwMiB": 512.000000,
                          "blockKiB": 262144.000,
                          "xferKiB": 1024.00000,
                          "iops": 515.090543,
                          "latency": 0.00194140625,
                          "openTime": 0.00200000000,
                          "wrRdTime": 0.497000000,
                          "closeTime": 0.00100000000,
                          "totalTime": 0.500000000,
                          "iter": 0,
                          "transfers": 256,
                          "bytes": 268435456,
                          "checked": false,
                          "errors": 0,
                          "cpuSeconds": 0.250000000,
                          "counters": {
                            "RPCS": 64
                          },
                          "targets": {
                            "0": {
                              "write": {
                                "steadyRpcs": 32
                              }
                            }
                          }
                        },
                """);
    }

    @Test
    void theSummaryHasTheKeysOfIor() throws Exception {
        assertThat(report("-t 1m -b 256m -i 2 -o F"))
                .contains("\"operation\": \"write\"", "\"bwMaxMIB\": 512.000000", "\"bwMeanMIB\": 384.000000")
                .contains("\"OPsMin\": 256.000000", "\"MeanTime\": 0.750000000", "\"numTasks\": 1")
                .contains("\"Command line\": \"ior -t 1m -b 256m -i 2 -o F\"")
                .startsWith("{\n  \"Version\": \"4.1.0+stria-")
                .endsWith("\"Finished\": \"Tue Nov  3 01:02:03 2026\"\n}\n");
    }

    @Test
    void textIsEscapedAndUnknownNumbersAreNull() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("a\"b\\", "tab\there");
        map.put("rate", Double.POSITIVE_INFINITY);
        map.put("list", List.of(1, true, List.of(), Map.of()));
        assertThat(Json.text(map)).isEqualTo("""
                {
                  "a\\"b\\\\": "tab\\u0009here",
                  "rate": null,
                  "list": [
                    1,
                    true,
                    [],
                    {}
                  ]
                }
                """);
    }
}
