package io.stria.server.namespace;

import java.util.ArrayDeque;
import java.util.Deque;

/** Takes changes of memory back when the transaction that they belong to fails. On the writer's thread. */
final class Undo {
    private final Deque<Runnable> steps = new ArrayDeque<>();

    void onRollback(Runnable step) {
        steps.push(step);
    }

    void committed() {
        steps.clear();
    }

    void rollback() {
        while (!steps.isEmpty()) {
            steps.pop().run();
        }
    }
}
