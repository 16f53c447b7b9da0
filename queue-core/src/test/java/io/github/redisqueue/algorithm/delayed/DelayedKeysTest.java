package io.github.redisqueue.algorithm.delayed;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.algorithm.queue.GivenLeases;
import io.lettuce.core.ScoredValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a {@code delayed} queue writes into Redis: section 6 of the design.
 */
class DelayedKeysTest extends DelayedQueueTests {

	private static final double HOUR = 3_600_000;

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
	void aReadyJobIsAPayloadAndTheTimeAtWhichItCame() {
		byte[] binary = { 0, -1, 'a', '\r', '\n' };
		double before = serverMillis();
		this.queue.add(List.of(Job.of("z", binary), job("a").withHeaders(Map.of("k", "v")), job("m")));
		assertKeys("delayed", "jobs", "headers");
		assertThat(inOrder()).as("in the order in which they came").containsExactly("z", "a", "m");
		assertThat(score("z")).isBetween(before, serverMillis() + 2);
		assertThat(this.redis.binaryCommands().hget(key("jobs"), "z")).isEqualTo(binary);
		assertThat(this.commands.hkeys(key("headers"))).as("only of jobs that have any").containsExactly("a");
	}

	@Test
	void aDelayedJobIsAPayloadAndItsReadyTimeInMilliseconds() {
		double before = serverMillis();
		this.queue.add(List.of(job("a").withDelay(Duration.ofHours(1)),
				job("b").withReadyAt(Instant.parse("2100-01-01T00:00:00.123000001Z"))));
		assertKeys("delayed", "jobs");
		assertThat(score("a")).as("rounded up").isBetween(before + HOUR + 1, serverMillis() + HOUR + 1);
		assertThat(score("b")).as("rounded up").isEqualTo(4_102_444_800_124.0);
	}

	@Test
	void aLeasedJobHasATokenAndTheEndOfItsLeaseAboveAllReadyTimes() {
		this.queue.add(List.of(job("a").withHeaders(Map.of("k", "v")), job("b")));
		double before = serverMillis();
		List<Lease> leases = this.queue.lease(2).leases();
		assertKeys("delayed", "jobs", "headers", "tokens", "token");
		assertThat(score("a")).isBetween(LEASED + before + LONG.toMillis(), LEASED + serverMillis() + LONG.toMillis())
			.isEqualTo(score("b"));
		assertThat(leases).extracting(Lease::token).containsExactly(1L, 2L);
		assertThat(leases).extracting(GivenLeases::receipt).containsExactly("1 one", "1 one");
		assertThat(this.commands.hgetall(key("tokens"))).isEqualTo(Map.of("a", "1 one", "b", "1 one"));
		assertThat(this.commands.get(key("token"))).isEqualTo("2");
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

	@Test
	void extendingPutsOffTheEnd() {
		add("a");
		Lease lease = leaseOne(worker("one", Duration.ofSeconds(5)));
		double before = serverMillis();
		this.queue.extend(List.of(lease));
		assertKeys("delayed", "jobs", "tokens", "token");
		assertThat(score("a")).isBetween(LEASED + before + LONG.toMillis(), LEASED + serverMillis() + LONG.toMillis());
		assertThat(this.commands.hgetall(key("tokens"))).isEqualTo(Map.of("a", GivenLeases.receipt(lease)));
	}

	@Test
	void aDrainedQueueKeepsItsTokenOnly() {
		this.queue.add(List.of(job("a").withHeaders(Map.of("k", "v")), job("b").withDelay(LONG)));
		complete(this.queue, leaseOne(this.queue));
		this.queue.cancel("b");
		assertThat(this.redis.keys()).containsExactly(key("token"));
		assertThat(this.commands.get(key("token"))).isEqualTo("1");
	}

	@Test
	void releasedJobsStandAheadOfTheOthersInTheOrderGivenWithoutTheirTokens() {
		add("a", "b", "c");
		this.queue.release(this.queue.lease(2).leases());
		assertKeys("delayed", "jobs", "token");
		assertThat(inOrder()).containsExactly("a", "b", "c");
		assertThat(score("b")).isLessThan(score("c")).isGreaterThan(score("c") - 1);
	}

	@Test
	void aFailedJobIsDelayedAndItsFailuresAreCounted() {
		add("a");
		double before = serverMillis();
		this.queue.retry(Map.of(leaseOne(this.queue), failure(Duration.ofHours(1))));
		assertKeys("delayed", "jobs", "failures", "token");
		assertThat(score("a")).isBetween(before + HOUR + 1, serverMillis() + HOUR + 1);
		assertThat(this.commands.hget(key("failures"), "a")).matches("(?s)1:\\d{13}:\\d{13}:.*");
	}

	@Test
	void aReclaimedJobStandsAtTheTailAndItsTokenIsMarked() {
		Lease lease = abandoned("a");
		double before = serverMillis();
		this.queue.clean(CleanDepth.LIGHT);
		assertKeys("delayed", "jobs", "tokens", "token", "crashes");
		assertThat(this.commands.hgetall(key("tokens"))).isEqualTo(Map.of("a", "-" + GivenLeases.receipt(lease)));
		assertThat(this.commands.hgetall(key("crashes"))).isEqualTo(Map.of("a", "1"));
		assertThat(score("a")).isBetween(before, serverMillis() + 1);
	}

	@Test
	void aReclaimedJobThatIsLeasedAgainHasAnUnmarkedToken() {
		abandoned("a");
		this.queue.clean(CleanDepth.LIGHT);
		assertThat(leaseOne(this.queue).token()).isEqualTo(2);
		assertThat(this.commands.hgetall(key("tokens"))).isEqualTo(Map.of("a", "2 one"));
		assertThat(score("a")).isGreaterThan(LEASED);
	}

	@Test
	void aReclaimedJobThatItsHolderExtendsIsLeasedAgain() {
		Lease lease = abandoned("a");
		this.queue.clean(CleanDepth.LIGHT);
		double before = serverMillis();
		assertThat(this.queue.extend(List.of(lease))).hasSize(1);
		assertThat(this.commands.hgetall(key("tokens"))).isEqualTo(Map.of("a", GivenLeases.receipt(lease)));
		assertThat(score("a")).isBetween(LEASED + before + LONG.toMillis(), LEASED + serverMillis() + LONG.toMillis());
	}

	@Test
	void theStartOfASuspectIsRecordedByItsToken() {
		abandoned("a");
		Lease lease = leaseOne(this.queue);
		this.queue.start(List.of(lease));
		assertThat(this.commands.hgetall(key("crashes"))).isEqualTo(Map.of("a", "1:!2:one"));
	}

	@Test
	void aRedrivenJobIsAReadyOneAgain() {
		this.queue.add(job("a").withHeaders(Map.of("k", "v")));
		this.queue.bury(Map.of(leaseOne(this.queue), Cause.of(Cause.Reason.REQUESTED, "given up")));
		double before = serverMillis();
		this.queue.deadLetters().redrive(List.of("a"));
		assertKeys("delayed", "jobs", "headers", "token");
		assertThat(score("a")).isBetween(before, serverMillis() + 1);
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
