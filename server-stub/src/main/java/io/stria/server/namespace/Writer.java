package io.stria.server.namespace;

import java.sql.Connection;
import java.sql.SQLException;

/** The writer lane's connection, and the operations that change something through it. */
final class Writer implements Lane.Store {
    final Connection connection;
    final FileOperations files;
    final NameOperations names;
    final Targets targets;
    final DestroyQueue destroyQueue;
    final Unlinked unlinked;
    private final Undo undo;
    private final LogLimit logLimit;

    Writer(Database database, Memory memory) throws SQLException {
        connection = database.connect();
        undo = memory.undo;
        logLimit = new LogLimit(connection, database.file());
        Lookup lookup = new Lookup(connection);
        Nodes nodes = new Nodes(connection);
        FileIds ids = new FileIds(connection, memory);
        targets = new Targets(connection);
        destroyQueue = new DestroyQueue(connection);
        unlinked = new Unlinked(connection, memory.handles, lookup, nodes, destroyQueue);
        Placement placement = new Placement(targets, memory);
        files = new FileOperations(memory, lookup, nodes, ids, placement, unlinked);
        names = new NameOperations(memory, lookup, nodes, ids, placement, unlinked);
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
