/**
 * A look-alike of IOR, the benchmark the field measures parallel storage with: its option letters, data pattern, timing
 * rules and tables, over Stria or over plain files.
 *
 * <p>A {@link io.stria.examples.ior.Runner} leads the repetitions and hands each phase to the
 * {@link io.stria.examples.ior.Workers}; every rank runs it as a {@link io.stria.examples.ior.Task} on a thread of its
 * own, in this process or in others; {@link io.stria.examples.ior.Report}s print what came back. Ranks meet at a
 * {@link io.stria.examples.ior.Team} and share nothing else.
 */
@NullMarked
package io.stria.examples.ior;

import org.jspecify.annotations.NullMarked;
