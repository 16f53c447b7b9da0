package io.github.redisqueue.algorithm.delayed;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.QueueFixture;
import io.github.redisqueue.test.WatchedCommands;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.ZAddArgs;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Faults of scheduled queues as others have published them, which this one does not have;
 * and what is left of jobs that are gone.
 */
class DelayedTrapsTest extends QueueFixture {

	/** What is added to the end of a lease, in ms, to make the score of its job. */
	private static final double LEASED = Math.pow(2, 52);

	DelayedTrapsTest() {
		super(QueueType.DELAYED);
	}

	/** Lets leases run out by the clock of the server. */
	@SuppressWarnings("unchecked")
	private void runOut(Collection<Lease> leases) {
		this.commands.zadd(key("delayed"), ZAddArgs.Builder.xx(),
				leases.stream().map((lease) -> ScoredValue.just(LEASED, lease.id())).toArray(ScoredValue[]::new));
	}

	@Test
	void aJobThatIsRescheduledWhileItRunsStaysHereWhenItsFirstRunIsCompleted() {
		add("a");
		Lease first = leaseOne(this.queue);
		Job again = Job.of("a", new byte[] { 2 });
		this.queue.add(List.of(again.withDelay(LONG)), AddMode.UNCHECKED);
		assertThat(complete(this.queue, first)).isFalse();
		assertThat(this.queue.counts().delayed()).isOne();
		this.commands.zadd(key("delayed"), 0, "a");
		assertThat(leaseOne(this.queue).job()).isEqualTo(again);
	}

	@Test
	void aClientWhoseClockIsAheadIsNotAskedForTheTimeHere() throws IOException {
		try (PrivateRedis server = PrivateRedis.start(); WatchedCommands watched = WatchedCommands.of(server.port())) {
			live(create(QueueSettings.builder("worker", LONG).dedupWindow(LONG).build(),
					new ScriptRunner(server.connections(Duration.ofSeconds(20)))));
			assertThat(watched.arguments()).contains("EVALSHA", "+600000").noneMatch(this::isATimeOfTheseDays);
		}
	}

	/** All that a worker does, in which no time is given but by its distance. */
	private void live(WorkerQueue queue) {
		queue.add(List.of(job("a"), job("b"), job("c"), job("d"), job("later").withDelay(LONG)));
		List<Lease> leases = queue.lease(4).leases();
		queue.start(leases, true);
		queue.extend(leases);
		queue.retry(Map.of(leases.get(0), failure(LONG)));
		queue.release(leases.subList(1, 2));
		queue.bury(Map.of(leases.get(2), failure(LONG).cause()));
		assertThat(complete(queue, leases.get(3))).isTrue();
		assertThat(ids(queue.lease(10).leases())).containsExactly("b");
		queue.deadLetters().redriveAll();
		queue.cancel("later");
		queue.counts();
		queue.pause();
		queue.resume();
		queue.clean(CleanDepth.DEEP);
	}

	/** Whether it is a number that is today in s, ms, us or ns. */
	private boolean isATimeOfTheseDays(String argument) {
		if (!argument.matches("\\d{10,19}(\\.\\d*)?")) {
			return false;
		}
		double number = Double.parseDouble(argument);
		long now = Instant.now().getEpochSecond();
		return IntStream.of(0, 3, 6, 9)
			.anyMatch((digits) -> Math.abs(number / Math.pow(10, digits) - now) < Duration.ofDays(1).toSeconds());
	}

	@Nested
	class ThousandsThatAreDueAtOnce {

		private static final int THOUSANDS = 9000;

		private final List<Job> jobs = IntStream.range(0, THOUSANDS).mapToObj((i) -> job("job-" + i)).toList();

		@Test
		void areWorkedOffInBatchesHere() {
			assertThat(queue.add(this.jobs)).hasSize(THOUSANDS);
			assertThat(queue.lease(THOUSANDS).leases()).as("in one batch").hasSizeBetween(100, 1000);
			leaseAll(queue);
			assertThat(queue.counts().leased()).isEqualTo(THOUSANDS);
		}

		@Test
		void comeBackInBatchesHereIfTheirLeasesHaveRunOut() {
			queue.add(this.jobs);
			List<Lease> leases = leaseAll(worker("vanished", LONG));
			runOut(leases);
			assertThat(queue.lease(THOUSANDS).leases()).as("in one batch").hasSizeBetween(100, 1000);
			assertThat(leaseAll(queue).size()).isBetween(THOUSANDS - 1000, THOUSANDS - 100);
			runOut(leases);
			assertThat(queue.clean(CleanDepth.LIGHT).reclaimed()).isEqualTo(THOUSANDS);
		}

	}

	private double score(String id) {
		Double score = this.commands.zscore(key("delayed"), id);
		assertThat(score).as("the score of " + id).isNotNull();
		return score;
	}

	/** The jobs in the order of their scores. */
	private List<String> inOrder() {
		return this.commands.zrange(key("delayed"), 0, -1);
	}

	@Test
	void theRangeOfItsScoreTellsTheStateOfAJob() {
		add("leased", "ready");
		leaseOne(this.queue);
		this.queue.add(job("delayed").withReadyAt(Instant.MAX));
		assertThat(inOrder()).containsExactly("ready", "delayed", "leased");
		assertThat(score("delayed")).isLessThan(LEASED);
		assertThat(score("leased")).isGreaterThan(LEASED);
	}

	/** Looked at one by one, and some at a time. */
	@ParameterizedTest
	@ValueSource(ints = { 1, 100 })
	@SuppressWarnings("unchecked")
	void thousandsOfGhostsAreDroppedByBoundedLeasesAndHideNoJob(int max) {
		this.commands.zadd(key("delayed"),
				IntStream.range(0, 3000)
					.mapToObj((i) -> ScoredValue.just(i, "ghost-" + i))
					.toArray(ScoredValue[]::new));
		add("a");
		int left = 3000;
		LeaseResult result = this.queue.lease(max);
		while (result.leases().isEmpty()) {
			assertThat(result.nextDue()).as("more may be ready").isZero();
			assertThat(wakeUps()).as("somebody is woken").containsExactly("0");
			int dropped = left - inOrder().size() + 1;
			assertThat(dropped).as("of %d ghosts", left).isBetween(1000, 1200);
			left -= dropped;
			result = this.queue.lease(max);
		}
		assertThat(left).as("how many the last one dropped").isBetween(1, 1200);
		assertThat(ids(result.leases())).containsExactly("a");
		assertThat(inOrder()).containsExactly("a");
		assertThat(wakeUps()).isEmpty();
	}

	@Test
	void leftoversOfJobsThatAreGoneAreSweptByADeepClean() {
		add("a");
		for (String kept : List.of("jobs", "tokens", "failures", "crashes", "headers")) {
			this.commands.hset(key(kept), "gone", "1");
		}
		assertThat(this.queue.clean(CleanDepth.LIGHT)).isEqualTo(CleanReport.NOTHING);
		assertThat(this.queue.clean(CleanDepth.DEEP)).isEqualTo(CleanReport.of(0, 5));
		assertKeys("delayed", "jobs");
		assertThat(this.commands.hkeys(key("jobs"))).containsExactly("a");
	}

}
