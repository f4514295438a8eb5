package io.stria;

/**
 * One name in a directory.
 *
 * @param name the last part of its path
 * @param fileId its identity
 * @param isDirectory true for a directory
 */
public record DirectoryEntry(String name, long fileId, boolean isDirectory) {}
