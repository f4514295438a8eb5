/** The composition root of the native engine: wires event loops, targets, namespace and files into a client. */
@NullMarked
package io.stria.impl.engine;

import org.jspecify.annotations.NullMarked;
