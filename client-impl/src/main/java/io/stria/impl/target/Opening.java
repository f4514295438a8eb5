package io.stria.impl.target;

import io.stria.impl.transfer.Call;
import java.util.List;

/** What a server must be told at the beginning of each connection, before anything else. On the lane's event loop. */
public interface Opening {
    /** Nothing. */
    Opening NONE = new Opening() {
        @Override
        public boolean isNeeded() {
            return false;
        }

        @Override
        public List<Call> calls() {
            return List.of();
        }
    };

    /** Whether the lane has to connect anew by itself when its connection is lost, although nothing waits to be sent. */
    boolean isNeeded();

    /** What to send first on a new connection. */
    List<Call> calls();
}
