package io.github.redisqueue.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.IntStream;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.template.Outgoing;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ReadFrom;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.resource.Delay;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.QueryTimeoutException;
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
import static org.awaitility.Awaitility.await;

@RedisTest
class PrivateLettuceConnectionsTest {

	private final ApplicationContextRunner runner = QueueContexts.withoutRedis();

	@Nested
	class AfterAnOutage {

		@Test
		void sendingWorksAgainWithinFiveSecondsAndFailsAtOnceMeanwhile() {
			try (PrivateRedis server = PrivateRedis.start()) {
				PrivateLettuceConnectionsTest.this.runner
					.withPropertyValues("spring.data.redis.port=" + server.port(), "queue.cleaner.enabled=false")
					.run((context) -> {
						QueueOperations queues = context.getBean(QueueOperations.class);
						queues.send("jobs", "before");
						server.kill();
						// Long enough for a client that doubles its pauses to make long
						// ones.
						await().during(Duration.ofSeconds(6))
							.atMost(Duration.ofSeconds(10))
							.until(() -> failsAtOnce(queues));
						server.restart();
						await().atMost(Duration.ofSeconds(5))
							.ignoreExceptionsInstanceOf(DataAccessException.class)
							.until(() -> queues.send("jobs", "after").isNew());
					});
			}
		}

		@Test
		void listeningGoesOnWithinFiveSeconds() {
			try (PrivateRedis server = PrivateRedis.start("appendonly yes", "appendfsync always")) {
				PrivateLettuceConnectionsTest.this.runner.withBean(Listener.class)
					.withPropertyValues("spring.data.redis.port=" + server.port())
					.run((context) -> {
						List<String> texts = context.getBean(Listener.class).texts;
						QueueOperations queues = context.getBean(QueueOperations.class);
						queues.send("jobs", "before");
						await().until(() -> texts.contains("before"));
						queues.send("jobs", Outgoing.of("meanwhile").delay(Duration.ofSeconds(1)));
						server.kill();
						await().during(Duration.ofSeconds(2)).until(() -> texts.size() == 1);
						server.restart();
						await().atMost(Duration.ofSeconds(5)).until(() -> texts.contains("meanwhile"));
					});
			}
		}

		@Test
		void noPauseBetweenTriesIsLongerThanASecond() {
			PrivateLettuceConnectionsTest.this.runner.run((context) -> {
				Delay delay = Objects.requireNonNull(factory(context).getClientResources()).reconnectDelay();
				assertThat(IntStream.range(1, 40).mapToObj(delay::createDelay))
					.allMatch((pause) -> pause.compareTo(Duration.ofSeconds(1)) <= 0);
			});
		}

		@Test
		void aConnectionWhoseServerDoesNotAnswerGivesWayToANewOne() {
			try (PrivateRedis server = PrivateRedis.start()) {
				PrivateLettuceConnectionsTest.this.runner
					.withPropertyValues("spring.data.redis.port=" + server.port(), "queue.cleaner.enabled=false",
							"spring.data.redis.timeout=300ms", "spring.data.redis.client-name=shop")
					.run((context) -> {
						QueueOperations queues = context.getBean(QueueOperations.class);
						queues.send("jobs", "before");
						List<String> before = clientIds(server, "shop");
						pause(server, Duration.ofSeconds(1));
						assertThatExceptionOfType(QueryTimeoutException.class)
							.isThrownBy(() -> queues.send("jobs", "x"));
						await().ignoreExceptionsInstanceOf(DataAccessException.class)
							.until(() -> queues.send("jobs", "after").isNew());
						assertThat(before).hasSize(1);
						assertThat(clientIds(server, "shop")).hasSize(1).doesNotContainAnyElementsOf(before);
					});
			}
		}

		private static void pause(PrivateRedis server, Duration time) {
			withConnection(server,
					(connection) -> connection.execute("CLIENT", bytes("PAUSE"), bytes("" + time.toMillis())));
		}

		private static byte[] bytes(String text) {
			return text.getBytes(StandardCharsets.UTF_8);
		}

