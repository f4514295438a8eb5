package io.stria.examples.quickstart;

import java.io.PrintWriter;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Draws a progress bar over its own line. Unlike the library's own outputs it needs no terminal and has a fixed width, so
 * it is drawn the same into a pipe or a file.
 */
final class Progress implements ProgressBarConsumer {
    private static final int WIDTH = 100;
    private static final int INTERVAL_MS = 200;
    private static final long MIB = 1 << 20;

    private final PrintWriter out;

    private Progress(PrintWriter out) {
        this.out = out;
    }

    /** A bar over some bytes, to be closed. */
    static ProgressBar over(String task, long bytes, PrintWriter out) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(bytes)
                .setUnit(" MiB", MIB)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(INTERVAL_MS)
                .setConsumer(new Progress(out))
                .build();
    }

    @Override
    public int getMaxRenderedLength() {
        return WIDTH;
    }

    @Override
    public void accept(String bar) {
        out.print("\r" + bar);
        out.flush();
    }

    @Override
    public void close() {
        out.println();
        out.flush();
    }
}
