package io.stria.examples.cli;

import io.stria.StriaException;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Tells a failure in one sentence on the error stream; the stack trace only when asked for. */
public final class Failures implements IParameterExceptionHandler, IExecutionExceptionHandler {

    /** What every failed run exits with. */
    public static final int EXIT_CODE = 1;

    /** The option that asks for stack traces. */
    public static final String STACKTRACE = "--stacktrace";

    private final BooleanSupplier wantsStackTrace;

    /**
     * Makes the handler.
     *
     * @param wantsStackTrace whether to print stack traces too; asked only after a failure
     */
    public Failures(BooleanSupplier wantsStackTrace) {
        this.wantsStackTrace = wantsStackTrace;
    }

    @Override
    public int handleParseException(ParameterException failure, String[] args) {
        CommandLine command = failure.getCommandLine();
        String hint = " (see " + command.getCommandSpec().qualifiedName() + " --help)";
        return tell(command, String.valueOf(failure.getMessage()) + hint, failure);
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, @Nullable ParseResult parsed) {
        return tell(command, sentence(failure), failure);
    }

    /**
     * Tells a failure after which the command goes on.
     *
     * @param command the command, whose name stands before the sentence
     * @param sentence what happened, to what, and what to do
     * @param failure what it was caused by
     * @return the exit code of a failure
     */
    public int tell(CommandLine command, String sentence, Throwable failure) {
        PrintWriter err = command.getErr();
        err.println(command.getCommandSpec().qualifiedName() + ": " + sentence);
        if (wantsStackTrace.getAsBoolean()) {
            failure.printStackTrace(err);
        }
        err.flush();
        return EXIT_CODE;
    }

    /**
     * What to say of a failure.
     *
     * @param failure any throwable; those that only wrap another are seen through
     * @return one sentence
     */
    public static String sentence(Throwable failure) {
        Throwable cause = unwrap(failure);
        String message = cause.getMessage();
        if (message != null && (cause instanceof UserError || cause instanceof StriaException)) {
            return message;
        }
        if (cause instanceof NoSuchFileException missing) {
            return "no such file or directory: " + missing.getFile() + ": create it or name another one";
        }
        if (cause instanceof AccessDeniedException denied) {
            return "access denied: " + denied.getFile() + ": change its permissions or name another one";
        }
        if (cause instanceof FileAlreadyExistsException existing) {
            return "exists already: " + existing.getFile() + ": remove it or name another one";
        }
        if (cause instanceof FileSystemLoopException loop) {
            return "a symbolic link leads to a directory above itself: " + loop.getFile() + ": remove the link";
        }
        if (cause instanceof NotDirectoryException file) {
            return "not a directory: " + file.getFile() + ": name a directory";
        }
        if (cause instanceof FileSystemException file) {
            return String.valueOf(message) + ": check the file system of " + file.getFile();
        }
        if (cause instanceof OutOfMemoryError) {
            return "out of memory (" + message + "): use smaller or fewer buffers, or give the JVM more with"
                    + " -XX:MaxDirectMemorySize";
        }
        return "unexpected " + cause + ": run again with " + STACKTRACE + " to see where it comes from";
    }

    /**
     * The failure itself, without what carried it between threads.
     *
     * @param failure any throwable
     * @return the first one in its chain of causes that is not a mere carrier
     */
    public static Throwable unwrap(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
