package io.stria;

import java.time.Instant;

/**
 * What is known of a name.
 *
 * @param path the absolute path
 * @param fileId the file's identity, never reused
 * @param isDirectory true for a directory
 * @param size bytes, 0 for a directory
 * @param modified when it was last modified, as far as the namespace knows
 * @param layout the layout of a file; of a directory that of the files created in it, {@link FileLayout#DEFAULT} unless one was
 *     set
 */
public record FileStatus(
        String path, long fileId, boolean isDirectory, long size, Instant modified, FileLayout layout) {}
