/** RAID-0 arithmetic: where the bytes of a file lie. Pure functions on longs; imports nothing but the public API. */
@NullMarked
package io.stria.impl.layout;

import org.jspecify.annotations.NullMarked;
