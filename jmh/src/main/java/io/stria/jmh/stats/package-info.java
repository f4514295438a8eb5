/**
 * Judging a measurement: pairs of samples, the interval of a median, a goal and the verdict on it. Pure arithmetic, any
 * thread; imports nothing of this module.
 */
@NullMarked
package io.stria.jmh.stats;

import org.jspecify.annotations.NullMarked;
