package io.stria.server.namespace;

import io.stria.FileLayout;
import io.stria.wire.Messages.Close;
import io.stria.wire.Messages.FileRecord;
import io.stria.wire.Messages.Join;
import io.stria.wire.Messages.Open;
import io.stria.wire.Messages.Rename;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/**
 * A server that changes its namespace until it is killed, and says of every operation before it that it will, and after
 * its future has completed that it did. Arguments: the directory, a seed, how many threads, and the number of the round,
 * which keeps the names of one round apart from those of another.
 */
final class CrashVictim {
    private final Namespace namespace;
    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private CrashVictim(Namespace namespace) {
        this.namespace = namespace;
    }

    public static void main(String[] args) throws Exception {
        Namespace namespace = Namespace.open(Path.of(args[0]));
        namespace.join(new Join("", "host:1", List.of("a", "b"))).join();
        CrashVictim victim = new CrashVictim(namespace);
        long seed = Long.parseLong(args[1]);
        for (int i = 0; i < Integer.parseInt(args[2]); i++) {
            String prefix = "/" + args[3] + "-" + i + "-";
            Random random = new Random(seed + i);
            new Thread(() -> victim.run(prefix, random)).start();
        }
    }

    /** Names are the thread's own, so that what is said of one is said in order. */
    private void run(String prefix, Random random) {
        for (int i = 0; ; i++) {
            String path = prefix + random.nextInt(20);
            String other = prefix + random.nextInt(20);
            switch (random.nextInt(4)) {
                case 0 -> remove(path);
                case 1 -> rename(path, other);
                default -> write(path, i);
            }
        }
    }

    private void write(String path, long size) {
        say("begin open " + path);
        FileRecord file = namespace
                .open(new Open(path, Open.CREATE | Open.WRITE, FileLayout.DEFAULT), 1)
                .join();
        say("done open " + path + " " + file.fileId());
        say("begin close " + path + " " + size);
        namespace.close(new Close(file.fileId(), file.handle(), size), 1).join();
        say("done close " + path + " " + size);
    }

    private void remove(String path) {
        say("begin remove " + path);
        boolean existed = namespace
                .remove(path)
                .handle((done, refusal) -> refusal == null)
                .join();
        say("done remove " + path + " " + existed);
    }

    private void rename(String from, String to) {
        say("begin rename " + from + " " + to);
        boolean existed = namespace
                .rename(new Rename(from, to))
                .handle((done, refusal) -> refusal == null)
                .join();
        say("done rename " + from + " " + to + " " + existed);
    }

    private synchronized void say(String line) {
        out.println(line);
    }
}
