/**
 * The file tools: copy between the local file system and a cluster, and look after what is in it.
 *
 * <p>Each command is a class that extends {@link io.stria.examples.tools.ToolCommand}. {@code put} and {@code get} share
 * {@link io.stria.examples.tools.Copying}: one thread walks the tree and submits a job per file, a bounded number of jobs
 * copies, each with several requests in flight through a {@link io.stria.examples.tools.Window} on pooled memory.
 */
@NullMarked
package io.stria.examples.tools;

import org.jspecify.annotations.NullMarked;
