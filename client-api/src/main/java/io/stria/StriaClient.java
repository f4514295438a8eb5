package io.stria;

import java.nio.file.OpenOption;
import java.util.List;

/**
 * A connection to one storage cluster. Every call returns at once; connections are made and re-made in the background.
 * Paths are absolute, parts separated by {@code /}; {@code .} and {@code ..} are refused. Safe for many threads.
 *
 * <p>Errors a future can fail with, beside those named: {@link ErrorCode#INVALID_ARGUMENT}, {@link ErrorCode#TIMEOUT},
 * {@link ErrorCode#UNREACHABLE}, {@link ErrorCode#UNKNOWN_OUTCOME}, {@link ErrorCode#BUSY}, {@link ErrorCode#CLOSED}.
 */
public interface StriaClient extends AutoCloseable {

    /**
     * Opens a file, creating it with the default layout if {@code WRITE} and {@code CREATE} or {@code CREATE_NEW} are
     * given. A file that exists keeps its bytes unless {@code TRUNCATE_EXISTING} is given.
     *
     * @param path the file's absolute path
     * @param options of {@link java.nio.file.StandardOpenOption}: READ, WRITE, CREATE, CREATE_NEW, TRUNCATE_EXISTING,
     *     SPARSE; none means READ; others fail with {@link ErrorCode#UNSUPPORTED}
     * @return the open file, to be closed by the caller
     */
    default StriaFuture<AsyncFile> open(String path, OpenOption... options) {
        return open(path, FileLayout.DEFAULT, options);
    }

    /**
     * Opens a file, creating it with a given layout if it does not exist and {@code WRITE} and {@code CREATE} or
     * {@code CREATE_NEW} are given. An existing file keeps its own layout; of several clients that create one path the first layout wins.
     *
     * @param path the file's absolute path
     * @param layout the layout of a new file
     * @param options as of {@link #open(String, OpenOption...)}
     * @return the open file, to be closed by the caller
     */
    StriaFuture<AsyncFile> open(String path, FileLayout layout, OpenOption... options);

    /**
     * Creates a new file and opens it for reading and writing; fails with {@link ErrorCode#ALREADY_EXISTS} if the path
     * exists.
     *
     * @param path the file's absolute path
     * @param layout its layout
     * @return the open file, to be closed by the caller
     */
    StriaFuture<AsyncFile> create(String path, FileLayout layout);

    /**
     * Looks a path up. The size of a file that is being written is how far its writes have come; that of a writer that
     * died may still grow, while a write of his is on its way to a target that has been stopped.
     *
     * @param path the absolute path
     * @return what is known of it; fails with {@link ErrorCode#NOT_FOUND}
     */
    StriaFuture<FileStatus> stat(String path);

    /**
     * Removes a file or an empty directory. A file lives on until its last handle closes.
     *
     * @param path the absolute path
     * @return completes when the name is durably gone; fails with {@link ErrorCode#NOT_FOUND} or
     *     {@link ErrorCode#NOT_EMPTY}
     */
    StriaFuture<Void> delete(String path);

    /**
     * Lists a directory. Not at one point in time: an entry that is renamed meanwhile may appear under both names, or
     * under none.
     *
     * @param path the directory's absolute path
     * @return its entries in the order of their names' bytes
     */
    StriaFuture<List<DirectoryEntry>> list(String path);

    /**
     * Renames a file or directory, atomically replacing a file or empty directory of the new name. Durable when it
     * completes, so write, {@link AsyncFile#sync() sync}, rename publishes a file that survives a crash.
     *
     * @param from the present absolute path
     * @param to the new absolute path
     * @return completes when the rename is durable
     */
    StriaFuture<Void> rename(String from, String to);

    /**
     * Makes a directory.
     *
     * @param path its absolute path, whose parent exists
     * @return completes when it is durable; fails with {@link ErrorCode#ALREADY_EXISTS}
     */
    StriaFuture<Void> mkdir(String path);

    /**
     * Writes many ranges of one or more files in one submission: cheaper than as many calls, with one wake-up of an I/O thread,
     * which does the rest.
     * All of them are sent or, if one is refused, none; so is a batch in which two writes overlap. Each is otherwise a write
     * like any other, see {@link AsyncFile}.
     *
     * @param extents what to write where; files of this client, open for writing
     * @return completes when all have ended: with the bytes written, or with the first error
     */
    StriaFuture<Long> writeBatch(List<Extent> extents);

    /**
     * Reads many ranges in one submission; see {@link #writeBatch}.
     *
     * @param extents what to read where to; files of this client, open for reading
     * @return completes when all have ended: with the bytes read, fewer than asked for if a range reaches beyond the end of
     *     its file, or with the first error
     */
    StriaFuture<Long> readBatch(List<Extent> extents);

    /**
     * {@link #writeBatch} with a future for each extent, so that each can be waited for, and cancelled, by itself.
     *
     * @param extents what to write where; files of this client, open for writing
     * @return the futures in the order of the extents, each as of {@link AsyncFile#write(Memory, long)}
     */
    List<StriaFuture<Long>> writeEach(List<Extent> extents);

    /**
     * {@link #readBatch} with a future for each extent.
     *
     * @param extents what to read where to; files of this client, open for reading
     * @return the futures in the order of the extents, each as of {@link AsyncFile#read(Memory, long)}
     */
    List<StriaFuture<Long>> readEach(List<Extent> extents);

    /**
     * The targets of the cluster.
     *
     * @return number and address of each target, in the order of the numbers
     */
    StriaFuture<List<TargetInfo>> targets();

    /**
     * Sets the layout of files that will be created in a directory without a layout of their own, that is with
     * {@link FileLayout#DEFAULT}. Directories made in it later begin with it; files and directories that exist keep what
     * they have.
     *
     * @param directory its absolute path
     * @param layout the layout; {@link FileLayout#DEFAULT} takes a default set before away
     * @return completes when it is durable; fails with {@link ErrorCode#NOT_FOUND} or {@link ErrorCode#NOT_A_DIRECTORY}
     */
    StriaFuture<Void> setDefaultLayout(String directory, FileLayout layout);

    /**
     * The space of one target.
     *
     * @param target its number
     * @return its size and what is left of it
     */
    StriaFuture<TargetSpace> space(int target);

    /**
     * Counters and histograms up to now.
     *
     * @return a snapshot
     */
    ClientStatistics statistics();

    /**
     * The configuration in force.
     *
     * @return the configuration
     */
    ClientConfig config();

    /**
     * Closes every file and connection, after waiting for what is in flight. Further calls fail with
     * {@link ErrorCode#CLOSED}.
     *
     * @return completes when all is closed; a second call returns the same outcome
     */
    StriaFuture<Void> closeAsync();

    /**
     * {@link #closeAsync()}, waited for, at most the request timeout. Refused on an I/O thread.
     *
     * @throws StriaException if closing failed or took too long
     */
    @Override
    void close() throws StriaException;
}
