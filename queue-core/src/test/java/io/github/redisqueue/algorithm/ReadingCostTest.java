package io.github.redisqueue.algorithm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.shard.ShardedQueue;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.QueueFixture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Payloads and the records of dead letters may be large, and are read only when they are
 * needed.
 */
class ReadingCostTest {

	private static final QueueKeys KEYS = QueueKeys.of("queue:", "orders");

	private static final QueueSettings SETTINGS = QueueSettings.builder("one", Duration.ofMinutes(5))
		.maxDeadLetters(2)
		.build();

	@AutoClose
	private final PrivateRedis server = PrivateRedis.start();

	private final LettuceConnectionFactory connections = this.server.connections(Duration.ofSeconds(30));

	private WorkerQueue queue;

	private void bury(Cause.Reason reason, String... ids) {
		this.queue.add(List.of(ids).stream().map((id) -> Job.of(id, new byte[1000])).toList());
		List<Lease> leases = this.queue.lease(ids.length).leases();
		assertThat(this.queue.bury(QueueFixture.each(leases, Cause.of(reason, "in a test")))).hasSize(ids.length);
	}

	private void createQueueWithShards() {
		this.queue = new ShardedQueue(QueueType.LEASE, 3, KEYS, QueueSettings.of("one", Duration.ofMinutes(5)),
				new ScriptRunner(this.connections));
	}

	private void createEmptyQueue(QueueType type) {
		this.queue = QueueFixture.queue(type, KEYS, SETTINGS, this.connections);
	}

	private void createQueue(QueueType type) {
		createEmptyQueue(type);
		bury(Cause.Reason.REQUESTED, "a", "b");
		bury(Cause.Reason.UNREADABLE, IntStream.range(0, 100).mapToObj((i) -> "bad-" + i).toArray(String[]::new));
	}

	/**
	 * How many values of hashes a call reads one by one, as records of dead letters are.
	 */
	private long reads(Runnable call) {
		long before = calls("hget");
		call.run();
		return calls("hget") - before;
	}

	private long calls(String command) {
		return QueueFixture.calls(this.connections, command);
	}

	@ParameterizedTest
	@EnumSource
	void aBurialBeyondTheLengthAllowedReadsNoneOfThose(QueueType type) {
		createQueue(type);
		assertThat(reads(() -> bury(Cause.Reason.REQUESTED, "c"))).isLessThan(10);
		assertThat(this.queue.counts().dead()).isEqualTo(102);
		assertThat(this.queue.deadLetters().get("a")).isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void aCleaningReadsTheOldestAndNoneOfUnreadableJobs(QueueType type) {
		createQueue(type);
		assertThat(reads(() -> this.queue.clean(CleanDepth.DEEP))).isLessThan(10);
		assertThat(this.queue.counts().dead()).isEqualTo(102);
	}

	@Test
	void theIdsOfOthersCountInAReply() {
		createQueue(QueueType.LEASE);
		for (int i = 100; i < 150; i++) {
			this.server.commands().rpush("queue:{orders}:dead", "large-" + i + "x".repeat(99_991));
		}
		assertThat(this.queue.deadLetters().page(102, 500)).hasSize(41);
		long before = calls("lrange");
		assertThat(this.queue.deadLetters().ids()).hasSize(152).doesNotHaveDuplicates();
		assertThat(calls("lrange") - before).as("two replies, and two that there is no more").isEqualTo(4);
	}

	@Test
	void whoReadsOnInAQueueWithShardsReadsEachOnce() {
		createQueueWithShards();
		for (int i = 0; i < 4; i++) {
			bury(Cause.Reason.REQUESTED, "a" + i, "b" + i, "c" + i, "d" + i, "e" + i, "f" + i, "g" + i, "h" + i);
		}
		List<String> read = new ArrayList<>();
		long looks = reads(() -> this.queue.deadLetters().read(2, 1, (letter) -> read.add(letter.id())));
		assertThat(read).hasSize(30).doesNotHaveDuplicates();
		assertThat(looks).isLessThan(60);
		assertThat(reads(() -> assertThat(this.queue.deadLetters().page(32, 500)).isEmpty())).isZero();
		read.clear();
		this.queue.deadLetters().read(0, 500, (letter) -> read.add(letter.id()) && read.size() < 3);
		assertThat(read).hasSize(3);
	}

	@Test
	void whoReadsOnMissesNoneThatStaysWhileOthersAreRedriven() {
		createQueueWithShards();
		bury(Cause.Reason.REQUESTED, IntStream.range(0, 150).mapToObj(Integer::toString).toArray(String[]::new));
		List<String> read = new ArrayList<>();
		this.queue.deadLetters()
			.read(0, 1, (letter) -> read.add(letter.id())
					&& (read.size() % 10 > 0 || !this.queue.deadLetters().redrive(read).isEmpty()));
		assertThat(read).hasSize(150).doesNotHaveDuplicates();
	}

	private void addDelayedJobs() {
		List<Job> jobs = IntStream.range(0, 600)
			.mapToObj((i) -> Job.of("job-" + i, new byte[1000]).withDelay(Duration.ofDays(1)))
			.toList();
		assertThat(this.queue.add(jobs)).hasSize(600);
	}

	private long scansOfCleaning() {
		long before = calls("hscan");
		this.queue.clean(CleanDepth.DEEP);
		return calls("hscan") - before;
	}

	@ParameterizedTest
	@EnumSource(names = { "DELAYED", "STREAM" })
	void asManyPayloadsAsJobsAreNotScanned(QueueType type) {
		createEmptyQueue(type);
		long ofNoJobs = scansOfCleaning();
		addDelayedJobs();
		assertThat(scansOfCleaning()).isEqualTo(ofNoJobs);
		assertThat(this.queue.counts().delayed()).isEqualTo(600);
	}

	@ParameterizedTest
	@EnumSource(names = { "DELAYED", "STREAM" })
	void onePayloadMoreIsFound(QueueType type) {
		createEmptyQueue(type);
		addDelayedJobs();
		this.server.commands().hset(KEYS.key("jobs"), "ended", "x".repeat(1000));
		assertThat(this.queue.clean(CleanDepth.DEEP).dropped()).isOne();
		assertThat(this.server.commands().hlen(KEYS.key("jobs"))).isEqualTo(600);
	}

}
