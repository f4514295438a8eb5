package io.stria.examples.tools;

import java.util.concurrent.ThreadLocalRandom;

/** Names of files that are not published yet. They do not contain the file's own name, which may be as long as can be. */
final class Temporary {

    private Temporary() {}

    static String name() {
        return String.format(".stria-%016x.tmp", ThreadLocalRandom.current().nextLong());
    }
}
