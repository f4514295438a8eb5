/**
 * What runs in the client JVM of a comparison. Each main class takes one command per line and answers it as {@link
 * io.stria.jmh.process.ClientJvm} says; all on the main thread.
 */
@NullMarked
package io.stria.jmh.client;

import org.jspecify.annotations.NullMarked;
