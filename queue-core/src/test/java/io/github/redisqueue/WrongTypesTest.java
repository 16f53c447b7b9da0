package io.github.redisqueue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.shard.ShardedQueue;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.dao.DataAccessException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * If somebody else has written to a key of a queue, the error names the key.
 */
@RedisTest
class WrongTypesTest {

	private static final QueueSettings SETTINGS = QueueSettings.builder("one", Duration.ofSeconds(30))
		.dedupWindow(Duration.ofHours(1))
		.build();

	private final TestRedis redis;

	private final QueueKeys keys;

	WrongTypesTest(TestRedis redis) {
		this.redis = redis;
		this.keys = QueueKeys.of(redis.keyPrefix(), "orders");
	}

	static Stream<Arguments> keysOfQueues() {
		Map<QueueType, List<String>> keys = Map.of(QueueType.LEASE,
				List.of("queue", "processing", "delayed", "token", "headers", "completed", "dead", "suspects", "groups",
						"joining", "line"),
				QueueType.LIST,
				List.of("queue", "jobs", "workers", "delayed", "tokens", "headers", "completed", "dead", "groups",
						"line"),
				QueueType.STREAM, List.of("stream", "ids", "delayed", "jobs", "headers", "completed", "dead"),
				QueueType.DELAYED, List.of("delayed", "jobs", "headers", "tokens", "token", "completed", "dead"));
		return keys.entrySet()
			.stream()
			.flatMap((queue) -> queue.getValue().stream().map((name) -> Arguments.of(queue.getKey(), name)));
	}

	@ParameterizedTest
	@MethodSource("keysOfQueues")
	void theKeyIsNamed(QueueType type, String name) {
		String key = this.keys.key(name);
		WorkerQueue queue = new ShardedQueue(type, 1, this.keys, SETTINGS, new ScriptRunner(this.redis.connections()));
		queue.counts();
		this.redis.commands().del(key);
		if (name.equals("queue") || name.equals("processing") || name.equals("dead")) {
			this.redis.commands().set(key, "no list");
		}
		else {
			this.redis.commands().rpush(key, "a list");
		}
		List<String> errors = errors(queue);
		assertThat(errors).isNotEmpty()
			.allSatisfy((error) -> assertThat(error).contains("failed for queue 'orders' at ", "WRONGTYPE",
					"; key '" + key + "' holds a " + this.redis.commands().type(key) + " instead of a "));
	}

	private List<String> errors(WorkerQueue queue) {
		List<String> errors = new ArrayList<>();
		List<Runnable> operations = List.of(() -> queue.add(job("a")),
				() -> queue.add(job("b").withDelay(Duration.ofHours(1))),
				() -> queue.lease(1).leases().forEach((lease) -> queue.complete(List.of(lease))),
				() -> queue.async().lease(1).join(), queue::counts, () -> queue.deadLetters().page(0, 1),
				() -> queue.cancel("a"), () -> queue.clean(CleanDepth.LIGHT));
		for (Runnable operation : operations) {
			try {
				operation.run();
			}
			catch (DataAccessException ex) {
				errors.add(ex.getMessage());
			}
			catch (CompletionException ex) {
				errors.add(ex.getCause().getMessage());
			}
		}
		return errors;
	}

	private static Job job(String id) {
		return Job.of(id, new byte[] { 1 }).withHeaders(Map.of("from", "test"));
	}

	@ParameterizedTest
	@CsvSource({ "shards, false", "shards, true", "type, false", "type, true" })
	void aLayoutThatCannotBeReadIsNamedToo(String name, boolean isRecorded) {
		WorkerQueue other = new ShardedQueue(QueueType.LEASE, 1, this.keys, SETTINGS,
				new ScriptRunner(this.redis.connections()));
		if (isRecorded) {
			other.counts();
		}
		String key = this.keys.key(name);
		this.redis.commands().del(key);
		this.redis.commands().rpush(key, "a list");
		WorkerQueue queue = new ShardedQueue(QueueType.LEASE, 1, this.keys, SETTINGS,
				new ScriptRunner(this.redis.connections()));
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(queue::counts)
			.withMessageContainingAll("queue 'orders'", "key '" + key + "' holds no string");
		this.redis.commands().del(key);
		assertThat(queue.add(job("a"))).isTrue();
	}

}
