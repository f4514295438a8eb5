/** The public API of Stria: striped asynchronous direct I/O against object storage servers. */
module io.stria {
    requires static transitive org.jspecify;

    exports io.stria;
    exports io.stria.spi;

    uses io.stria.spi.EngineProvider;
}
