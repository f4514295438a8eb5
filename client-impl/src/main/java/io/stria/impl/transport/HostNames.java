package io.stria.impl.transport;

import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.InetNameResolver;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Looks host names up in the background: the system's resolver blocks, for seconds if its server is away, and event
 * loops must not. Addresses are no names and need no looking up.
 */
public final class HostNames extends AddressResolverGroup<InetSocketAddress> {
    /** The resolver of the system. */
    public static final HostNames OF_SYSTEM = new HostNames(InetAddress::getAllByName);

    private static final int MAX_THREADS = 4;
    private static final int IDLE_S = 5;

    /** Finds the addresses of a name; may block. */
    @FunctionalInterface
    public interface Lookup {
        InetAddress[] addresses(String name) throws UnknownHostException;
    }

    private final Lookup lookup;
    private final Executor background;

    /** Makes one that looks names up in a given way. */
    public HostNames(Lookup lookup) {
        this.lookup = lookup;
        // Beyond the bound the caller waits after all: so many servers of names being away is not worth more threads.
        this.background = new ThreadPoolExecutor(
                0,
                MAX_THREADS,
                IDLE_S,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                new DefaultThreadFactory("stria-names", true),
                new ThreadPoolExecutor.CallerRunsPolicy());
    }

    @Override
    protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
        return new Resolver(executor).asAddressResolver();
    }

    private final class Resolver extends InetNameResolver {

        Resolver(EventExecutor executor) {
            super(executor);
        }

        @Override
        protected void doResolve(String name, Promise<InetAddress> promise) {
            look(name, promise, addresses -> addresses[0]);
        }

        @Override
        protected void doResolveAll(String name, Promise<List<InetAddress>> promise) {
            look(name, promise, List::of);
        }

        private <T> void look(String name, Promise<T> promise, Function<InetAddress[], T> choice) {
            if (NetUtil.createByteArrayFromIpAddressString(name) != null) {
                answer(name, promise, choice);
            } else {
                background.execute(() -> answer(name, promise, choice));
            }
        }

        private <T> void answer(String name, Promise<T> promise, Function<InetAddress[], T> choice) {
            try {
                promise.trySuccess(choice.apply(lookup.addresses(name)));
            } catch (UnknownHostException e) {
                promise.tryFailure(e);
            }
        }
    }
}
