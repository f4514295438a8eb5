/**
 * The embeddable reference server: {@link io.stria.server.StriaServer} is started from a
 * {@link io.stria.server.ServerConfig} and wires stores, namespace, membership and connections together.
 */
@NullMarked
package io.stria.server;

import org.jspecify.annotations.NullMarked;
