/**
 * JMH benchmarks of one step each, with fakes around it. Run them all with {@code java -jar stria-jmh.jar}, or name some
 * by a regular expression.
 */
@NullMarked
package io.stria.jmh.micro;

import org.jspecify.annotations.NullMarked;
