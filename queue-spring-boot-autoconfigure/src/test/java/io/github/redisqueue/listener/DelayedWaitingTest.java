package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;

import io.github.redisqueue.Job;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.QueueFixture;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * How listeners of a {@code delayed} queue wait: published ones all ask by the clock, or
 * sleep until the next job is due and miss what comes before if a notice of it is lost.
 */
@RedisTest
class DelayedWaitingTest {

	private static final int INSTANCES = 5;

	/**
	 * More than the first look of an instance, and those when it hears its bell begin.
	 */
	private static final int FEW = 5;

	private final Queue<String> handled = new ConcurrentLinkedQueue<>();

	private final List<Listening> instances = new ArrayList<>();

	private TestRedis redis;

	private QueueKeys keys;

	private TappedQueue tapped;

	@BeforeEach
	void createQueue(TestRedis redis) {
		this.redis = redis;
		this.keys = QueueKeys.of(redis.keyPrefix(), "reminders");
		WorkerQueue queue = QueueFixture.queue(QueueType.DELAYED, this.keys,
				QueueSettings.of("worker", Listening.LEASE_TIME), new ScriptRunner(redis.connections()));
		queue.add(Job.of("much later", new byte[0]).withDelay(Duration.ofHours(1)));
		this.tapped = new TappedQueue(queue);
	}

	@AfterEach
	void close() {
		this.instances.forEach(Listening::close);
	}

	private void startInstance(Duration pollInterval) {
		Listening instance = new Listening(this.redis.connections(), this.redis.keyPrefix());
		this.instances.add(instance);
		instance.start(this.tapped.queue(), Listening.settings().pollInterval(pollInterval).build(),
				(lease) -> this.handled.add(lease.id()));
	}

	private void startInstances(Duration pollInterval) {
		IntStream.range(0, INSTANCES).forEach((i) -> startInstance(pollInterval));
	}

	private int looks() {
		return this.tapped.calls("lease").size();
	}

	/** A job becomes ready, and no bell rings. */
	private void addUnheard(String id) {
		this.redis.commands().hset(this.keys.key("jobs"), id, "");
		this.redis.commands().zadd(this.keys.key("delayed"), 0, id);
	}

	@Test
	void instancesThatGoByTheClockAloneAskAgainAndAgain() {
		startInstances(Duration.ofMillis(10));
		await().until(() -> looks() > 10 * INSTANCES * FEW);
	}

	@Test
	void instancesSleepUntilTheNextIsDue() {
		startInstances(Duration.ofMinutes(1));
		await().until(() -> looks() >= INSTANCES);
		await().during(Duration.ofMillis(500)).until(() -> looks() <= INSTANCES * FEW);
	}

	@Test
	void theBellWakesAnInstanceWhenSomethingIsDueEarlier() {
		startInstance(Duration.ofMinutes(1));
		// The first may be found as it starts, the second by the bell only.
		for (String id : List.of("first", "second")) {
			this.tapped.queue().add(Job.of(id, new byte[0]).withDelay(Duration.ofMillis(200)));
			await().until(() -> this.handled.contains(id));
		}
	}

	@Test
	void aRingThatIsLostDelaysNothingForLongerThanThePollInterval() {
		startInstance(Duration.ofMillis(100));
		await().until(() -> looks() > FEW);
		addUnheard("unheard");
		await().untilAsserted(() -> assertThat(this.handled).containsExactly("unheard"));
	}

}
