/**
 * How the targets of a server belong to a cluster: they are registered with the namespace, wherever it is, and ask it
 * what they have to destroy. Imports store, namespace and, for a namespace on another server, the client's lanes.
 */
@NullMarked
package io.stria.server.membership;

import org.jspecify.annotations.NullMarked;
