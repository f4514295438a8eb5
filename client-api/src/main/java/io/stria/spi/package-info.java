/** What an engine provides to be found by {@link io.stria.Stria#connect(String)}; not for applications. */
@NullMarked
package io.stria.spi;

import org.jspecify.annotations.NullMarked;
