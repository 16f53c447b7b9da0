package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.QueueLayoutException;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.autoconfigure.assembly.ConfiguredQueues;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataAccessException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Applications with queues that are spread over shards.
 */
@RedisTest
class ShardedApplicationTest {

	private TestRedis redis;

	private ApplicationContextRunner runner;

	@BeforeEach
	void prepare(TestRedis redis) {
		this.redis = redis;
		this.runner = QueueContexts.with(redis).withPropertyValues("redis-queue.queues.jobs.shards=3");
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis-queue.queues.jobs.shards=4", "redis-queue.queues.jobs.shards=1",
			"redis-queue.queues.jobs.type=stream" })
	void whoeverIsConfiguredOtherwiseDoesNotStart(String other) {
		this.runner.run((first) -> this.runner.withPropertyValues(other).run((second) -> {
			assertThat(first).hasNotFailed();
			assertReported(second);
		}));
	}

	@Test
	void thatHoldsForAListenerOfAQueueWithoutPropertiesOfItsOwn() {
		ApplicationContextRunner listening = QueueContexts.with(this.redis).withBean(QueueContexts.Listener.class);
		this.runner.run((first) -> listening.run(ShardedApplicationTest::assertReported));
	}

	@Test
	void aStartThatFailedForThatIsNoStart() {
		this.runner.run((context) -> {
			ConfiguredQueues queues = context.getBean(ConfiguredQueues.class);
			queues.stop();
			this.redis.commands().set(this.redis.keyPrefix() + "{jobs}:type", "stream");
			assertThatExceptionOfType(QueueLayoutException.class).isThrownBy(queues::start);
			assertThat(queues.isRunning()).isFalse();
		});
	}

	private static void assertReported(AssertableApplicationContext context) {
		assertThat(context).hasFailed();
		FailureAnalysis analysis = new QueueLayoutFailureAnalyzer().analyze(context.getStartupFailure());
		assertThat(analysis).isNotNull();
		assertThat(analysis.getDescription()).contains("'jobs'", "type 'lease' and 3 shards");
		assertThat(analysis.getAction()).contains("drain the queue", "{jobs}:shards", "{jobs}:type",
				"redis-queue.queues.<name>.shards");
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void whoStartsWhileRedisIsAwayLooksLater(CapturedOutput output) {
		try (PrivateRedis server = PrivateRedis.start("appendonly yes", "appendfsync always")) {
			ApplicationContextRunner runner = this.runner.withPropertyValues("spring.data.redis.host=127.0.0.1",
					"spring.data.redis.port=" + server.port());
			runner.run((first) -> assertThat(first).hasNotFailed());
			server.stop();
			runner.withBean(QueueContexts.Listener.class)
				.withPropertyValues("redis-queue.queues.jobs.shards=4")
				.run((second) -> {
					assertThat(second).hasNotFailed();
					WorkQueue jobs = second.getBean(WorkQueues.class).get("jobs");
					assertThatExceptionOfType(DataAccessException.class).isThrownBy(jobs::counts);
					server.restart();
					await().ignoreExceptionsInstanceOf(DataAccessException.class)
						.untilAsserted(
								() -> assertThatExceptionOfType(QueueLayoutException.class).isThrownBy(jobs::counts));
					await().untilAsserted(
							() -> assertThat(output).containsOnlyOnce("lease jobs from queue 'jobs', trying again"));
				});
		}
	}

}
