package io.github.redisqueue.autoconfigure.connection;

import java.util.concurrent.atomic.AtomicReference;

import io.lettuce.core.resource.NettyCustomizer;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;

import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;

/**
 * The connections of a client, as long as they are open. Thread-safe.
 */
final class OpenChannels implements NettyCustomizer {

	private final ChannelGroup group = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);

	private final AtomicReference<Runnable> onFirst = new AtomicReference<>(() -> {
	});

	private final NettyCustomizer own;

	/**
	 * Creates them.
	 * @param own the client configuration of the application, which may customize
	 * connections, too
	 */
	OpenChannels(LettuceClientConfiguration own) {
		this.own = own.getClientResources().map((shared) -> shared.nettyCustomizer()).orElse(new NettyCustomizer() {
		});
	}

	ChannelGroup group() {
		return this.group;
	}

	/** What to do once, with the first connection; must not block. */
	void onFirst(Runnable action) {
		this.onFirst.set(action);
	}

	@Override
	public void afterBootstrapInitialized(Bootstrap bootstrap) {
		this.own.afterBootstrapInitialized(bootstrap);
	}

	@Override
	public void afterChannelInitialized(Channel channel) {
		this.own.afterChannelInitialized(channel);
		this.group.add(channel);
		this.onFirst.getAndSet(() -> {
		}).run();
	}

}
