package io.stria.impl.transfer;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Operations in the order they came, linked through themselves; confined to one event loop. */
public final class OperationList {
    private @Nullable Operation first;
    private @Nullable Operation last;

    /** Appends an operation that is in no other queue. */
    public void add(Operation operation) {
        operation.next = null;
        if (last == null) {
            first = operation;
        } else {
            last.next = operation;
        }
        last = operation;
    }

    /** Puts operations, in their order, before all others. */
    public void addFirst(List<? extends Operation> operations) {
        Operation others = first;
        Operation end = last;
        first = null;
        last = null;
        operations.forEach(this::add);
        if (last == null) {
            first = others;
        } else {
            last.next = others;
        }
        last = end == null ? last : end;
    }

    /** The oldest, or null. */
    public @Nullable Operation peek() {
        return first;
    }

    /** Removes the oldest. */
    public void removeFirst() {
        Operation removed = first;
        if (removed != null) {
            first = removed.next;
            removed.next = null;
            if (first == null) {
                last = null;
            }
        }
    }

    /** Removes what nobody waits for any more, and tells it so. */
    public void removeAbandoned() {
        Operation each = first;
        first = null;
        last = null;
        while (each != null) {
            Operation following = each.next;
            if (each.isAbandoned()) {
                each.next = null;
                each.dequeued();
            } else {
                add(each);
            }
            each = following;
        }
    }

    public boolean isEmpty() {
        return first == null;
    }
}
