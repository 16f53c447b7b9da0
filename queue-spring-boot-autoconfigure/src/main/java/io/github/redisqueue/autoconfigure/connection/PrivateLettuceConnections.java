package io.github.redisqueue.autoconfigure.connection;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;

import io.github.redisqueue.thread.DaemonThreads;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisURI;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.EventLoopGroupProvider;
import io.lettuce.core.resource.NettyCustomizer;
import io.lettuce.core.tracing.Tracing;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.MasterReplica;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Node;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceSslClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConverters;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

/**
 * Connections to the server of the application, with the same credentials, and with these
 * differences:
 * <ul>
 * <li>They share one I/O thread, so that the reply to the read of the bells can be
 * followed by a script without waking another thread.</li>
 * <li>After an outage they reconnect at intervals of at most a second, not of up to 30
 * seconds.</li>
 * <li>While a connection is down, commands fail immediately. Commands in progress fail
 * when the connection breaks, and are not sent again after a reconnect.</li>
 * <li>No command waits longer than 10 seconds for its reply, and no new connection longer
 * than 2 seconds for the first reply: the next may lead to another server.</li>
 * <li>A wait for bells takes at most 2 seconds, so that a connection that has died
 * silently is noticed soon.</li>
 * <li>All commands are sent to the primary.</li>
 * <li>Connections to a Redis Cluster follow topology changes, see
 * {@link ClusterTopology}, and those to a primary with sentinels what these tell, see
 * {@link SentinelFollower}.</li>
 * <li>Their end waits for no I/O thread that does not answer.</li>
 * <li>They are not observed, because the metrics and traces of the application would
 * otherwise consist mostly of scripts and blocking reads of bells.</li>
 * </ul>
 */
public final class PrivateLettuceConnections {

	private static final Log logger = LogFactory.getLog(PrivateLettuceConnections.class);

	private static final Duration MAX_PAUSE = Duration.ofSeconds(1);

	private static final Duration MAX_CONNECT = Duration.ofSeconds(3);

	/** For the first reply over a new connection, and for that to a topology refresh. */
	private static final Duration MAX_FIRST_REPLY = Duration.ofSeconds(2);

	private static final Duration MAX_COMMAND = Duration.ofSeconds(10);

	/** For the end of all connections, beside the timeouts of the client. */
	private static final Duration MAX_END = Duration.ofSeconds(2);

	private PrivateLettuceConnections() {
	}

	/**
	 * Creates connections beside those of the application; returns these if their server
	 * is not known, or if they are not those of Lettuce. The reconnector may block.
	 */
	public static QueueConnections beside(RedisConnectionFactory factory, ConfigurableListableBeanFactory beans,
			Executor reconnector) {
		if (factory instanceof LettuceConnectionFactory lettuce) {
			RedisConfiguration server = serverOf(lettuce, beans);
			if (server != null) {
				return open(server, lettuce.getClientConfiguration(), reconnector);
			}
		}
		return QueueConnections.of(factory);
	}

	private static @Nullable RedisConfiguration serverOf(LettuceConnectionFactory factory,
			ConfigurableListableBeanFactory beans) {
		if (factory.isRedisSentinelAware()) {
			return factory.getSentinelConfiguration();
		}
		if (factory.isClusterAware()) {
			return factory.getClusterConfiguration();
		}
		if (factory.getSocketConfiguration() != null) {
			return factory.getSocketConfiguration();
		}
		RedisStandaloneConfiguration standalone = factory.getStandaloneConfiguration();
		if (!standalone.equals(new RedisStandaloneConfiguration())) {
			return standalone;
		}
		// A factory for a static master and its replicas has no accessor for them. Its
		// standalone configuration equals that of a factory for localhost.
		return isMadeByBoot(factory, beans) ? masterReplicaOr(standalone, beans) : null;
	}

	private static boolean isMadeByBoot(LettuceConnectionFactory factory, ConfigurableListableBeanFactory beans) {
		return Arrays.stream(beans.getBeanNamesForType(LettuceConnectionFactory.class))
			.filter((name) -> beans.containsBeanDefinition(name) && beans.getBean(name) == factory)
			.map((name) -> beans.getBeanDefinition(name).getFactoryBeanName())
			.filter(Objects::nonNull)
			.anyMatch((name) -> name.startsWith(DataRedisConnectionDetails.class.getPackageName()));
	}

	private static RedisConfiguration masterReplicaOr(RedisStandaloneConfiguration standalone,
			ConfigurableListableBeanFactory beans) {
		RedisStaticMasterReplicaConfiguration bean = beans.getBeanProvider(RedisStaticMasterReplicaConfiguration.class)
			.getIfAvailable();
		if (bean != null) {
			return bean;
		}
		DataRedisConnectionDetails details = beans.getBean(DataRedisConnectionDetails.class);
		MasterReplica masterReplica = details.getMasterReplica();
		if (masterReplica == null) {
			return standalone;
		}
		List<Node> nodes = masterReplica.getNodes();
		RedisStaticMasterReplicaConfiguration server = new RedisStaticMasterReplicaConfiguration(nodes.get(0).host(),
				nodes.get(0).port());
		nodes.stream().skip(1).forEach((node) -> server.addNode(node.host(), node.port()));
		server.setUsername(details.getUsername());
		server.setPassword(details.getPassword());
		return server;
	}

