package io.github.redisqueue.autoconfigure.connection;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.QueueTemplate;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.template.SendResult;
import io.github.redisqueue.test.Caller;
import io.github.redisqueue.test.FaultyProxy;
import io.github.redisqueue.test.PrivateRedis;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.resource.Delay;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

class OutageTest {

	private final ApplicationContextRunner runner = QueueContexts.withoutRedis();

	private void run(BiConsumer<PrivateRedis, QueueOperations> test, String... properties) {
		try (PrivateRedis server = PrivateRedis.start()) {
			this.runner
				.withPropertyValues("spring.data.redis.port=" + server.port(), "redis-queue.cleaner.enabled=false")
				.withPropertyValues(properties)
				.run((context) -> test.accept(server, context.getBean(QueueOperations.class)));
		}
	}

	@Test
	void sendingWorksAgainWithinFiveSecondsAndFailsAtOnceMeanwhile() {
		run((server, queues) -> {
			queues.send("jobs", "before");
			server.kill();
			await().during(Duration.ofSeconds(2)).until(() -> failsAtOnce(queues));
			server.restart();
			await().atMost(Duration.ofSeconds(5))
				.ignoreExceptionsInstanceOf(DataAccessException.class)
				.until(() -> queues.send("jobs", "after").isNew());
		});
	}

	@Test
	void anApplicationThatStopsWaitsForTheReplyToWhatItSends() {
		try (PrivateRedis server = PrivateRedis.start()) {
			this.runner
				.withPropertyValues("spring.data.redis.port=" + server.port(), "redis-queue.cleaner.enabled=false")
				.run((context) -> {
					QueueOperations queues = context.getBean(QueueOperations.class);
					queues.send("jobs", "before");
					server.freeze();
					CompletableFuture<SendResult> result = queues.sendAsync("jobs", "while Redis hangs");
					CompletableFuture<Void> stop = CompletableFuture
						.runAsync(context.getSourceApplicationContext(ConfigurableApplicationContext.class)::stop);
					await().during(Duration.ofMillis(500)).until(() -> !result.isDone() && !stop.isDone());
					server.thaw();
					stop.join();
					assertThat(result.join().isNew()).isTrue();
				});
		}
	}

	@ParameterizedTest
	@CsvSource({ "10000, 1", "7, 4700000" })
	void whatIsSentWithoutWaitingHasABudgetAndAnEndAndWhatWaitsHasNone(int jobs, int bytes) {
		run((server, queues) -> {
			byte[] payload = new byte[bytes];
			queues.send("jobs", payload);
			server.freeze();
			List<CompletableFuture<SendResult>> sent = Stream.generate(() -> queues.sendAsync("jobs", payload))
				.limit(jobs)
				.toList();
			Caller<SendResult> sender = Caller.start(() -> queues.send("jobs", payload));
			assertThat(sent).noneMatch(CompletableFuture::isDone);
			assertThat(queues.sendAsync("jobs", payload)).isCompletedExceptionally();
			server.thaw();
			assertThat(sender.get().isNew()).isTrue();
			assertThat(sent).allMatch((result) -> result.join().isNew());
			((QueueTemplate) queues).close();
			assertThat(queues.sendAsync("jobs", payload)).isCompletedExceptionally();
			assertThat(queues.send("jobs", payload).isNew()).isTrue();
		});
	}

	@Test
	void listeningGoesOnWithinFiveSeconds() {
		try (PrivateRedis server = PrivateRedis.start("appendonly yes", "appendfsync always")) {
			this.runner.withBean(QueueContexts.Listener.class)
				.withPropertyValues("spring.data.redis.port=" + server.port())
				.run((context) -> {
					List<String> texts = context.getBean(QueueContexts.Listener.class).texts;
					QueueOperations queues = context.getBean(QueueOperations.class);
					queues.send("jobs", "before");
					await().until(() -> texts.contains("before"));
					queues.send("jobs", SendRequest.of("meanwhile").withDelay(Duration.ofSeconds(1)));
					server.kill();
					await().during(Duration.ofSeconds(2)).until(() -> texts.size() == 1);
					server.restart();
					await().atMost(Duration.ofSeconds(5)).until(() -> texts.contains("meanwhile"));
				});
		}
	}

	@Test
	void noPauseBetweenTriesIsLongerThanASecond() {
		this.runner.run((context) -> {
			Delay delay = Objects.requireNonNull(factory(context).getClientResources()).reconnectDelay();
			assertThat(IntStream.range(1, 40).mapToObj(delay::createDelay))
				.allMatch((pause) -> pause.compareTo(Duration.ofSeconds(1)) <= 0);
		});
	}

