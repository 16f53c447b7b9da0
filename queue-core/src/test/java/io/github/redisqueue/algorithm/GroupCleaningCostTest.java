package io.github.redisqueue.algorithm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Groups;
import io.github.redisqueue.Job;
import io.github.redisqueue.JobState;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.QueueFixture;
import io.lettuce.core.Range;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A round of light cleanings looks at a share of the groups in which jobs wait, so that
 * all have been looked at after 40 seconds.
 */
class GroupCleaningCostTest {

	private static final Duration INTERVAL = Duration.ofSeconds(5);

	private static final int ROUNDS = 8;

	@AutoClose
	private final PrivateRedis server = PrivateRedis.start("slowlog-log-slower-than 100", "slowlog-max-len 1000000");

	private final LettuceConnectionFactory connections = this.server.connections(Duration.ofSeconds(30));

	private final RedisCommands<String, String> commands = this.server.commands();

	private final QueueKeys keys = QueueKeys.of("queue:", "orders");

	private WorkerQueue queue(QueueType type, Duration leaseTime, int maxConcurrent) {
		QueueSettings settings = QueueSettings.builder("one", leaseTime).groups(Groups.of(maxConcurrent)).build();
		return QueueFixture.queue(type, this.keys, settings, this.connections);
	}

	/** In each group one job is ready and one waits. */
	private static void fill(WorkerQueue queue, int groups) {
		for (int first = 0; first < groups; first += 250) {
			List<Job> jobs = new ArrayList<>();
			for (int i = first; i < first + 250; i++) {
				Job job = Job.of("first-of-" + i, new byte[100]).withGroup("group-" + i);
				jobs.add(job);
				jobs.add(Job.of("second-of-" + i, new byte[100]).withGroup("group-" + i));
			}
			queue.add(jobs);
		}
		assertThat(queue.counts().waiting()).isEqualTo(groups);
	}

	/** The job that keeps the place of a group is gone, so the next one never opens. */
	private void lose(QueueType type, int group) {
		String id = "first-of-" + group;
		switch (type) {
			case LEASE -> this.commands.del(this.keys.key("item:" + id));
			case LIST, DELAYED -> this.commands.hdel(this.keys.key("jobs"), id);
			case STREAM -> this.commands.xdel(this.keys.key("stream"), this.commands.hget(this.keys.key("ids"), id));
		}
		this.commands.zrem(this.keys.key("delayed"), id);
	}

	private boolean hasOpened(WorkerQueue queue, int group) {
		return queue.find("second-of-" + group).orElseThrow().state() == JobState.READY;
	}

	private void clean(WorkerQueue queue) {
		this.commands.del(this.keys.key("turn:light"));
		queue.cleanInTurn(CleanDepth.LIGHT, INTERVAL, (report) -> {
		});
	}

	/** How often places of groups have been looked up. */
	private long looks() {
		return QueueFixture.calls(this.connections, "zrange");
	}

	@Test
	void aRoundLooksAtAShareOfTheGroupsAndFewRoundsAtAll() {
		WorkerQueue queue = queue(QueueType.LIST, Duration.ofHours(1), 1);
		fill(queue, 6000);
		lose(QueueType.LIST, 5999);
		List<Long> looks = new ArrayList<>();
		while (looks.size() < ROUNDS && !hasOpened(queue, 5999)) {
			long before = looks();
			clean(queue);
			looks.add(looks() - before);
		}
		assertThat(looks).hasSize(3).allSatisfy((count) -> assertThat(count).isLessThan(2500));
		lose(QueueType.LIST, 0);
		clean(queue);
		assertThat(hasOpened(queue, 0)).as("the next round begins anew").isTrue();
	}

	@Test
	void aGroupThatIsStuckBehindTheCursorIsFoundThoughManyGroupsCome() {
		WorkerQueue queue = queue(QueueType.LIST, Duration.ofHours(1), 1);
		fill(queue, 250);
		int rounds = 0;
		while (rounds < ROUNDS && !hasOpened(queue, 0)) {
			addHeads(4e12 + rounds, 2500);
			clean(queue);
			lose(QueueType.LIST, 0);
			rounds++;
		}
		assertThat(rounds).isBetween(2, ROUNDS - 1);
	}

