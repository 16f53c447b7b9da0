package io.github.redisqueue.autoconfigure.connection;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Closes the connections to a primary as soon as a sentinel tells that another server has
 * taken its place. The old primary may go on answering for ten seconds, and what it
 * confirms is lost. Lettuce then connects anew, and asks the sentinels where to. They
 * tell at different times: a connection that one of them has led to the old primary again
 * is closed when that one tells. Thread-safe.
 */
final class SentinelFollower extends RedisPubSubAdapter<String, String> implements NettyCustomizer, AutoCloseable {

	private static final Log logger = LogFactory.getLog(SentinelFollower.class);

	/**
	 * Its messages: the primary, the host and port that it had, and those that it has.
	 */
	private static final String CHANNEL = "+switch-master";

	private static final int WORDS = 5;

	/** How long after a sentinel could not be reached it is tried again, in seconds. */
	private static final int PAUSE = 5;

	private final RedisURI sentinels;

	private final ClientOptions options;

	private final NettyCustomizer own;

	/** The connections to the primary, and those to the sentinels. */
	private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);

	private final Executor closer;

	/** Those to start with, with the next connection. */
	private final AtomicReference<@Nullable ClientResources> next = new AtomicReference<>();

	/** The client while it follows, otherwise null. */
	private volatile @Nullable RedisClient client;

	/** The closer may block, to resolve the name of a host. */
	SentinelFollower(RedisURI sentinels, ClientOptions options, NettyCustomizer own, Executor closer) {
		this.sentinels = sentinels;
		this.options = options;
		this.own = own;
		this.closer = closer;
	}

	/** Also again. The resources have this as their customizer. */
	void startWithNextConnection(ClientResources resources) {
		this.next.set(resources);
	}

	@Override
	public void afterBootstrapInitialized(Bootstrap bootstrap) {
		this.own.afterBootstrapInitialized(bootstrap);
	}

	@Override
	public void afterChannelInitialized(Channel channel) {
		this.own.afterChannelInitialized(channel);
		this.channels.add(channel);
		ClientResources resources = this.next.getAndSet(null);
		if (resources != null) {
			RedisClient started = RedisClient.create(resources);
			started.setOptions(this.options);
			this.client = started;
			this.sentinels.getSentinels().forEach(this::follow);
		}
	}

	/** Lettuce subscribes again by itself after it has lost a connection. */
	private void follow(RedisURI sentinel) {
		RedisClient present = this.client;
		if (present != null) {
			// In a stage, so that what it throws is a failure like others.
			CompletableFuture.completedStage(sentinel)
				.thenCompose((node) -> present.connectPubSubAsync(StringCodec.UTF8, node))
				.whenComplete((connection, failure) -> onConnected(present, sentinel, connection, failure));
		}
	}

	private void onConnected(RedisClient present, RedisURI sentinel,
			@Nullable StatefulRedisPubSubConnection<String, String> connection, @Nullable Throwable failure) {
		if (connection != null) {
			connection.addListener(this);
			connection.async().subscribe(CHANNEL);
			return;
		}
		logger.debug("Cannot follow a sentinel, trying again", failure);
		unlessClosed(() -> present.getResources()
			.eventExecutorGroup()
			.schedule(() -> follow(sentinel), PAUSE, TimeUnit.SECONDS));
	}

	/** Called on an I/O thread, which must not wait. */
	@Override
	public void message(String channel, String message) {
		String[] words = message.split(" ");
		if (words.length == WORDS && words[0].equals(this.sentinels.getSentinelMasterId())) {
			unlessClosed(() -> this.closer.execute(() -> close(words[1], words[2])));
		}
	}

	private static void unlessClosed(Runnable submission) {
		try {
			submission.run();
		}
		catch (RejectedExecutionException ex) {
			logger.debug("The connections are closed", ex);
		}
	}

	private void close(String host, String port) {
		InetSocketAddress old = new InetSocketAddress(host, Integer.parseInt(port));
		this.channels.close((channel) -> old.equals(channel.remoteAddress()));
	}

	@Override
	public void close() {
		RedisClient last = this.client;
		this.client = null;
		if (last != null) {
			last.shutdown(Duration.ZERO, Duration.ZERO);
		}
	}

}
