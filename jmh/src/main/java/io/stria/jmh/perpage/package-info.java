/**
 * Two ways to carry a large transfer to a transport that only counts: one descriptor per stripe object, with the client's
 * own classes, and an object per page. Each path is for one thread. Imports the client's layout and transfer packages.
 */
@NullMarked
package io.stria.jmh.perpage;

import org.jspecify.annotations.NullMarked;
