package io.github.redisqueue.autoconfigure.assembly;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.autoconfigure.QueueContexts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Queues whose keys would be those of others, and what is logged of all.
 */
class ConfiguredQueuesTest {

	private final ApplicationContextRunner runner = QueueContexts.withoutRedis();

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					a.prefix=shop      | b.prefix=shop        | b.type=list | 'a' (type lease, 1 shard)  | 'b' (type list, 1 shard)
					a.prefix=shop      | b.prefix=shop        | a.shards=2  | 'a' (type lease, 2 shards) | 'b' (type lease, 1 shard)
					a.lease-time=9s    | b.prefix=queue:{a}   | b.type=list | 'a' (type lease, 1 shard)  | 'b' (type list, 1 shard)
					a.prefix=queue:{b} | b.shards=3           | b.type=list | 'a' (type lease, 1 shard)  | 'b' (type list, 3 shards)
					a.prefix=shop      | b.prefix=shop:dead   | b.type=list | 'a' (type lease, 1 shard)  | 'b' (type list, 1 shard)
					a.prefix=s:item:x  | b.prefix=s           | b.type=list | 'a' (type lease, 1 shard)  | 'b' (type list, 1 shard)
					a.lease-time=9s    | b.prefix=queue:{a}:dead | b.type=list | 'a' (type lease, 1 shard)  | 'b' (type list, 1 shard)
					""")
	void keysOfOthersStopTheStart(String one, String other, String third, String first, String second) {
		this.runner.withPropertyValues(property(one), property(other), property(third)).run((context) -> {
			assertThat(context).hasFailed();
			FailureAnalysis analysis = sharedPlace(context.getStartupFailure()).analysis();
			assertThat(analysis.getDescription()).contains(first, second);
			assertThat(analysis.getAction()).contains("redis-queue.queues.<name>.prefix");
		});
	}

	private static String property(String text) {
		return "redis-queue.queues." + text;
	}

	private static FailureAnalyzedException sharedPlace(Throwable failure) {
		return (failure instanceof FailureAnalyzedException shared) ? shared : sharedPlace(failure.getCause());
	}

	@Test
	void keysOfOthersStopTheStartAlsoIfOnlyAListenerNamesOne() {
		this.runner.withBean(QueueContexts.Listener.class)
			.withPropertyValues("redis-queue.queues.old.prefix=queue:{jobs}", "redis-queue.queues.old.type=list")
			.run((context) -> {
				assertThat(context).hasFailed();
				assertThat(sharedPlace(context.getStartupFailure()))
					.hasMessageContainingAll("'old' (type list, 1 shard)", "'jobs' (type lease, 1 shard)");
			});
	}

	@Test
	void keysOfOthersAreRefusedLaterToo() {
		this.runner.withPropertyValues("redis-queue.queues.a.prefix=queue:{b}", "redis-queue.queues.a.type=list")
			.run((context) -> {
				WorkQueues queues = context.getBean(WorkQueues.class);
				for (int i = 0; i < 2; i++) {
					assertThatExceptionOfType(FailureAnalyzedException.class).isThrownBy(() -> queues.get("b"))
						.withMessageContainingAll("'a'", "'b'", "queue:{b}");
				}
				assertThat(queues.get("b:3").name()).isEqualTo("b:3");
			});
	}

	@Test
	void twoNamesAreOneQueueIfTheyAgree() {
		this.runner
			.withPropertyValues("redis-queue.shards=2", "redis-queue.queues.a.prefix=shop",
					"redis-queue.queues.b.prefix=shop", "redis-queue.queues.b.lease-time=10s")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void keysAreNotTakenForThoseOfOthersIfOnePrefixIsTheBeginningOfTheOther() {
		this.runner
			.withPropertyValues("redis-queue.queues.a.prefix=shop", "redis-queue.queues.b.prefix=shop:orders",
					"redis-queue.queues.b.type=list")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void keysAreNotThoseOfTheBells() {
		this.runner.withPropertyValues("redis-queue.queues.a.prefix=queue:{bell}:tokens").run((context) -> {
			assertThat(context).hasFailed();
			assertThat(context.getStartupFailure()).rootCause()
				.hasMessageContainingAll("redis-queue.queues.a.prefix must be", "bells", "'queue:{bell}:tokens'");
		});
	}

	@Test
	void theVersionIsLoggedIfItIsKnown() {
		assertThat(ConfiguredQueues.describe("1.2.3", "queue:", "one"))
			.isEqualTo("Redis Queue 1.2.3, key prefix 'queue:', worker id 'one'");
	}

}
