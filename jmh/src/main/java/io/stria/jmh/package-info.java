/**
 * Side-by-side comparisons with the peers: {@link io.stria.jmh.Compare} runs a {@link io.stria.jmh.Comparison}, which
 * starts what it needs as separate processes and judges what they report. All on the main thread. Micro-benchmarks are in
 * {@code micro}.
 */
@NullMarked
package io.stria.jmh;

import org.jspecify.annotations.NullMarked;
