package io.github.redisqueue.lettuce;

import java.time.Duration;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.algorithm.queue.GivenLeases;
import io.github.redisqueue.script.AsyncEvaluator;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.shard.ShardedQueue;
import io.github.redisqueue.test.QueueFixture;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.Stub;
import io.github.redisqueue.test.TestRedis;
import io.github.redisqueue.test.TestThreads;
import io.lettuce.core.api.async.RedisAsyncCommands;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How many types of ours one has to know to follow a call, as stack traces show them.
 */
@RedisTest
@Timeout(180)
class WalksTest {

	private static final String OURS = "io.github.redisqueue.";

	/** What tests put into the way of a call. */
	private static final Set<String> THEIRS = Set.of(WalksTest.class.getName(), Stub.class.getName(),
			GivenLeases.class.getName());

	private static final QueueSettings SETTINGS = QueueSettings.of("one", Duration.ofMinutes(1));

	/** The types that were met. */
	private final Set<String> met = new ConcurrentSkipListSet<>();

	private volatile boolean noting;

	private void note() {
		if (this.noting) {
			ours(Thread.currentThread().getStackTrace()).map(WalksTest::type).forEach(this.met::add);
		}
	}

	private static Stream<StackTraceElement> ours(StackTraceElement[] stack) {
		return Arrays.stream(stack)
			.filter((frame) -> frame.getClassName().startsWith(OURS))
			.filter((frame) -> !THEIRS.contains(type(frame)));
	}

	/** Nested types are part of the one that has them. */
	private static String type(StackTraceElement frame) {
		return frame.getClassName().replaceAll("\\$.*", "");
	}

	@Test
	void ofACompletion(TestRedis redis) throws Exception {
		LettuceConnectionFactory connections = redis.connections();
		LettuceEvaluator lettuce = new LettuceEvaluator(noted(connections), connections, false,
				TestThreads.connector());
		AsyncEvaluator evaluator = Stub.of(AsyncEvaluator.class, (proxy, method, arguments) -> {
			Object result = method.invoke(lettuce, arguments);
			return method.getName().equals("evaluate") ? withNotedReply((CompletionStage<?>) result) : result;
		});
		try (ScriptRunner scripts = new ScriptRunner(connections, evaluator, TestThreads.timer(),
				TestThreads.connector(), Duration.ofSeconds(30))) {
			WorkerQueue queue = new ShardedQueue(QueueType.STREAM, 1, QueueKeys.of(redis.keyPrefix(), "orders"),
					SETTINGS, scripts);
			for (int i = 0; i < 2; i++) {
				// The first one finds scripts that the server does not know.
				this.noting = i == 1;
				queue.add(QueueFixture.job("job-" + i));
				Lease given = QueueFixture.leaseOne(queue);
				Lease lease = GivenLeases.held(() -> {
					note();
					return given;
				});
				this.met.clear();
				assertThat(queue.async().complete(List.of(lease)).get(20, TimeUnit.SECONDS)).containsExactly(lease);
			}
		}
		assertThat(this.met).hasSizeBetween(5, 11);
	}

	@SuppressWarnings("unchecked")
	private RedisConnectionFactory noted(RedisConnectionFactory connections) {
		return Stub.of(RedisConnectionFactory.class, (factory, opening, none) -> {
			RedisConnection connection = (RedisConnection) opening.invoke(connections, none);
			return Stub.of(RedisConnection.class, (proxy, method, arguments) -> {
				Object result = method.invoke(connection, arguments);
				if (!(result instanceof RedisAsyncCommands<?, ?> commands)) {
					return result;
				}
				return Stub.of(RedisAsyncCommands.class, (itself, command, parts) -> {
					note();
					return command.invoke(commands, parts);
				});
			});
		});
	}

	@SuppressWarnings("unchecked")
	private CompletionStage<List<Object>> withNotedReply(CompletionStage<?> reply) {
		return ((CompletionStage<List<Object>>) reply).thenApply((values) -> new AbstractList<Object>() {

			@Override
			public Object get(int index) {
				note();
				return values.get(index);
			}

			@Override
			public int size() {
				note();
				return values.size();
			}

		});
	}

}
