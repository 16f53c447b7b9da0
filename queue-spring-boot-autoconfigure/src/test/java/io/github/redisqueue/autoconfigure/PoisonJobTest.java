package io.github.redisqueue.autoconfigure;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.redisqueue.Cause.Reason;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Job;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.shard.ShardedQueue;
import io.github.redisqueue.test.OnlyInAllTests;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A job that ends the JVM of its worker, in real JVMs that are started again and again.
 */
@OnlyInAllTests
@RedisTest
class PoisonJobTest {

	private static final int HEALTHY = 12;

	private static final int MAX_LIVES = 20;

	private TestRedis redis;

	private WorkQueue queue(QueueType type, String name) {
		return new ShardedQueue(type, 1, QueueKeys.of(this.redis.keyPrefix(), name),
				QueueSettings.of("sender", Duration.ofSeconds(1)), new ScriptRunner(this.redis.connections()));
	}

	private static boolean isDrained(WorkQueue queue) {
		QueueCounts counts = queue.counts();
		return counts.ready() + counts.delayed() + counts.leased() == 0;
	}

	@ParameterizedTest
	@EnumSource(names = { "LEASE" })
	@Timeout(900)
	void isBuriedAndTakesNoHealthyOneAlong(QueueType type, TestRedis redis) throws IOException, InterruptedException {
		this.redis = redis;
		WorkQueue orders = queue(type, "orders");
		WorkQueue invoices = queue(type, "invoices");
		orders.add(List.of(Job.of(PoisonedWorker.POISON, new byte[0])));
		for (WorkQueue queue : List.of(orders, invoices)) {
			queue.add(IntStream.range(0, HEALTHY).mapToObj((i) -> Job.of("healthy-" + i, new byte[0])).toList());
		}
		int lives = 0;
		while (!isDrained(orders) || !isDrained(invoices)) {
			assertThat(++lives).as("lives of the worker").isLessThan(MAX_LIVES);
			Process worker = PoisonedWorker.start(redis, type);
			try {
				await().atMost(Duration.ofMinutes(2))
					.until(() -> !worker.isAlive() || (isDrained(orders) && isDrained(invoices)));
			}
			finally {
				worker.destroyForcibly().waitFor();
			}
		}
		assertThat(dead(orders)).containsExactly(PoisonedWorker.POISON);
		assertThat(dead(invoices)).isEmpty();
	}

	private static Set<String> dead(WorkQueue queue) {
		List<DeadLetter> letters = queue.deadLetters().page(0, 100);
		assertThat(letters).allSatisfy((letter) -> assertThat(letter.cause().reason()).isEqualTo(Reason.CRASHES));
		return letters.stream().map(DeadLetter::id).collect(Collectors.toSet());
	}

}
