package io.github.redisqueue.instance;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

/**
 * Which instances are alive.
 */
@RedisTest
class InstancesTest {

	private static final Duration LONG = Duration.ofHours(1);

	private TestRedis redis;

	private StringRedisTemplate template;

	private String key;

	private Instances instances;

	@BeforeEach
	void createInstances(TestRedis redis) {
		this.redis = redis;
		this.template = new StringRedisTemplate(redis.connections());
		this.key = QueueKeys.instances(redis.keyPrefix());
		this.instances = new Instances(redis.keyPrefix(), new ScriptRunner(redis.connections()));
	}

	private void announce(String id, Duration interval, String... queues) {
		this.instances.announce(id, interval, List.of(queues)).join();
	}

	@Test
	void anInstanceThatAnnouncesItselfIsAliveAndListedWithItsQueues() {
		announce("one", LONG, "orders", "mails");
		announce("two", LONG);
		List<Instance> all = this.instances.list();
		assertThat(all).extracting(Instance::id).containsExactlyInAnyOrder("one", "two");
		Instance one = all.stream().filter((instance) -> instance.id().equals("one")).findFirst().orElseThrow();
		assertThat(one.alive()).isTrue();
		assertThat(one.queues()).containsExactlyInAnyOrder("orders", "mails");
		assertThat(one.seen()).isEqualTo(one.since()).isCloseTo(Instant.now(), within(LONG));
	}

	@Test
	void anInstanceThatAnnouncesItselfAgainHasBeenThereSinceTheFirstTime() {
		announce("one", LONG, "orders");
		Instance first = this.instances.list().get(0);
		await().untilAsserted(() -> {
			announce("one", LONG, "mails");
			assertThat(this.instances.list()).singleElement().satisfies((instance) -> {
				assertThat(instance.since()).isEqualTo(first.since());
				assertThat(instance.seen()).isAfter(first.seen());
				assertThat(instance.queues()).containsExactly("mails");
			});
		});
	}

	@Test
	void anInstanceThatHasMissedThreeIntervalsIsNotAlive() {
		announce("one", Duration.ofMillis(1), "orders");
		await().untilAsserted(
				() -> assertThat(this.instances.list()).singleElement().extracting(Instance::alive).isEqualTo(false));
	}

	@Test
	void anInstanceThatLeavesIsForgotten() {
		announce("one", LONG, "orders");
		this.instances.leave("one").join();
		assertThat(this.instances.list()).isEmpty();
		assertThat(this.redis.keys()).isEmpty();
	}

	@Test
	void anInstanceThatHasNotBeenSeenForADayIsForgotten() {
		announce("old", LONG, "orders");
		announce("recent", LONG, "orders");
		long now = System.currentTimeMillis();
		this.template.opsForZSet().add(this.key, "old", now - Duration.ofHours(25).toMillis());
		this.template.opsForZSet().add(this.key, "recent", now - Duration.ofHours(23).toMillis());
		announce("one", LONG, "orders");
		assertThat(this.instances.list()).extracting(Instance::id).containsExactly("one", "recent");
		assertThat(this.template.opsForHash().keys(this.key + ":about")).containsExactlyInAnyOrder("one", "recent");
	}

	@Test
	void theThousandSeenLastAreListedEachWithAThousandQueues() {
		String[] queues = IntStream.range(0, 1001).mapToObj((number) -> "queue-" + number).toArray(String[]::new);
		announce("many", LONG, queues);
		assertThat(this.instances.list().get(0).queues()).hasSize(1000);
		for (int i = 0; i < 1001; i++) {
			this.template.opsForZSet().add(this.key, "old-" + i, 1000 + i);
		}
		assertThat(this.instances.list()).hasSize(1000)
			.extracting(Instance::id)
			.startsWith("many", "old-1000")
			.doesNotContain("old-1");
	}

	@Test
	void whatOthersHaveWrittenDoesNotHideTheInstances() {
		announce("one", LONG, "orders");
		this.template.opsForZSet().add(this.key, "foreign", Double.POSITIVE_INFINITY);
		this.template.opsForHash().put(this.key + ":about", "two", "nonsense");
		this.template.opsForZSet().add(this.key, "two", 1.5);
		assertThat(this.instances.list()).extracting(Instance::id).containsExactly("one", "two");
		assertThat(this.instances.list()).extracting(Instance::alive).containsExactly(true, false);
	}

}
