package io.github.redisqueue.autoconfigure.connection;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.background.ApplicationThreads;
import io.github.redisqueue.bell.BellReader;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ReadFrom;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions.RefreshTrigger;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode.NodeFlag;
import io.lettuce.core.resource.EventLoopGroupProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

@RedisTest
class PrivateLettuceConnectionsTest {

	private final ApplicationContextRunner runner = QueueContexts.withoutRedis();

	@Test
	@SuppressWarnings("unchecked")
	void areGivenUpIfTheirIoThreadNeverEnds(TestRedis redis) {
		QueueConnections connections = PrivateLettuceConnections.open(
				new RedisStandaloneConfiguration(redis.host(), redis.port()),
				LettuceClientConfiguration.defaultConfiguration(), Runnable::run);
		Semaphore end = new Semaphore(0);
		try (ApplicationThreads threads = new ApplicationThreads();
				RedisConnection connection = connections.factory().getConnection()) {
			BellReader bells = connections.bells(threads);
			byte[] bell = (redis.keyPrefix() + "bell").getBytes(StandardCharsets.US_ASCII);
			bells.read(List.of(bell), Duration.ofMillis(10)).toCompletableFuture().join();
			String key = redis.keyPrefix() + "end";
			RedisAsyncCommands<byte[], byte[]> commands = (RedisAsyncCommands<byte[], byte[]>) connection
				.getNativeConnection();
			commands.blpop(0, key.getBytes(StandardCharsets.US_ASCII)).thenRun(end::acquireUninterruptibly);
			redis.commands().lpush(key, "end");
			await().until(end::hasQueuedThreads);
			assertThat(CompletableFuture.runAsync(bells::close)).succeedsWithin(Duration.ofMinutes(1));
			assertThat(CompletableFuture.runAsync(connections::close)).succeedsWithin(Duration.ofMinutes(1));
		}
		finally {
			end.release();
		}
	}

	@Test
	void letNoWaitForBellsFailWithTheTimeoutsOfSpringBoot(TestRedis redis) {
		LettuceClientConfiguration own = LettuceClientConfiguration.builder()
			.clientOptions(ClientOptions.builder().timeoutOptions(TimeoutOptions.enabled()).build())
			.build();
		byte[] bell = (redis.keyPrefix() + "bell").getBytes(StandardCharsets.US_ASCII);
		try (ApplicationThreads threads = new ApplicationThreads();
				QueueConnections connections = PrivateLettuceConnections
					.open(new RedisStandaloneConfiguration(redis.host(), redis.port()), own, Runnable::run);
				BellReader bells = connections.bells(threads)) {
			Duration longest = connections.longestWait().plusMillis(500);
			assertThat(bells.read(List.of(bell), longest).toCompletableFuture().join()).isNull();
		}
	}

	@Nested
	class FindTheServer {

		@ParameterizedTest
		@ValueSource(strings = { "sentinel.nodes=127.0.0.1:2 spring.data.redis.sentinel.master=main",
				"cluster.nodes=127.0.0.1:2", "port=6379" })
		void ofBootsProperties(String properties) {
			runner.withPropertyValues("redis-queue.cleaner.enabled=false")
				.withPropertyValues(("spring.data.redis." + properties).split(" "))
				.run((context) -> {
					LettuceConnectionFactory ofApplication = context.getBean(LettuceConnectionFactory.class);
					assertThat(factory(context)).isNotSameAs(ofApplication);
					assertThat(factory(context).getSentinelConfiguration())
						.isEqualTo(ofApplication.getSentinelConfiguration());
					assertThat(factory(context).getClusterConfiguration())
						.isEqualTo(ofApplication.getClusterConfiguration());
				});
		}

		@Test
		void thatIsASocket() {
			RedisSocketConfiguration socket = new RedisSocketConfiguration("/nowhere");
			runner.withBean(LettuceConnectionFactory.class, () -> new LettuceConnectionFactory(socket))
				.run((context) -> assertThat(factory(context).getSocketConfiguration()).isSameAs(socket));
		}

		@Test
		void thatIsAPrimaryWithReplicas() {
			runner
				.withPropertyValues("spring.data.redis.masterreplica.nodes=127.0.0.1:2,127.0.0.1:3",
						"spring.data.redis.password=secret")
				.run((context) -> {
					assertThat(factory(context)).isNotSameAs(context.getBean(RedisConnectionFactory.class));
					assertThatExceptionOfType(DataAccessException.class)
						.isThrownBy(() -> factory(context).getConnection().close())
						.withStackTraceContaining("127.0.0.1:2?timeout=2s, redis://******@127.0.0.1:3");
				});
		}

