/** What a comparison prints: tables and the machine it ran on. Any thread. */
@NullMarked
package io.stria.jmh.report;

import org.jspecify.annotations.NullMarked;