	/** Creates connections that are opened on first use. */
	static QueueConnections open(RedisConfiguration server, LettuceClientConfiguration own, Executor reconnector) {
		EventLoopGroupProvider ioThread = new DefaultEventLoopGroupProvider(1);
		SentinelFollower follower = follower(server, own, reconnector);
		ClientResources resources = resources(own, ioThread, follower);
		Duration timeout = own.getCommandTimeout().isZero() ? MAX_COMMAND
				: shorter(own.getCommandTimeout(), MAX_COMMAND);
		LettuceClientConfiguration client = client(server, own, resources, timeout);
		LettuceConnectionFactory factory = new ReopeningConnectionFactory(server, client, timeout, reconnector);
		factory.afterPropertiesSet();
		LettuceConnectionFactory unshared = new ReopeningConnectionFactory(server, client, timeout, reconnector);
		unshared.setShareNativeConnection(false);
		unshared.afterPropertiesSet();
		if (follower != null) {
			follower.startWithNextConnection(resources);
		}
		Duration patience = own.getShutdownTimeout().multipliedBy(2).plus(MAX_END);
		// Spring Boot lets each command fail after the timeout of its connection.
		return new QueueConnections(factory, unshared, timeout, shorter(timeout, MAX_FIRST_REPLY).dividedBy(3),
				RedisConfiguration.isClusterConfiguration(server), (forGood) -> end(() -> {
					if (follower != null) {
						follower.close();
					}
					unshared.stop();
					factory.stop();
					if (forGood) {
						unshared.destroy();
						factory.destroy();
						// Resources that are shared with the application are not shut
						// down.
						resources.shutdown(0, 1000, MILLISECONDS);
						ioThread.shutdown(0, 1000, MILLISECONDS).awaitUninterruptibly();
						return;
					}
					if (follower != null) {
						follower.startWithNextConnection(resources);
					}
					unshared.start();
					factory.start();
				}, patience));
	}

	/**
	 * Lettuce waits for its I/O thread without a limit, and that may never answer, as
	 * after the memory of the JVM was full.
	 */
	private static void end(Runnable end, Duration patience) {
		DaemonThreads thread = new DaemonThreads("queue-disconnect-", 1);
		try {
			CompletableFuture.runAsync(end, thread).get(patience.toMillis(), MILLISECONDS);
		}
		catch (TimeoutException ex) {
			logger.warn("The connections of the queues have not ended within " + patience
					+ ", and are left to end with the JVM");
		}
		catch (ExecutionException ex) {
			logger.warn("The connections of the queues could not be closed", ex.getCause());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			thread.shutdown();
		}
	}

	private static @Nullable SentinelFollower follower(RedisConfiguration server, LettuceClientConfiguration own,
			Executor reconnector) {
		if (!(server instanceof RedisSentinelConfiguration configuration)) {
			return null;
		}
		RedisURI sentinels = LettuceConverters.sentinelConfigurationToRedisURI(configuration);
		sentinels.getSentinels().forEach((sentinel) -> {
			sentinel.setSsl(own.isUseSsl());
			sentinel.setVerifyPeer(own.getVerifyMode());
			sentinel.setStartTls(own.isStartTls());
			sentinel.setTimeout(MAX_FIRST_REPLY);
		});
		NettyCustomizer customizer = own.getClientResources()
			.map(ClientResources::nettyCustomizer)
			.orElse(DefaultClientResources.DEFAULT_NETTY_CUSTOMIZER);
		return new SentinelFollower(sentinels, options(own), customizer, reconnector);
	}

	private static LettuceClientConfiguration client(RedisConfiguration server, LettuceClientConfiguration own,
			ClientResources resources, Duration timeout) {
		boolean cluster = RedisConfiguration.isClusterConfiguration(server);
		LettuceClientConfigurationBuilder client = LettuceClientConfiguration.builder()
			.clientResources(resources)
			.clientOptions(cluster ? ClusterTopology.followedBy(options(own), timeout) : options(own))
			.commandTimeout(shorter(timeout, MAX_FIRST_REPLY))
			.shutdownTimeout(own.getShutdownTimeout())
			.shutdownQuietPeriod(own.getShutdownQuietPeriod());
		own.getClientName().ifPresent(client::clientName);
		own.getRedisCredentialsProviderFactory().ifPresent(client::redisCredentialsProviderFactory);
		if (own.isUseSsl()) {
			LettuceSslClientConfigurationBuilder ssl = client.useSsl().verifyPeer(own.getVerifyMode());
			if (own.isStartTls()) {
				ssl.startTls();
			}
		}
		return client.build();
	}

	private static ClientOptions options(LettuceClientConfiguration own) {
		ClientOptions options = own.getClientOptions().orElseGet(ClientOptions::create);
		return options.mutate()
			.autoReconnect(true)
			.disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
			.socketOptions(options.getSocketOptions()
				.mutate()
				.connectTimeout(shorter(options.getSocketOptions().getConnectTimeout(), MAX_CONNECT))
				.build())
			.build();
	}

	private static ClientResources resources(LettuceClientConfiguration own, EventLoopGroupProvider ioThread,
			@Nullable SentinelFollower follower) {
		ClientResources.Builder resources = ClientResources.builder()
			.reconnectDelay(Delay.exponential(Duration.ofMillis(50), MAX_PAUSE, 2, MILLISECONDS))
			.commandLatencyRecorder(CommandLatencyRecorder.disabled())
			.tracing(Tracing.disabled())
			.eventLoopGroupProvider(ioThread);
		own.getClientResources()
			.ifPresent((shared) -> resources.eventExecutorGroup(shared.eventExecutorGroup())
				.timer(shared.timer())
				.eventBus(shared.eventBus())
				.addressResolverGroup(shared.addressResolverGroup())
				.socketAddressResolver(shared.socketAddressResolver())
				.nettyCustomizer(shared.nettyCustomizer()));
		if (follower != null) {
			resources.nettyCustomizer(follower);
		}
		return resources.build();
	}

	private static Duration shorter(Duration one, Duration other) {
		return (one.compareTo(other) <= 0) ? one : other;
	}

}
