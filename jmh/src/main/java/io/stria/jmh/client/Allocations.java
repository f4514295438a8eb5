package io.stria.jmh.client;

import com.sun.management.ThreadMXBean;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;

/** Counts allocated heap bytes as the JVM accounts them to its threads. */
final class Allocations {
    private static final int CALIBRATION_COUNT = 100_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** What all live threads have allocated so far, in bytes. Asking allocates some hundred bytes itself. */
    long ofAllThreads() {
        long total = 0;
        for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
            total += Math.max(0, bytes);
        }
        return total;
    }

    /**
     * What one object of a class takes, measured: many are made, without running a constructor, and the empty loop is
     * subtracted.
     *
     * @return bytes
     */
    double ofOne(Class<?> type) throws ReflectiveOperationException {
        MethodHandle maker = maker(type);
        Object[] kept = new Object[CALIBRATION_COUNT];
        fill(kept, maker); // links the handle, which allocates
        long threadId = Thread.currentThread().getId();
        long before = threads.getThreadAllocatedBytes(threadId);
        long between = threads.getThreadAllocatedBytes(threadId);
        fill(kept, maker);
        long after = threads.getThreadAllocatedBytes(threadId);
        return ((after - between) - (between - before)) / (double) CALIBRATION_COUNT;
    }

    private static void fill(Object[] kept, MethodHandle maker) throws ReflectiveOperationException {
        try {
            for (int i = 0; i < kept.length; i++) {
                kept[i] = maker.invoke();
            }
        } catch (Throwable e) {
            throw new ReflectiveOperationException("an object to calibrate with cannot be made", e);
        }
    }

    /** Unsafe is looked up by name, since javac warns of any use of it, and this one is harmless. */
    private static MethodHandle maker(Class<?> type) throws ReflectiveOperationException {
        Class<?> unsafeType = Class.forName("sun.misc.Unsafe");
        Field instance = unsafeType.getDeclaredField("theUnsafe");
        instance.setAccessible(true);
        return MethodHandles.lookup()
                .findVirtual(unsafeType, "allocateInstance", MethodType.methodType(Object.class, Class.class))
                .bindTo(instance.get(null))
                .bindTo(type);
    }
}
