package io.stria.spi;

/**
 * Marks the threads that drive I/O. A thread that carries this mark must never wait for a Stria future, since it would
 * wait for itself; {@link io.stria.StriaFuture} refuses it.
 */
public interface IoThread {}
