/** The names of files, as an engine supplies them. Imports target and wire; knows nothing of open files. */
@NullMarked
package io.stria.impl.namespace;

import org.jspecify.annotations.NullMarked;
