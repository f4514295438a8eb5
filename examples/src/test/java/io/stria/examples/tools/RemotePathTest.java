package io.stria.examples.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stria.examples.cli.UserError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RemotePathTest {

    @ParameterizedTest
    @CsvSource({
        "/, /, '', /",
        "., /, '', /",
        "a, /a, a, /",
        "//a///b, /a/b, b, /a",
        "/a/b/, /a/b/, b, /a/",
        "./a/./b/., /a/b/, b, /a/",
        "/..., /..., ..., /",
        "/a b/ü, /a b/ü, ü, /a b/"
    })
    void whatIsTypedIsAnAbsolutePath(String typed, String request, String name, String parent) throws UserError {
        RemotePath path = RemotePath.parse(typed);
        assertThat(path.request()).isEqualTo(request);
        assertThat(path.name()).isEqualTo(name);
        assertThat(path.parent().text()).isEqualTo(parent.length() > 1 ? parent.replaceAll("/$", "") : parent);
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "/a/..", "../b", "/a/../b"})
    void aWayUpIsRefused(String typed) {
        assertThatThrownBy(() -> RemotePath.parse(typed))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("give the full path (path=" + typed + ")");
    }

    @Test
    void nothingIsNoPath() {
        assertThatThrownBy(() -> RemotePath.parse("")).hasMessageContaining("empty path");
    }

    @Test
    void childrenOfTheRootHaveOneSlash() {
        assertThat(RemotePath.ROOT.child("a").child("b").request()).isEqualTo("/a/b");
    }
}
