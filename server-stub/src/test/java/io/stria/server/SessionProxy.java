package io.stria.server;

import io.netty.buffer.Unpooled;
import io.stria.wire.Header;
import io.stria.wire.Messages;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A network that knows from the greeting to which client a connection belongs, and can part one client from the cluster
 * for ever: to the servers it is as if that client had died.
 */
final class SessionProxy implements AutoCloseable {
    private static final int HEADER_LENGTH_AT = 6;
    private static final int PAYLOAD_LENGTH_AT = 68;

    private final ServerSocket listener;
    private final Map<Long, List<Socket>> sockets = new HashMap<>();
    private final Set<Long> dead = new HashSet<>();
    private long newest;
    private volatile int serverPort;

    SessionProxy() throws IOException {
        listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        start("accept", this::accept);
    }

    String address() {
        return "127.0.0.1:" + listener.getLocalPort();
    }

    void lead(StriaServer server) {
        serverPort = server.port();
    }

    /** The session of the client that connected for the first time last. */
    synchronized long newestSession() {
        return newest;
    }

    /** Breaks all connections of a client, which may make new ones. */
    synchronized void cut(long session) {
        sockets.put(session, new ArrayList<>()).forEach(SessionProxy::close);
    }

    /** Breaks all connections of a client and lets it make none any more. */
    synchronized void part(long session) {
        dead.add(session);
        cut(session);
    }

    private synchronized boolean isAdmitted(long session, Socket client, Socket server) {
        if (dead.contains(session)) {
            return false;
        }
        if (!sockets.containsKey(session)) {
            newest = session;
        }
        sockets.computeIfAbsent(session, absent -> new ArrayList<>()).addAll(List.of(client, server));
        return true;
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listener.accept();
            start("up", () -> connect(client));
        }
    }

    private void connect(Socket client) throws IOException {
        try (client;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort)) {
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            byte[] greeting = greeting(client.getInputStream());
            if (isAdmitted(session(greeting), client, server)) {
                server.getOutputStream().write(greeting);
                start("down", () -> carry(server, client));
                carry(client, server);
            }
        }
    }

    private static byte[] greeting(InputStream in) throws IOException {
        byte[] header = in.readNBytes(Header.BYTES);
        if (header.length < Header.BYTES) {
            throw new EOFException("gone before the greeting");
        }
        ByteBuffer fields = ByteBuffer.wrap(header);
        int rest = fields.getShort(HEADER_LENGTH_AT) - Header.BYTES + fields.getInt(PAYLOAD_LENGTH_AT);
        return Wire.concat(header, in.readNBytes(rest));
    }

    private static long session(byte[] greeting) {
        return Messages.Hello.read(Unpooled.wrappedBuffer(greeting, Header.BYTES, greeting.length - Header.BYTES))
                .session();
    }

    private static void carry(Socket from, Socket to) throws IOException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] bytes = new byte[64 << 10];
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                out.write(bytes, 0, count);
            }
        }
    }

    /** Something that ends when its socket is closed. */
    private interface Work {
        void run() throws IOException;
    }

    private static void start(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException closed) {
                        // That is how it ends.
                    }
                },
                "session-proxy-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        listener.close();
        sockets.values().forEach(each -> each.forEach(SessionProxy::close));
    }
}
