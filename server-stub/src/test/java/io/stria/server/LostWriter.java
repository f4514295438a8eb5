package io.stria.server;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import io.stria.AsyncFile;
import io.stria.ClientConfig;
import io.stria.Counter;
import io.stria.FileLayout;
import io.stria.Stria;
import io.stria.StriaClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.util.List;

/** A program that writes to a file, and when told to, sends more and stays there until it is killed. */
final class LostWriter implements AutoCloseable {
    static final int FIRST_BYTES = 64 << 10;
    private static final int RPC_BYTES = 64 << 10;
    private static final int RPCS = 8;
    private static final String WRITTEN = "written";
    private static final String SENT = "sent";

    private final Process process;
    private final BufferedReader out;

    private LostWriter(Process process) {
        this.process = process;
        this.out = process.inputReader();
    }

    public static void main(String[] arguments) throws Exception {
        StriaClient client = Stria.connect(ClientConfig.builder(arguments[0])
                .maxRpcBytes(RPC_BYTES)
                .maxRpcsInFlight(RPCS)
                .build());
        AsyncFile file = Await.value(
                client.open(arguments[1], FileLayout.striped(1, FileLayout.STRIPE_SIZE_UNIT), CREATE, WRITE));
        Await.value(file.write(ByteBuffer.allocateDirect(FIRST_BYTES), 0));
        System.out.println(WRITTEN);
        System.in.read();
        long rpcs = client.statistics().get(Counter.RPCS);
        file.write(ByteBuffer.allocateDirect(RPCS * RPC_BYTES), FIRST_BYTES);
        Await.until("all is sent", () -> client.statistics().get(Counter.RPCS) == rpcs + RPCS);
        System.out.println(SENT);
        Await.value(new java.util.concurrent.CompletableFuture<>()); // is killed meanwhile
    }

    /** Runs it in a JVM of its own until it has written. */
    static LostWriter start(String uri, String path) throws IOException {
        List<String> command = ServerProcess.jvm(List.of());
        command.addAll(List.of(LostWriter.class.getName(), uri, path));
        LostWriter writer = new LostWriter(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
        writer.expect(WRITTEN);
        return writer;
    }

    private void expect(String line) throws IOException {
        String said = out.readLine();
        if (!line.equals(said)) {
            close();
            throw new IOException("the writer said: " + said);
        }
    }

    /** Has it send what its target does not answer. */
    void send() throws IOException {
        try (Writer in = process.outputWriter()) {
            in.write("\n");
        }
        expect(SENT);
    }

    /** kill -9. */
    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
