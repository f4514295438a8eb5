package io.stria.server.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stria.ErrorCode;
import io.stria.FileLayout;
import io.stria.MiB;
import io.stria.StriaException;
import io.stria.wire.Messages.Close;
import io.stria.wire.Messages.Entry;
import io.stria.wire.Messages.FileRecord;
import io.stria.wire.Messages.Join;
import io.stria.wire.Messages.ListPage;
import io.stria.wire.Messages.Open;
import io.stria.wire.Messages.Rename;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.assertj.core.api.AbstractThrowableAssert;

/** A namespace in a directory, with the calls of the tests in few words. */
final class Fixture implements AutoCloseable {
    static final long SESSION = 7;
    static final int WRITE = Open.READ | Open.WRITE;
    static final int CREATE = WRITE | Open.CREATE;

    final AtomicLong clockMs = new AtomicLong(1_000_000);
    private final Path directory;
    private Namespace namespace;

    Fixture(Path directory) throws StriaException {
        this.directory = directory;
        namespace = Namespace.open(directory, clockMs::get);
    }

    /** With that many targets, numbered from 0. */
    static Fixture withTargets(Path directory, int count) throws StriaException {
        Fixture fixture = new Fixture(directory);
        List<String> ids = IntStream.range(0, count).mapToObj(i -> "uuid-" + i).toList();
        fixture.namespace.join(new Join("", "host:7440", ids)).join();
        return fixture;
    }

    Namespace namespace() {
        return namespace;
    }

    void reopen() throws StriaException {
        namespace.close();
        namespace = Namespace.open(directory, clockMs::get);
    }

    @Override
    public void close() throws StriaException {
        namespace.close();
    }

    FileRecord open(String path, int flags) {
        return open(path, flags, SESSION);
    }

    FileRecord open(String path, int flags, long session) {
        return namespace
                .open(new Open(path, flags, FileLayout.DEFAULT), session)
                .join();
    }

    FileRecord create(String path, FileLayout layout) {
        return namespace.open(new Open(path, CREATE, layout), SESSION).join();
    }

    /** A file that was written and closed. */
    FileRecord file(String path) {
        FileRecord file = create(path, FileLayout.striped(1, MiB.of(1)));
        close(file, 0);
        return file;
    }

    void close(FileRecord file, long size) {
        close(file, size, SESSION);
    }

    void close(FileRecord file, long size, long session) {
        namespace.close(new Close(file.fileId(), file.handle(), size), session).join();
    }

    FileRecord stat(String path) {
        return namespace.stat(path).join();
    }

    void mkdir(String path) {
        namespace.mkdir(path).join();
    }

    void remove(String path) {
        namespace.remove(path).join();
    }

    void rename(String from, String to) {
        namespace.rename(new Rename(from, to)).join();
    }

    List<String> list(String path) {
        return namespace.list(new ListPage(path, "", 1000)).join().entries().stream()
                .map(Entry::name)
                .toList();
    }

    /** Files that any of the targets 0 … count − 1 is to destroy. */
    Set<Long> toDestroy(int count) {
        Set<Long> fileIds = new TreeSet<>();
        for (int target = 0; target < count; target++) {
            fileIds.addAll(toDestroyOn(target));
        }
        return fileIds;
    }

    List<Long> toDestroyOn(int target) {
        return namespace.destroyed(target, List.of()).join();
    }

    /** Every name has a node and every node one name, unless it waits for its last handle. */
    void assertConsistent() {
        assertThat(count("SELECT count(*) FROM entry WHERE id NOT IN (SELECT id FROM node)"))
                .as("names without a node")
                .isZero();
        assertThat(count("SELECT count(*) FROM entry WHERE parent NOT IN (SELECT id FROM node WHERE layout IS NULL)"))
                .as("names outside any directory")
                .isZero();
        assertThat(count("SELECT count(*) - count(DISTINCT id) FROM entry"))
                .as("nodes with two names")
                .isZero();
        assertThat(count("SELECT count(*) FROM node WHERE id > 1 AND id NOT IN (SELECT id FROM entry)"
                        + " AND id NOT IN (SELECT id FROM orphan)"))
                .as("nodes that nothing leads to")
                .isZero();
        assertThat(count("SELECT count(*) FROM orphan WHERE id NOT IN (SELECT id FROM node)"
                        + " OR id IN (SELECT id FROM entry)"))
                .as("orphans that are none")
                .isZero();
        assertThat(count("SELECT count(*) FROM destroy WHERE id IN (SELECT id FROM node)"))
                .as("files to be destroyed that exist")
                .isZero();
        assertThat(count("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'"))
                .as("damage that SQLite finds")
                .isZero();
    }

    long count(String sql) {
        Long count = namespace
                .inTransaction(store -> {
                    try (Statement statement = store.connection.createStatement();
                            ResultSet result = statement.executeQuery(sql)) {
                        result.next();
                        return result.getLong(1);
                    }
                })
                .join();
        return count;
    }

    static AbstractThrowableAssert<?, ?> assertRefused(ErrorCode code, Runnable call) {
        return assertThatThrownBy(call::run)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        StriaException.class,
                        refusal -> assertThat(refusal.code())
                                .as(refusal.getMessage())
                                .isEqualTo(code));
    }

    static AbstractThrowableAssert<?, ?> assertRefused(ErrorCode code, CompletableFuture<?> future) {
        return assertRefused(code, (Runnable) future::join);
    }
}