	@Test
	void aConnectionWhoseServerDoesNotAnswerGivesWayToANewOne() {
		run((server, queues) -> {
			// The first connection takes its time on a busy machine.
			await().ignoreExceptionsInstanceOf(DataAccessException.class)
				.until(() -> queues.send("jobs", "before").isNew());
			List<String> before = server.clientIds("shop");
			server.commands().clientPause(1000);
			assertThatExceptionOfType(QueryTimeoutException.class).isThrownBy(() -> queues.send("jobs", "x"));
			await().ignoreExceptionsInstanceOf(DataAccessException.class)
				.until(() -> queues.send("jobs", "after").isNew());
			assertThat(before).hasSize(1);
			await().untilAsserted(
					() -> assertThat(server.clientIds("shop")).hasSize(1).doesNotContainAnyElementsOf(before));
		}, "spring.data.redis.timeout=300ms", "spring.data.redis.client-name=shop");
	}

	@Test
	void startingWaitsForAServerThatHangsOnceHoweverManyQueuesThereAre() {
		try (PrivateRedis server = PrivateRedis.start();
				FaultyProxy proxy = FaultyProxy.to("127.0.0.1", server.port())) {
			server.freeze();
			this.runner
				.withPropertyValues("spring.data.redis.port=" + proxy.port(), "spring.data.redis.timeout=300ms",
						"redis-queue.cleaner.enabled=false", "redis-queue.queues.one.type=list",
						"redis-queue.queues.two.type=list", "redis-queue.queues.three.type=list")
				.run((context) -> {
					assertThat(context).hasNotFailed();
					// The proxy may come to it later than the client.
					await().until(proxy::accepted, (accepted) -> accepted > 0);
					assertThat(proxy.accepted()).isOne();
				});
		}
	}

	/** Else each thread in turn would wait for a connection, as long as a command may. */
	@Test
	void whileAServerHangsNoCallWaitsLongerThanItsTimeoutHoweverManyThreadsCall() {
		run((server, queues) -> {
			await().ignoreExceptionsInstanceOf(DataAccessException.class)
				.until(() -> queues.send("jobs", "before").isNew());
			server.freeze();
			CompletableFuture<?>[] calls = Stream
				.generate(
						() -> CompletableFuture.runAsync(() -> sendTwiceInVain(queues), new SimpleAsyncTaskExecutor()))
				.limit(40)
				.toArray(CompletableFuture[]::new);
			assertThat(CompletableFuture.allOf(calls)).succeedsWithin(Duration.ofSeconds(10));
		}, "spring.data.redis.timeout=500ms");
	}

	@Test
	void aConnectionWhoseServerBecameAReplicaGivesWayToANewOne() {
		assertThatANewConnectionIsOpenedAfter("READONLY", (server) -> server.replicaof("127.0.0.1", 1));
	}

	/** An old primary whose replicas follow another one is in that state, too. */
	@Test
	void aConnectionWhoseServerHasTooFewReplicasGivesWayToANewOne() {
		assertThatANewConnectionIsOpenedAfter("NOREPLICAS", (server) -> server.configSet("min-replicas-to-write", "1"));
	}

	private void assertThatANewConnectionIsOpenedAfter(String refusal, Consumer<RedisCommands<String, String>> change) {
		run((server, queues) -> {
			queues.send("jobs", "before");
			List<String> before = server.clientIds("shop");
			change.accept(server.commands());
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> queues.send("jobs", "x"))
				.withMessageContaining(refusal);
			assertThat(before).hasSize(1);
			await().untilAsserted(() -> assertThat(server.clientIds("shop")).doesNotContainAnyElementsOf(before));
		}, "spring.data.redis.client-name=shop");
	}

	private static void sendTwiceInVain(QueueOperations queues) {
		for (int i = 0; i < 2; i++) {
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> queues.send("jobs", "x"));
		}
	}

	private static boolean failsAtOnce(QueueOperations queues) {
		long begin = System.nanoTime();
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> queues.send("jobs", "x"));
		return Duration.ofNanos(System.nanoTime() - begin).compareTo(Duration.ofSeconds(2)) < 0;
	}

	private static LettuceConnectionFactory factory(AssertableApplicationContext context) {
		return (LettuceConnectionFactory) context.getBean(QueueConnections.class).factory();
	}

}
