/**
 * The processes that a comparison starts: peers, servers and client JVMs, each ended by its own handle. One thread runs a
 * comparison; a daemon thread per stream collects what a process prints.
 */
@NullMarked
package io.stria.jmh.process;

import org.jspecify.annotations.NullMarked;
