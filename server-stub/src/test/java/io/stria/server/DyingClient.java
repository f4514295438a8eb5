package io.stria.server;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.stria.AsyncFile;
import io.stria.ClientConfig;
import io.stria.FileLayout;
import io.stria.Stria;
import io.stria.StriaClient;
import io.stria.StriaFuture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** A program that has files open, one of them without a name, and writes in flight until it is killed. */
final class DyingClient {
    private static final FileLayout LAYOUT = FileLayout.striped(2, 64 << 10);
    private static final String BUSY = "busy";

    private DyingClient() {}

    public static void main(String[] arguments) throws Exception {
        StriaClient client = Stria.connect(ClientConfig.of(arguments[0]));
        AsyncFile named = Await.value(client.open("/dying", LAYOUT, CREATE, READ, WRITE));
        AsyncFile nameless = Await.value(client.open("/nameless", LAYOUT, CREATE, READ, WRITE));
        Await.value(nameless.write(ByteBuffer.allocateDirect(300_000), 0));
        Await.value(client.delete("/nameless"));
        ByteBuffer source = ByteBuffer.allocateDirect(300_000);
        ByteBuffer destination = ByteBuffer.allocateDirect(300_000);
        Deque<StriaFuture<?>> inFlight = new ArrayDeque<>();
        for (long i = 0; ; i++) {
            AsyncFile file = i % 2 == 0 ? named : nameless;
            inFlight.add(i % 3 == 0 ? file.read(destination, 0) : file.write(source, i % 7 * 1000));
            if (inFlight.size() == 16) {
                Await.value(inFlight.remove());
            }
            if (i == 100) {
                System.out.println(BUSY);
            }
        }
    }

    /** Runs it in a JVM of its own until it is busy, and kills that with -9. */
    static void live(String uri) throws IOException {
        List<String> command = ServerProcess.jvm(List.of());
        command.addAll(List.of(DyingClient.class.getName(), uri));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String line;
        try (java.io.BufferedReader out = process.inputReader()) {
            line = out.readLine();
            process.destroyForcibly();
            process.onExit().join();
        }
        if (!BUSY.equals(line)) {
            throw new IOException("the client said: " + line);
        }
    }
}
