package io.github.redisqueue.algorithm.queue;

import java.time.Duration;
import java.util.Map;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.Algorithm.Transition;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.shard.ShardedQueue;
import io.github.redisqueue.test.QueueFixture;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static io.github.redisqueue.test.QueueFixture.job;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Instances that wait agree, by the lease script, on who wakes up at the next due time
 * and who looks in each poll interval.
 */
@RedisTest
class WaitingTest {

	private static final int NOTHING_DUE = -1;

	private static final QueueSettings SETTINGS = QueueSettings.of("one", Duration.ofSeconds(30));

	private static final Duration INTERVAL = Duration.ofSeconds(20);

	private TestRedis redis;

	private QueueKeys keys;

	private ScriptRunner scripts;

	@BeforeEach
	void createKeys(TestRedis redis) {
		this.redis = redis;
		this.keys = QueueKeys.of(redis.keyPrefix(), "orders");
		this.scripts = new ScriptRunner(redis.connections());
	}

	private Algorithm algorithm(QueueType type) {
		return ShardedQueue.algorithm(type, this.keys, SETTINGS, this.scripts, () -> null);
	}

	private WorkerQueue queue(QueueType type) {
		return QueueFixture.queue(type, this.keys, SETTINGS, this.redis.connections());
	}

	private Reply lease(Algorithm algorithm, String waiter, Duration interval) {
		Call call = algorithm.call()
			.argument(1)
			.argument(SETTINGS.leaseTime().toMillis())
			.argument(SETTINGS.worker())
			.argument("");
		algorithm.addCrashLimits(call).argument(waiter).argument(interval.toMillis());
		return this.scripts.run(algorithm.script(Transition.LEASE), call);
	}

	private long next(Algorithm algorithm, String waiter) {
		return lease(algorithm, waiter, Duration.ZERO).number(0);
	}

	private String clock() {
		return this.redis.commands().get(this.keys.key("clock"));
	}

	@ParameterizedTest
	@EnumSource(QueueType.class)
	void oneOfThoseWhoWaitKeepsTheClock(QueueType type) {
		Algorithm algorithm = algorithm(type);
		queue(type).add(job("later").withDelay(Duration.ofHours(1)));
		assertThat(next(algorithm, "first")).isBetween(3_500_000L, 3_600_001L);
		assertThat(clock()).startsWith("first:");
		assertThat(this.redis.commands().pttl(this.keys.key("clock"))).isBetween(3_500_000L, 3_601_001L);
		assertThat(next(algorithm, "second")).isEqualTo(NOTHING_DUE);
		assertThat(next(algorithm, "first")).isPositive();
		assertThat(clock()).startsWith("first:");
	}

	@ParameterizedTest
	@EnumSource(QueueType.class)
	void whoKeepsTheClockSetsItLaterIfTheEarlierJobIsGone(QueueType type) {
		Algorithm algorithm = algorithm(type);
		queue(type).add(job("later").withDelay(Duration.ofMinutes(40)));
		queue(type).add(job("sooner").withDelay(Duration.ofMinutes(20)));
		next(algorithm, "first");
		queue(type).cancel("sooner");
		assertThat(next(algorithm, "second")).as("it is left to the one that wakes earlier").isEqualTo(NOTHING_DUE);
		assertThat(next(algorithm, "first")).isGreaterThan(2_300_000);
		assertThat(next(algorithm, "second")).isEqualTo(NOTHING_DUE);
	}

	@ParameterizedTest
	@EnumSource(QueueType.class)
	void whoDoesNotWaitLeavesTheClockAlone(QueueType type) {
		Algorithm algorithm = algorithm(type);
		queue(type).add(job("later").withDelay(Duration.ofHours(1)));
		assertThat(next(algorithm, "")).isBetween(3_500_000L, 3_600_001L);
		assertThat(clock()).isNull();
		next(algorithm, "first");
		assertThat(next(algorithm, "")).isBetween(3_500_000L, 3_600_001L);
		assertThat(clock()).startsWith("first:");
	}

	@ParameterizedTest
	@EnumSource(QueueType.class)
	void nobodyKeepsTheClockIfNothingIsDelayedOrMoreIsReady(QueueType type) {
		Algorithm algorithm = algorithm(type);
		assertThat(next(algorithm, "first")).isEqualTo(NOTHING_DUE);
		queue(type).add(job("later").withDelay(Duration.ofHours(1)));
		queue(type).add(job("a"));
		queue(type).add(job("b"));
		assertThat(next(algorithm, "first")).isZero();
		assertThat(clock()).isNull();
		assertThat(next(algorithm, "first")).as("after the last that was ready").isPositive();
		assertThat(clock()).startsWith("first:");
	}

	@ParameterizedTest
	@EnumSource(QueueType.class)
	void oneLooksInEachIntervalAndTheOthersKnowWhenTheNextLookIsDue(QueueType type) {
		Algorithm one = algorithm(type);
		Algorithm other = algorithm(type);
		assertThat(LeaseReply.isPolled(lease(one, "one", INTERVAL))).isFalse();
		queue(type).add(job("a"));
		Reply polled = lease(other, "other", INTERVAL);
		assertThat(LeaseReply.isPolled(polled)).isTrue();
		assertThat(LeaseReply.nextPoll(polled)).isBetween(Duration.ofMillis(1), INTERVAL);
		assertThat(LeaseReply.isIdle(polled)).isFalse();
		this.redis.commands().pexpire(this.keys.key("polled"), 0);
		assertThat(LeaseReply.read(lease(other, "other", INTERVAL), "orders", 0, Map.of()).leases()).hasSize(1);
		assertThat(LeaseReply.isPolled(lease(one, "one", INTERVAL))).isTrue();
	}

}
