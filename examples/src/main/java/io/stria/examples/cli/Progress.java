package io.stria.examples.cli;

import java.io.Console;
import java.io.PrintWriter;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * A progress bar on a line of its own. Unlike the library's own outputs it needs no terminal and has a fixed width, so it
 * is drawn the same into a pipe or a file by those who want that. Drawn by a daemon thread of the library; closed by the thread that made it.
 */
public final class Progress implements AutoCloseable {
    private static final int WIDTH = 100;
    private static final int INTERVAL_MS = 200;
    private static final long MIB = 1 << 20;

    private final PrintWriter out;
    private final ProgressBar bar;

    /**
     * Begins to draw.
     *
     * @param task what is in progress
     * @param bytes how many there are to do, as far as it is known; see {@link #expect}
     * @param out where to draw
     */
    public Progress(String task, long bytes, PrintWriter out) {
        this.out = out;
        this.bar = new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(bytes)
                .setUnit(" MiB", MIB)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(INTERVAL_MS)
                .showSpeed()
                .setConsumer(new Line(out))
                .build();
    }

    /** Whether input and output are a terminal, so that somebody sees what is drawn. */
    @SuppressWarnings("SystemConsoleNull") // JDK 22 to 24 have a console also without a terminal, but it can be asked
    public static boolean isWatched() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            return true; // up to JDK 21
        }
    }

    /**
     * Counts bytes that are done.
     *
     * @param bytes since the last call
     */
    public void add(long bytes) {
        bar.stepBy(bytes);
    }

    /**
     * Corrects how many bytes there are to do.
     *
     * @param bytes all of them, those done included
     */
    public void expect(long bytes) {
        bar.maxHint(bytes);
    }

    /**
     * Prints something that must not end up in the line of the bar, which is wiped and drawn again later.
     *
     * @param message prints whole lines
     */
    public void aside(Runnable message) {
        synchronized (out) {
            out.print("\r" + " ".repeat(WIDTH) + "\r");
            out.flush();
            message.run();
        }
    }

    @Override
    public void close() {
        bar.close();
        out.println();
        out.flush();
    }

    /** Draws over the line. It does not end it: the library forgets to say when, if a bar is closed at once. */
    private record Line(PrintWriter out) implements ProgressBarConsumer {

        @Override
        public int getMaxRenderedLength() {
            return WIDTH;
        }

        @Override
        public void accept(String text) {
            synchronized (out) {
                out.print("\r" + text);
                out.flush();
            }
        }

        @Override
        public void close() {}
    }
}
