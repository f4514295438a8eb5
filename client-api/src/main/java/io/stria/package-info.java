/**
 * The public surface of Stria: one entry point, one client, one file, plain futures.
 *
 * <p>Every method that returns a future returns at once and never blocks the caller. Futures are completed on a Stria
 * I/O thread unless {@link io.stria.ClientConfig.Builder#callbackExecutor an executor} is given. All types are safe for
 * use by many threads. This package imports nothing of the implementation.
 */
@NullMarked
package io.stria;

import org.jspecify.annotations.NullMarked;