		@Test
		void orElseLeaveItToTheApplicationsConnections() {
			RedisStaticMasterReplicaConfiguration replicated = new RedisStaticMasterReplicaConfiguration("127.0.0.1",
					2);
			runner.withBean(LettuceConnectionFactory.class, () -> new LettuceConnectionFactory(replicated))
				.run((context) -> assertThat(context.getBean(QueueConnections.class).factory())
					.isSameAs(context.getBean(RedisConnectionFactory.class)));
		}

	}

	@Nested
	class AreMadeLikeTheApplications {

		@Test
		void withTheirServerAndCredentials() {
			runner
				.withPropertyValues("spring.data.redis.host=127.0.0.1", "spring.data.redis.username=me",
						"spring.data.redis.password=secret", "spring.data.redis.database=3",
						"spring.data.redis.client-name=shop")
				.run((context) -> {
					LettuceConnectionFactory factory = factory(context);
					assertThat(factory).isNotSameAs(context.getBean(RedisConnectionFactory.class));
					assertThat(factory.getHostName()).isEqualTo("127.0.0.1");
					assertThat(factory.getPort()).isOne();
					assertThat(factory.getPassword()).isEqualTo("secret");
					assertThat(factory.getDatabase()).isEqualTo(3);
					assertThat(factory.getClientName()).isEqualTo("shop");
				});
		}

		@Test
		void withOneIoThreadThatEndsWithThem() {
			EventLoopGroupProvider[] threads = new EventLoopGroupProvider[1];
			runner.run((context) -> {
				threads[0] = factory(context).getClientResources().eventLoopGroupProvider();
				assertThat(threads[0].threadPoolSize()).isOne();
			});
			assertThatIllegalStateException().isThrownBy(() -> threads[0].allocate(MultiThreadIoEventLoopGroup.class))
				.withMessageContaining("shut down");
		}

		@Test
		void withEncryption() {
			LettuceClientConfiguration client = client(
					LettuceClientConfiguration.builder().useSsl().verifyPeer(SslVerifyMode.CA).startTls().build());
			assertThat(client.isUseSsl()).isTrue();
			assertThat(client.isStartTls()).isTrue();
			assertThat(client.getVerifyMode()).isEqualTo(SslVerifyMode.CA);
		}

		@Test
		void butFailingFast() {
			ClientOptions options = client(LettuceClientConfiguration.defaultConfiguration()).getClientOptions()
				.orElseThrow();
			assertThat(options.getDisconnectedBehavior()).isEqualTo(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS);
			assertThat(options.isAutoReconnect()).isTrue();
		}

		@Test
		void withTheOptionsOfACluster() {
			ClusterClientOptions options = cluster(ClusterClientOptions.builder().maxRedirects(17).build());
			assertThat(options.getMaxRedirects()).isEqualTo(17);
		}

		@Test
		void butFollowingTheChangesOfACluster() {
			for (ClientOptions own : List.of(ClusterClientOptions.create(), ClientOptions.create())) {
				ClusterTopologyRefreshOptions refresh = cluster(own).getTopologyRefreshOptions();
				assertThat(refresh.getAdaptiveRefreshTriggers()).containsExactlyInAnyOrder(RefreshTrigger.values());
				assertThat(refresh.getAdaptiveRefreshTimeout()).isEqualTo(Duration.ofSeconds(1));
				assertThat(refresh.isPeriodicRefreshEnabled()).isTrue();
				assertThat(refresh.getRefreshPeriod()).isEqualTo(Duration.ofSeconds(3));
			}
		}

		@Test
		void followingTheChangesOfAClusterAsTheApplicationSays() {
			ClusterTopologyRefreshOptions own = ClusterTopologyRefreshOptions.builder()
				.disableAdaptiveRefreshTrigger(RefreshTrigger.ASK_REDIRECT)
				.adaptiveRefreshTriggersTimeout(Duration.ofSeconds(7))
				.refreshTriggersReconnectAttempts(2)
				.enablePeriodicRefresh(Duration.ofMinutes(1))
				.dynamicRefreshSources(false)
				.closeStaleConnections(false)
				.build();
			assertThat(cluster(ClusterClientOptions.builder().topologyRefreshOptions(own).build())
				.getTopologyRefreshOptions()).usingRecursiveComparison().isEqualTo(own);
		}

		@Test
		void butGivingUpOnServersThatTheClusterHasGivenUp() {
			Predicate<RedisClusterNode> filter = cluster(ClusterClientOptions.create()).getNodeFilter();
			assertThat(filter.test(node(NodeFlag.UPSTREAM, 1, 2))).isTrue();
			assertThat(filter.test(node(NodeFlag.REPLICA))).isTrue();
			assertThat(filter.test(node(NodeFlag.FAIL, 1, 2))).isTrue();
			assertThat(filter.test(node(NodeFlag.FAIL))).isFalse();
		}

