package io.stria.examples.ior;

import io.stria.ClientConfig;
import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.Stria;
import io.stria.StriaClient;
import io.stria.StriaException;
import io.stria.examples.cli.Await;
import io.stria.examples.cli.UserError;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;

/** Files of a Stria cluster: one client per process, as an application has it. */
final class StriaBackend implements Backend {
    private static final int PAGE_BYTES = 4096;

    private final StriaClient client;
    private final FileLayout layout;
    private final boolean keepFile;
    private final Deque<String> madeDirectories = new ArrayDeque<>();

    StriaBackend(IorOptions options) throws UserError, StriaException {
        this.layout = options.striping.layout();
        this.keepFile = options.keepFile;
        this.client = Stria.connect(configure(options));
    }

    /** The bounds of the client must not be what is measured: they are raised to what the ring can have in flight. */
    private static ClientConfig configure(IorOptions options) throws UserError, StriaException {
        ClientConfig config = options.cluster.configure().build();
        long inFlight = (long) options.depth() * options.tasksPerProcess();
        return config.toBuilder()
                .maxPendingRequests((int) Math.min(1 << 24, Math.max(config.maxPendingRequests(), inFlight)))
                .maxPendingBytes(Math.max(config.maxPendingBytes(), inFlight * options.transferSize))
                .build();
    }

    /** The path in the cluster of a name that may have been meant for a file system. */
    static String path(String name) {
        return ("/" + name).replaceAll("/(\\./)+", "/").replaceAll("/{2,}", "/");
    }

    /** Makes the directories above the file, which in the field have been there all along. */
    @Override
    public synchronized void prepare(String file) throws StriaException {
        String path = path(file);
        for (int slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
            String directory = path.substring(0, slash);
            try {
                Await.value(client.mkdir(directory));
                madeDirectories.push(directory);
            } catch (StriaException e) {
                if (e.code() != ErrorCode.ALREADY_EXISTS) {
                    throw e;
                }
            }
        }
    }

    @Override
    public OpenFile open(String file, boolean writes) throws StriaException, UserError {
        OpenOption[] options = writes
                ? new OpenOption[] {StandardOpenOption.WRITE, StandardOpenOption.CREATE}
                : new OpenOption[] {StandardOpenOption.READ};
        try {
            return new StriaFile(Await.value(client.open(path(file), layout, options)));
        } catch (StriaException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                throw new UserError("no file " + path(file) + ": write it first, with -w and -k", e);
            }
            throw e;
        }
    }

    @Override
    public void remove(String file) throws StriaException {
        try {
            Await.value(client.delete(path(file)));
        } catch (StriaException e) {
            if (e.code() != ErrorCode.NOT_FOUND) {
                throw e;
            }
        }
    }

    @Override
    public int alignment() {
        return PAGE_BYTES;
    }

    @Override
    public Metrics metrics() {
        return StriaMetrics.of(client.statistics());
    }

    @Override
    public String statistics() {
        return client.statistics().rpcStats();
    }

    @Override
    public void close() throws StriaException {
        try {
            if (!keepFile) {
                removeMadeDirectories();
            }
        } finally {
            client.close();
        }
    }

    private synchronized void removeMadeDirectories() {
        while (!madeDirectories.isEmpty()) {
            try {
                Await.value(client.delete(madeDirectories.pop()));
            } catch (StriaException e) {
                // Somebody else uses it by now, or the cluster is gone, which has been reported already.
                return;
            }
        }
    }
}