	/** Each page of groups begins with one that is stuck, behind one that is not. */
	@Test
	void oneCleaningPassesByNoGroup() {
		WorkerQueue queue = queue(QueueType.LIST, Duration.ofHours(1), 1);
		fill(queue, 500);
		List<Integer> groups = this.commands.zrange(this.keys.key("heads"), 0, -1)
			.stream()
			.map((group) -> Integer.valueOf(group.replace("group-", "")))
			.toList();
		List<Integer> stuck = IntStream.range(0, 250).mapToObj((i) -> groups.get(2 * i)).toList();
		stuck.forEach((group) -> lose(QueueType.LIST, group));
		queue.clean(CleanDepth.LIGHT);
		assertThat(stuck).allMatch((group) -> hasOpened(queue, group));
	}

	@SuppressWarnings("unchecked")
	private void addHeads(double time, int count) {
		this.commands.zadd(this.keys.key("heads"),
				IntStream.range(0, count)
					.mapToObj((i) -> ScoredValue.just(time, "new-" + (long) time + "-" + i))
					.toArray(ScoredValue[]::new));
	}

	@Test
	void oneCleaningFreesAllPlacesWhoseTimeIsOver() {
		WorkerQueue queue = queue(QueueType.LIST, Duration.ofMillis(50), 1000);
		for (int i = 0; i < 6; i++) {
			int first = 100 * i;
			queue.add(IntStream.range(first, first + 100)
				.mapToObj((k) -> Job.of("job-" + k, new byte[10]).withGroup("a"))
				.toList());
		}
		List<Lease> leases = new ArrayList<>(queue.lease(300).leases());
		leases.addAll(queue.lease(300).leases());
		assertThat(leases).hasSize(600);
		queue.cancel(leases.stream().map(Lease::id).toList());
		String kept = this.keys.key("kept");
		assertThat(this.commands.zcard(kept)).isEqualTo(600);
		Range<Double> past = Range.create(0.0, (double) System.currentTimeMillis() + 60_000);
		await().until(() -> Long.parseLong(this.commands.time().get(0))
				* 1000 > this.commands.zrangebyscoreWithScores(kept, past).get(599).getScore());
		queue.clean(CleanDepth.LIGHT);
		assertThat(this.commands.exists(kept)).isZero();
	}

	/** Prints the figures of docs/performance.md. */
	@ParameterizedTest
	@EnumSource
	@Tag("measurement")
	void ofAHundredThousandGroupsEachStuckOneIsFoundWithinAMinute(QueueType type) {
		WorkerQueue queue = queue(type, Duration.ofHours(1), 1);
		fill(queue, 100_000);
		IntStream.of(0, 50_000, 99_999).forEach((group) -> lose(type, group));
		this.commands.slowlogReset();
		int rounds = 0;
		while (rounds <= ROUNDS && !(hasOpened(queue, 0) && hasOpened(queue, 50_000) && hasOpened(queue, 99_999))) {
			clean(queue);
			rounds++;
		}
		List<Long> times = this.commands.slowlogGet(1_000_000)
			.stream()
			.filter((entry) -> ((List<?>) ((List<?>) entry).get(3)).get(0).toString().startsWith("EVAL"))
			.map((entry) -> ((Number) ((List<?>) entry).get(2)).longValue())
			.sorted()
			.toList();
		System.out.printf("%s: %d rounds, each %.0f ms of the server, the median script %.1f ms, the longest %.1f ms%n",
				type, rounds, times.stream().mapToLong((time) -> time).sum() / 1000.0 / rounds,
				times.get(times.size() / 2) / 1000.0, times.get(times.size() - 1) / 1000.0);
		assertThat(rounds).isLessThanOrEqualTo(ROUNDS);
	}

}
