/**
 * Open files: what {@link io.stria.AsyncFile} promises about order, size and end of file, on top of requests and
 * targets. Its methods run on the callers' threads and return at once; what follows a completion runs on the event loop
 * the request ended on.
 */
@NullMarked
package io.stria.impl.file;

import org.jspecify.annotations.NullMarked;
