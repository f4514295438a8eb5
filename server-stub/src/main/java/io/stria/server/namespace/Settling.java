package io.stria.server.namespace;

import io.stria.wire.Messages.FileRecord;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.IntToLongFunction;

/**
 * Which files will not change any more unless somebody who is there changes them. A client that has gone may have left
 * writes that wait before a target, of a server that is stopped for example: until all targets of the file are done with
 * that client, no size is certain, whoever tells it. The same is true after a start for files from before, whose clients
 * may come back for a while, and are gone if they do not. Any thread.
 */
final class Settling {

    /** A client that had a file open for writing has gone. */
    private record Ending(long asOf, List<Integer> targets) {}

    private final ConcurrentMap<Long, Ending> endings = new ConcurrentHashMap<>();
    private volatile IntToLongFunction doneAsOf = target -> Long.MAX_VALUE;
    /** Files with a smaller id are from before the start. */
    private volatile long knownFrom;

    private volatile long recoveredAsOf;
    private volatile boolean isRecovering;

    /**
     * Sets who knows the targets.
     *
     * @param doneAsOf up to which count of clients that have gone a target is done with them
     */
    void watch(IntToLongFunction doneAsOf) {
        this.doneAsOf = doneAsOf;
    }

    /** From now on clients may come back that had files open before the start, which have smaller ids than this. */
    void startRecovery(long nextFileId) {
        knownFrom = nextFileId;
        isRecovering = true;
    }

    /** They had their time. */
    void recovered(long asOf) {
        recoveredAsOf = asOf;
        isRecovering = false;
    }

    /** Whether somebody may have a file open who has not been heard of since the start. */
    boolean mayBeHeld(long fileId) {
        return isRecovering && fileId < knownFrom;
    }

    /** A client that had the file open for writing has gone. */
    void writerGone(FileRecord file, long asOf) {
        endings.values().removeIf(this::isDone);
        endings.put(file.fileId(), new Ending(asOf, file.layout().targets()));
    }

    private boolean isDone(Ending ending) {
        return isDone(ending.targets, ending.asOf);
    }

    private boolean isDone(List<Integer> targets, long asOf) {
        IntToLongFunction done = doneAsOf;
        return targets.stream().allMatch(target -> done.applyAsLong(target) >= asOf);
    }

    /** Whether nothing of a client that has gone can reach the objects of a file any more. */
    boolean isSettled(FileRecord file) {
        if (mayBeHeld(file.fileId())) {
            return false;
        }
        if (file.fileId() < knownFrom && !isDone(file.layout().targets(), recoveredAsOf)) {
            return false;
        }
        Ending ending = endings.get(file.fileId());
        return ending == null || isDone(ending);
    }
}
