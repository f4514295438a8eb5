package io.stria.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** A network between client and server that can stall, break and damage what it carries. */
final class Proxy implements AutoCloseable {
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean damageNext = new AtomicBoolean();
    private final Object gate = new Object();
    private boolean isStalled;
    private final AtomicInteger accepted = new AtomicInteger();
    private volatile int serverPort;
    private volatile boolean isClosed;

    Proxy() throws IOException {
        listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        start("accept", this::accept);
    }

    /** What servers shall advertise. */
    String address() {
        return "127.0.0.1:" + listener.getLocalPort();
    }

    /** Where to connect to. */
    void lead(StriaServer server) {
        serverPort = server.port();
    }

    /** From now on nothing comes through. */
    void stall() {
        synchronized (gate) {
            isStalled = true;
        }
    }

    /** What was held back goes on. */
    void flow() {
        synchronized (gate) {
            isStalled = false;
            gate.notifyAll();
        }
    }

    /** Flips a bit at the end of the next large piece that a client sends. */
    void damageNext() {
        damageNext.set(true);
    }

    /** Breaks all connections. */
    void cut() {
        for (Socket socket : sockets) {
            close(socket);
        }
    }

    /** How many connections there have been. */
    int accepted() {
        return accepted.get();
    }

    private void accept() throws IOException {
        while (!isClosed) {
            Socket client = listener.accept();
            sockets.add(client);
            accepted.incrementAndGet();
            try {
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                sockets.add(server);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                start("up", () -> carry(client, server, true));
                start("down", () -> carry(server, client, false));
            } catch (IOException refused) {
                close(client);
            }
        }
    }

    private void carry(Socket from, Socket to, boolean isUpward) throws IOException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] bytes = new byte[64 << 10];
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                awaitFlow();
                if (isUpward && count > 16 << 10 && damageNext.compareAndSet(true, false)) {
                    bytes[count - 1] ^= 4;
                }
                out.write(bytes, 0, count);
            }
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private void awaitFlow() throws IOException {
        synchronized (gate) {
            while (isStalled && !isClosed) {
                try {
                    gate.wait();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
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
                "proxy-" + name);
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
    public void close() throws IOException {
        isClosed = true;
        listener.close();
        flow();
        cut();
    }
}
