package io.stria.examples.ior;

/** Makes the backend named by {@code -a}. */
final class Backends {

    private Backends() {}

    static Backend open(IorOptions options) throws Exception {
        return switch (options.api) {
            case STRIA -> new StriaBackend(options);
            case POSIX -> new PosixBackend(options);
        };
    }
}
