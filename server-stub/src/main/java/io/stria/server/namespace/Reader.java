package io.stria.server.namespace;

import java.sql.Connection;
import java.sql.SQLException;

/** The reader lane's connection. */
final class Reader implements Lane.Store {
    final Lookup lookup;
    final Targets targets;
    final DestroyQueue destroyQueue;
    private final Connection connection;

    Reader(Database database) throws SQLException {
        connection = database.connect();
        lookup = new Lookup(connection);
        targets = new Targets(connection);
        destroyQueue = new DestroyQueue(connection);
    }

    /** Lets the snapshot go. */
    @Override
    public void commit() throws SQLException {
        connection.commit();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
