package io.stria.server.store;

/** Waiting that an interrupt does not cut short; it is kept for the caller. */
final class Uninterruptibly {
    private Uninterruptibly() {}

    static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
