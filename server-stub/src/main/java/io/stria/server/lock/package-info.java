/**
 * That one server at a time uses a directory. Of the kind that every room may import and that imports none; callable from
 * any thread.
 */
@NullMarked
package io.stria.server.lock;

import org.jspecify.annotations.NullMarked;
