package io.stria.impl.namespace;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.StriaException;
import io.stria.impl.target.AddressBook;
import io.stria.impl.target.Lane;
import io.stria.impl.target.LaneGroup;
import io.stria.impl.target.TargetContext;
import io.stria.impl.transfer.Call;
import io.stria.wire.Messages;
import io.stria.wire.Opcode;
import io.stria.wire.ProtocolException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The namespace over the network: one lane to whichever server carries it. Safe for many threads. */
public final class NamespaceClient implements NamespaceService {
    private static final Logger LOG = LoggerFactory.getLogger(NamespaceClient.class);
    private static final int WINDOW = 64;
    private static final Messages.Body NOTHING = out -> {};
    private static final Messages.Reader<Boolean> NOTHING_BACK = in -> true;

    private final Lane lane;
    private final HeldHandles handles = new HeldHandles();

    public NamespaceClient(TargetContext context, EventLoop loop, AddressBook addressBook) {
        this.lane = new Lane(
                context, loop, new LaneGroup(1), "namespace", Messages.NAMESPACE_SERVICE, addressBook, WINDOW, handles);
    }

    @Override
    public CompletableFuture<Messages.FileRecord> open(Messages.Open request) {
        handles.expected();
        boolean writes = (request.flags() & Messages.Open.WRITE) != 0;
        Call call = Call.withBody(
                Opcode.OPEN,
                "open",
                "path=" + request.path(),
                request.toBytes(),
                reply -> openedLate(request.path(), reply));
        return submit(call, NamespaceClient::openedFile).thenApply(file -> {
            handles.add(new Messages.Held(file.handle(), file.fileId(), writes));
            return file;
        });
    }

    /** Nobody waits for it any more. */
    private void openedLate(String path, Call.Reply reply) {
        try {
            Messages.FileRecord file = Messages.read(Unpooled.wrappedBuffer(reply.body()), NamespaceClient::openedFile);
            close(path, new Messages.Close(file.fileId(), file.handle(), -1));
        } catch (ProtocolException e) {
            LOG.warn("late answer to an open is not understood: {}", e.getMessage());
        }
    }

    @Override
    public CompletableFuture<Void> close(String path, Messages.Close request) {
        Call call = Call.withBody(Opcode.CLOSE, "close", "path=" + path, request.toBytes());
        return submit(call, NOTHING_BACK)
                .whenComplete((done, error) -> {
                    handles.remove(request.handle());
                    // If the connection is lost, the next one tells the server. This one may stay, and nothing have
                    // left.
                    if (!call.isSent() && isTimeout(error)) {
                        close(path, new Messages.Close(request.fileId(), request.handle(), -1));
                    }
                })
                .thenAccept(done -> {});
    }

    private static boolean isTimeout(@Nullable Throwable error) {
        Throwable cause = error instanceof CompletionException ? error.getCause() : error;
        return cause instanceof StriaException known && known.code() == ErrorCode.TIMEOUT;
    }

    @Override
    public CompletableFuture<Messages.FileRecord> stat(String path) {
        return call(Opcode.STAT, "stat", "path=" + path, new Messages.PathName(path), NamespaceClient::fileOrDirectory);
    }

    @Override
    public CompletableFuture<Messages.Entries> list(Messages.ListPage request) {
        return call(Opcode.LIST, "list", "path=" + request.path(), request, Messages.Entries::read);
    }

    @Override
    public CompletableFuture<Void> rename(String from, String to) {
        return call(Opcode.RENAME, "rename", "path=" + from + ", to=" + to, new Messages.Rename(from, to), NOTHING_BACK)
                .thenAccept(done -> {});
    }

    @Override
    public CompletableFuture<Void> remove(String path) {
        return call(Opcode.REMOVE, "delete", "path=" + path, new Messages.PathName(path), NOTHING_BACK)
                .thenAccept(done -> {});
    }

    @Override
    public CompletableFuture<Void> mkdir(String path) {
        return call(Opcode.MKDIR, "mkdir", "path=" + path, new Messages.PathName(path), NOTHING_BACK)
                .thenAccept(done -> {});
    }

    @Override
    public CompletableFuture<Void> setLayout(String path, FileLayout layout) {
        Messages.SetLayout request = new Messages.SetLayout(path, layout);
        return call(Opcode.SET_LAYOUT, "setDefaultLayout", "path=" + path, request, NOTHING_BACK)
                .thenAccept(done -> {});
    }

    @Override
    public CompletableFuture<Void> repairSize(Messages.RepairSize found) {
        return call(Opcode.REPAIR_SIZE, "repair size", "fileId=" + found.fileId(), found, NOTHING_BACK)
                .thenAccept(done -> {});
    }

    @Override
    public CompletableFuture<Messages.TargetTable> targets() {
        return call(Opcode.TARGETS, "targets", "cluster", NOTHING, Messages.TargetTable::read);
    }

    /** Registers the targets of a server. */
    public CompletableFuture<Messages.JoinReply> join(Messages.Join request) {
        return call(Opcode.JOIN, "join", "address=" + request.address(), request, Messages.JoinReply::read);
    }

    /** Tells what a target has done and fetches what it must do next. */
    public CompletableFuture<Messages.Orders> poll(Messages.Poll poll) {
        return call(Opcode.POLL, "poll", "target=" + poll.target(), poll, Messages.Orders::read);
    }

    private <T> CompletableFuture<T> call(
            int opcode, String verb, String subject, Messages.Body body, Messages.Reader<T> reader) {
        return submit(Call.withBody(opcode, verb, subject, body.toBytes()), reader);
    }

    private <T> CompletableFuture<T> submit(Call call, Messages.Reader<T> reader) {
        lane.submit(call);
        return call.decoded(reader, () -> "namespace at " + lane.address());
    }

    private static Messages.FileRecord openedFile(ByteBuf in) throws ProtocolException {
        Messages.FileRecord file = fileOrDirectory(in);
        if (file.isDirectory()) {
            throw new ProtocolException("a directory was opened");
        }
        return file;
    }

    /** What a file is made of is relied upon from here on. */
    private static Messages.FileRecord fileOrDirectory(ByteBuf in) throws ProtocolException {
        Messages.FileRecord file = Messages.FileRecord.read(in);
        if (!file.isDirectory() && file.layout().targets().isEmpty()) {
            throw new ProtocolException("a file without targets");
        }
        if (file.sizeValid() && file.size() < 0) {
            throw new ProtocolException("a file of " + file.size() + " bytes");
        }
        return file;
    }

    @Override
    public CompletableFuture<Void> closeAsync() {
        return lane.closeAsync();
    }
}
