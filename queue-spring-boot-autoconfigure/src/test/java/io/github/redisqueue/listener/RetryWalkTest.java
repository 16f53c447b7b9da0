package io.github.redisqueue.listener;

import java.util.Arrays;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.script.AsyncEvaluator;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.Stub;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * How many types of ours stand between a handler that throws and the call that stores its
 * retry.
 */
@RedisTest
class RetryWalkTest {

	private static final String HANDLING = "io.github.redisqueue.listener.handle.Handling";

	private final Queue<Set<String>> walks = new ConcurrentLinkedQueue<>();

	@Test
	void isShort(TestRedis redis) {
		try (Listening listening = new Listening(redis.connections(), redis.keyPrefix(), this::watched)) {
			WorkerQueue queue = listening.queue("orders");
			queue.add(Listening.jobs(1));
			listening.start(queue, (lease) -> {
				throw new IllegalStateException("Not yet");
			});
			await().until(() -> !this.walks.isEmpty());
		}
		assertThat(this.walks.element()).hasSizeBetween(10, 18);
	}

	private AsyncEvaluator watched(AsyncEvaluator evaluator) {
		return Stub.of(AsyncEvaluator.class, (proxy, method, arguments) -> {
			Set<String> types = typesOnTheStack();
			if (types.contains(HANDLING)) {
				types.add(evaluator.getClass().getName());
				this.walks.add(types);
			}
			return method.invoke(evaluator, arguments);
		});
	}

	private static Set<String> typesOnTheStack() {
		return Arrays.stream(new Throwable().getStackTrace())
			.map((frame) -> frame.getClassName().replaceAll("\\$.*", ""))
			.filter((type) -> type.startsWith("io.github.redisqueue.") && !type.endsWith("Test")
					&& !type.equals(Stub.class.getName()))
			.collect(Collectors.toCollection(TreeSet::new));
	}

}