		@Test
		void butNotWaitingLongForAServerWhenLookingWhoHasWhichSlots() {
			LettuceClientConfiguration client = clusterClient(ClusterClientOptions.create());
			assertThat(client.getCommandTimeout()).isEqualTo(Duration.ofSeconds(2));
			TimeoutOptions commands = client.getClientOptions().orElseThrow().getTimeoutOptions();
			assertThat(commands.isTimeoutCommands()).isTrue();
			assertThat(commands.getSource().getTimeUnit().toSeconds(commands.getSource().getTimeout(null)))
				.isEqualTo(10);
		}

		private static RedisClusterNode node(NodeFlag flag, Integer... slots) {
			RedisClusterNode node = RedisClusterNode.of("a");
			node.setFlags(Set.of(flag));
			node.setSlots(List.of(slots));
			return node;
		}

		private static ClusterClientOptions cluster(ClientOptions own) {
			return (ClusterClientOptions) clusterClient(own).getClientOptions().orElseThrow();
		}

		private static LettuceClientConfiguration clusterClient(ClientOptions own) {
			LettuceClientConfiguration client = LettuceClientConfiguration.builder().clientOptions(own).build();
			RedisClusterConfiguration server = new RedisClusterConfiguration(List.of("127.0.0.1:1"));
			try (QueueConnections connections = PrivateLettuceConnections.open(server, client, Runnable::run)) {
				assertThat(connections.cluster()).isTrue();
				return ((LettuceConnectionFactory) connections.factory()).getClientConfiguration();
			}
		}

		@Test
		void butNeverReadingFromReplicas() {
			assertThat(client(LettuceClientConfiguration.builder().readFrom(ReadFrom.REPLICA).build()).getReadFrom())
				.isEmpty();
		}

		@Test
		void butWaitingForRepliesForTenSecondsAtMost() {
			assertThat(timeout(Duration.ofSeconds(60))).isEqualTo(Duration.ofSeconds(10));
			assertThat(timeout(Duration.ZERO)).isEqualTo(Duration.ofSeconds(10));
			assertThat(timeout(Duration.ofSeconds(3))).isEqualTo(Duration.ofSeconds(3));
		}

		@Test
		void andBlockingForAThirdOfTheTimeForAFirstReply() {
			runner.withPropertyValues("spring.data.redis.timeout=1500ms")
				.run((context) -> assertThat(context.getBean(QueueConnections.class).longestWait())
					.isEqualTo(Duration.ofMillis(500)));
		}

		private static Duration timeout(Duration own) {
			LettuceClientConfiguration client = LettuceClientConfiguration.builder().commandTimeout(own).build();
			try (QueueConnections connections = PrivateLettuceConnections.open(new RedisStandaloneConfiguration(),
					client, Runnable::run)) {
				return connections.commandTimeout();
			}
		}

		private static LettuceClientConfiguration client(LettuceClientConfiguration own) {
			try (QueueConnections connections = PrivateLettuceConnections.open(new RedisStandaloneConfiguration(), own,
					Runnable::run)) {
				return ((LettuceConnectionFactory) connections.factory()).getClientConfiguration();
			}
		}

	}

	@Test
	void theApplicationsMetricsShowNothingOfTheQueues(TestRedis redis) {
		QueueContexts.metered(QueueContexts.with(redis)).withBean(QueueContexts.Listener.class).run((context) -> {
			context.getBean(QueueOperations.class).send("jobs", "x");
			await().until(() -> context.getBean(WorkQueues.class).get("jobs").counts().ready() == 0);
			MeterRegistry meters = context.getBean(MeterRegistry.class);
			assertThat(meters.find("lettuce").meters()).isEmpty();
			context.getBean(StringRedisTemplate.class).hasKey("x");
			assertThat(meters.getMeters()).anyMatch((meter) -> meter.getId().getName().startsWith("lettuce"));
		});
	}

	@Test
	void connectionsAreClosedWithTheApplication() {
		try (PrivateRedis server = PrivateRedis.start()) {
			this.runner
				.withPropertyValues("spring.data.redis.port=" + server.port(), "spring.data.redis.client-name=leaving")
				.withBean(QueueContexts.Listener.class)
				.run((context) -> {
					context.getBean(QueueOperations.class).send("jobs", "x");
					assertThat(server.clientIds("leaving")).isNotEmpty();
				});
			await().until(() -> server.clientIds("leaving").isEmpty());
		}
	}

	private static LettuceConnectionFactory factory(AssertableApplicationContext context) {
		return (LettuceConnectionFactory) context.getBean(QueueConnections.class).factory();
	}

}