		private static boolean failsAtOnce(QueueOperations queues) {
			long begin = System.nanoTime();
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> queues.send("jobs", "x"));
			return Duration.ofNanos(System.nanoTime() - begin).compareTo(Duration.ofSeconds(2)) < 0;
		}

	}

	@Nested
	class AreMadeLikeTheApplications {

		private final ApplicationContextRunner runner = PrivateLettuceConnectionsTest.this.runner;

		@Test
		void withTheirServerAndCredentials() {
			this.runner
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
		void onTheSameThreads() {
			this.runner.run((context) -> assertThat(factory(context).getClientResources()).isNotNull()
				.satisfies((resources) -> assertThat(resources.eventLoopGroupProvider())
					.isSameAs(context.getBean(LettuceConnectionFactory.class)
						.getClientConfiguration()
						.getClientResources()
						.orElseThrow()
						.eventLoopGroupProvider())));
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
			LettuceClientConfiguration client = client(LettuceClientConfiguration.builder()
				.clientOptions(ClusterClientOptions.builder().maxRedirects(17).build())
				.build());
			assertThat(client.getClientOptions()).containsInstanceOf(ClusterClientOptions.class)
				.get()
				.satisfies((options) -> assertThat(((ClusterClientOptions) options).getMaxRedirects()).isEqualTo(17));
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
		void andBlockingForAThirdOfThatAtMost() {
			this.runner.withPropertyValues("spring.data.redis.timeout=3s")
				.run((context) -> assertThat(context.getBean(QueueConnections.class).longestWait())
					.isEqualTo(Duration.ofSeconds(1)));
		}

		private static Duration timeout(Duration own) {
			return client(LettuceClientConfiguration.builder().commandTimeout(own).build()).getCommandTimeout();
		}

		private static LettuceClientConfiguration client(LettuceClientConfiguration own) {
			try (QueueConnections connections = PrivateLettuceConnections.open(new RedisStandaloneConfiguration(),
					own)) {
				return ((LettuceConnectionFactory) connections.factory()).getClientConfiguration();
			}
		}

	}

	@Nested
	class FindTheServer {

		private final ApplicationContextRunner runner = PrivateLettuceConnectionsTest.this.runner;

		@Test
		void ofSentinels() {
			this.runner
				.withPropertyValues("spring.data.redis.sentinel.master=main",
						"spring.data.redis.sentinel.nodes=127.0.0.1:2")
				.run((context) -> assertThat(factory(context).getSentinelConfiguration()).isNotNull());
		}

		@Test
		void ofACluster() {
			this.runner.withPropertyValues("spring.data.redis.cluster.nodes=127.0.0.1:2")
				.run((context) -> assertThat(factory(context).getClusterConfiguration()).isNotNull());
		}

		@Test
		void ofASocket() {
			RedisSocketConfiguration socket = new RedisSocketConfiguration("/nowhere");
			this.runner.withBean(LettuceConnectionFactory.class, () -> new LettuceConnectionFactory(socket))
				.run((context) -> assertThat(factory(context).getSocketConfiguration()).isSameAs(socket));
		}

		@Test
		void thatIsBootsDefault() {
			this.runner.withPropertyValues("spring.data.redis.port=6379", "queue.cleaner.enabled=false")
				.run((context) -> assertThat(factory(context))
					.isNotSameAs(context.getBean(RedisConnectionFactory.class)));
		}

		@Test
		void withReplicas() {
			this.runner
				.withPropertyValues("spring.data.redis.masterreplica.nodes=127.0.0.1:2,127.0.0.1:3",
						"spring.data.redis.password=secret")
				.run((context) -> {
					assertThat(factory(context)).isNotSameAs(context.getBean(RedisConnectionFactory.class));
					assertThatExceptionOfType(DataAccessException.class)
						.isThrownBy(() -> factory(context).getConnection().close())
						.withStackTraceContaining("127.0.0.1:2?timeout=10s, redis://******@127.0.0.1:3");
				});
		}

		@Test
		void orLeaveItToTheApplicationIfItCannotBeTold() {
			RedisStaticMasterReplicaConfiguration replicated = new RedisStaticMasterReplicaConfiguration("127.0.0.1",
					2);
			this.runner.withBean(LettuceConnectionFactory.class, () -> new LettuceConnectionFactory(replicated))
				.run((context) -> assertThat(context.getBean(QueueConnections.class).factory())
					.isSameAs(context.getBean(RedisConnectionFactory.class)));
		}

	}

	@Test
	void theApplicationsMetricsShowNothingOfTheQueues(TestRedis redis) {
		QueueContexts.metered(QueueContexts.with(redis)).withBean(Listener.class).run((context) -> {
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
				.withBean(Listener.class)
				.run((context) -> {
					context.getBean(QueueOperations.class).send("jobs", "x");
					assertThat(clientIds(server, "leaving")).isNotEmpty();
				});
			await().until(() -> clientIds(server, "leaving").isEmpty());
		}
	}

	private static List<String> clientIds(PrivateRedis server, String name) {
		return withConnection(server,
				(connection) -> connection.serverCommands()
					.getClientList()
					.stream()
					.filter((client) -> name.equals(client.getName()))
					.map((client) -> client.get("id"))
					.toList());
	}

	private static <T> T withConnection(PrivateRedis server, Function<RedisConnection, T> work) {
		LettuceConnectionFactory connections = server.connections(Duration.ofSeconds(5));
		try (RedisConnection connection = connections.getConnection()) {
			return work.apply(connection);
		}
		finally {
			connections.destroy();
		}
	}

	private static LettuceConnectionFactory factory(AssertableApplicationContext context) {
		return (LettuceConnectionFactory) context.getBean(QueueConnections.class).factory();
	}

	static class Listener {

		private final List<String> texts = new CopyOnWriteArrayList<>();

		@QueueListener("jobs")
		void handle(String text) {
			this.texts.add(text);
		}

	}

}
