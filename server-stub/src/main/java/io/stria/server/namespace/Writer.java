package io.stria.server.namespace;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;

/** The writer lane's connection, and the operations that change something through it. */
final class Writer implements Lane.Store {
    final Connection connection;
    final FileOperations files;
    final NameOperations names;
    final Targets targets;
    final DestroyQueue destroyQueue;
    final Unlinked unlinked;
    private final Memory memory;
    private final FileIds ids;
    private final Undo undo;
    private final LogLimit logLimit;

    Writer(Database database, Memory memory) throws SQLException {
        connection = database.connect();
        this.memory = memory;
        undo = memory.undo;
        logLimit = new LogLimit(connection, database.file());
        Lookup lookup = new Lookup(connection);
        Nodes nodes = new Nodes(connection);
        ids = new FileIds(connection, memory);
        targets = new Targets(connection);
        destroyQueue = new DestroyQueue(connection);
        unlinked = new Unlinked(connection, memory, lookup, nodes, destroyQueue);
        Placement placement = new Placement(targets, memory);
        files = new FileOperations(memory, lookup, nodes, ids, placement, unlinked);
        names = new NameOperations(memory, lookup, nodes, ids, placement, unlinked);
    }

    void watch(IntPredicate silent, IntToLongFunction doneAsOf) {
        memory.avoided = silent;
        memory.settling.watch(doneAsOf);
    }

    /** From now on clients may come back that had files open before the start. */
    void startRecovery() throws SQLException {
        memory.settling.startRecovery(ids.unreserved());
    }

    /** They had their time: what is not open now is not. Returns how many files without a name that ended. */
    int endRecovery(long asOf) throws SQLException {
        memory.settling.recovered(asOf);
        return unlinked.destroyUnheld();
    }

    @Override
    public void commit() throws SQLException {
        connection.commit();
        undo.committed();
        logLimit.committed();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
