package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.Obstacle;
import io.github.redisqueue.RateLimit;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A limit of jobs per time: in any time, at most the burst and what the time brings is
 * leased, by all instances together.
 */
abstract class RateLimitContract extends LimitTests {

	private static final Duration QUARTER = Duration.ofMinutes(15);

	/** Nobody is told to wait for longer than an hour. */
	private static void assertDue(LeaseResult result, Duration time) {
		Duration about = (time.compareTo(HOUR) < 0) ? time : HOUR;
		assertThat(result.leases()).isEmpty();
		assertThat(result.nextDue()).isBetween(about.minusMinutes(5), about.plusSeconds(1));
	}

	/** A worker that has leased the burst of 4, and jobs that are left in the line. */
	private WorkerQueue atItsLimit() {
		this.queue.add(jobsInLine(20));
		WorkerQueue worker = rated("limited", 4);
		assertLeases(4, worker);
		return worker;
	}

	/** A worker whose limits both let it lease 4 jobs. */
	private WorkerQueue boundByBothLimits() {
		return bound("limited", hourly(4), 4 * this.factory.lines());
	}

	@Test
	void theBurstIsLeasedAtOnceAndThenNoMore() {
		this.queue.add(jobsOfEachLine(10));
		WorkerQueue worker = rated("limited", 4);
		assertThat(leaseAll(worker)).hasSize(4 * this.factory.lines());
		assertLeases(0, worker);
		assertLeases(0, rated("two", 4));
		assertCounts(6 * this.factory.lines(), 0, 4 * this.factory.lines(), 0);
	}

	@Test
	void tellsWhenAsManyAreDueAsAreAskedFor() {
		WorkerQueue worker = atItsLimit();
		assertDue(worker.lease(1), QUARTER);
		assertDue(worker.lease(2), QUARTER.multipliedBy(2));
		assertDue(worker.lease(4), HOUR);
		assertDue(worker.lease(20), HOUR);
		advance(Duration.ofMinutes(10));
		assertDue(worker.lease(1), Duration.ofMinutes(5));
	}

	@Test
	void theCallThatReachesTheLimitTellsThatNoMoreIsReadyNow() {
		this.queue.add(jobsInLine(20));
		LeaseResult result = rated("limited", 4).lease(20);
		assertThat(result.leases()).hasSize(4);
		assertThat(result.paused()).isFalse();
		assertThat(result.nextDue()).isBetween(QUARTER.minusMinutes(5), HOUR.plusSeconds(1));
	}

	@Test
	void nobodyIsToldToAskAgainSoonerThanInTwentyMilliseconds() {
		this.queue.add(jobsInLine(20));
		RateLimit fast = new RateLimit(10 * this.factory.lines(), Duration.ofMillis(10), this.factory.lines());
		LeaseResult result = bound("limited", fast, 0).lease(20);
		assertThat(result.leases()).hasSize(1);
		assertThat(result.nextDue()).isBetween(Duration.ofMillis(20), Duration.ofSeconds(1));
	}

	@Test
	void nothingIsDueIfNothingIsReady() {
		this.queue.add(jobsInLine(4));
		WorkerQueue worker = rated("limited", 4);
		assertThat(worker.lease(20).nextDue()).isNull();
		assertThat(worker.lease(20).nextDue()).isNull();
		this.queue.add(job(inLine("later")).withDelay(HOUR.multipliedBy(3)));
		assertDue(worker.lease(20), HOUR.multipliedBy(3));
	}

	@Test
	void ofTwoWhoWaitOneIsToldWhenMoreMayBeLeased() {
		WorkerQueue worker = atItsLimit();
		assertDue(leaseOrWait(worker), HOUR);
		LeaseResult other = leaseOrWait(rated("two", 4));
		assertThat(other.leases()).isEmpty();
		assertThat(other.nextDue()).isNull();
		assertDue(leaseOrWait(worker), HOUR);
		advance(HOUR);
		assertThat(leaseOrWait(worker).leases()).hasSize(4);
	}

	@Test
	void timeBringsMoreButNeverMoreThanTheBurst() {
		WorkerQueue worker = atItsLimit();
		advance(QUARTER);
		assertLeases(1, worker);
		assertLeases(0, worker);
		advance(QUARTER.multipliedBy(3));
		assertLeases(3, worker);
		assertLeases(0, worker);
		advance(Duration.ofDays(30));
		assertLeases(4, worker);
		assertLeases(0, worker);
	}

	@Test
	void noPartOfAJobIsLostOrWonThroughManyLeases() {
		this.queue.add(jobsInLine(40));
		WorkerQueue worker = bound("limited", hourly(7, 2), 0);
		assertLeases(2, worker);
		int leased = 0;
		for (int i = 0; i < 60; i++) {
			advance(Duration.ofMinutes(2));
			leased += worker.lease(20).leases().size();
		}
		assertThat(leased).as("in two hours").isEqualTo(14);
	}

	@Test
	void aBurstMayBeMoreThanAPeriodBrings() {
		this.queue.add(jobsInLine(30));
		WorkerQueue worker = bound("limited", hourly(4, 8), 0);
		assertLeases(8, worker);
		assertDue(worker.lease(20), HOUR.multipliedBy(2));
		advance(HOUR);
		assertLeases(4, worker);
		advance(HOUR.multipliedBy(5));
		assertLeases(8, worker);
		assertLeases(0, worker);
	}

	@Test
	void theSlowestAndTheFastestLimitsAreLimits() {
		this.queue.add(jobsInLine(40));
		RateLimit slowest = new RateLimit(this.factory.lines(), Duration.ofDays(365), this.factory.lines());
		WorkerQueue slow = bound("slow", slowest, 0);
		assertLeases(1, slow);
		assertDue(slow.lease(20), Duration.ofDays(365));
		WorkerQueue patient = bound("patient", slowest.withBurst(1_000_000), 0);
		assertThat(patient.lease(5).leases()).isNotEmpty();
		WorkerQueue fast = bound("fast", new RateLimit(1_000_000, Duration.ofMillis(1), 1_000_000), 0);
		fast.lease(1);
		advance(Duration.ofSeconds(1));
		assertThat(fast.lease(10).leases()).hasSize(10);
		assertThat(fast.lease(10).leases()).hasSize(10);
	}

	@Test
	void aLongPauseOfASlowLimitBringsItsWholeBurst() {
		this.queue.add(jobsInLine(40));
		RateLimit limit = new RateLimit(this.factory.lines(), Duration.ofDays(365), 1_000_000);
		WorkerQueue worker = bound("limited", limit, 0);
		assertLeases(20, worker);
		assertLeases(20, worker);
		assertObstacles();
	}

	@ParameterizedTest
	@EnumSource(Settlement.class)
	void whateverIsDoneWithALeaseGivesNothingBack(Settlement settlement) {
		this.queue.add(jobsInLine(20));
		WorkerQueue worker = rated("limited", 4);
		for (Lease lease : leases(4, worker)) {
			assertThat(settlement.by(worker, lease)).isTrue();
		}
		assertLeases(0, worker);
		advance(QUARTER);
		assertLeases(1, worker);
		assertLeases(0, worker);
	}

	@Test
	void theJobsOfACrashedWorkerPayAgain() {
		this.queue.add(jobsInLine(3));
		WorkerQueue vanishing = create(settings("vanished", SHORT).rateLimit(hourly(4)).build());
		assertLeases(3, vanishing);
		runOut(SHORT);
		WorkerQueue worker = rated("limited", 4);
		cleanUntilLeased(0);
		assertLeases(1, worker);
		assertLeases(0, worker);
		advance(QUARTER);
		assertLeases(1, worker);
	}

	@Test
	void cancelledJobsCostNothingAndTakeNoRoom() {
		List<Job> jobs = jobsInLine(10);
		this.queue.add(jobs);
		jobs.subList(0, 5).forEach((job) -> assertThat(this.queue.cancel(job.id())).isTrue());
		WorkerQueue worker = boundByBothLimits();
		assertThat(ids(leaseAll(worker)))
			.containsExactly(jobs.subList(5, 9).stream().map(Job::id).toArray(String[]::new));
	}

	@Test
	void idsWithoutAPayloadCostNothingAndTakeNoRoom() {
		List<Job> jobs = jobsInLine(12);
		this.queue.add(jobs);
		for (Job ghost : jobs.subList(0, 6)) {
			// Each type has its payloads in other keys; a stream has none of these.
			this.commands.del(keysOf(ghost.id()).key("item:" + ghost.id()));
			this.commands.hdel(keysOf(ghost.id()).key("jobs"), ghost.id());
		}
		assertThat(leaseAll(boundByBothLimits())).hasSize(4);
	}

	@Test
	void aJobThatCannotBeReadCostsNothingOnceItIsBuried() {
		addWithHeaders(inLine("bad"), "garbage");
		this.queue.add(jobsInLine(10));
		WorkerQueue worker = boundByBothLimits();
		assertThat(ids(worker.lease(4).leases())).hasSize(3).doesNotContain(inLine("bad"));
		await().until(() -> this.queue.counts().dead() == 1);
		// What it cost is given back after its burial; then it takes no room either.
		assertThat(await().until(() -> worker.lease(20).leases(), (some) -> !some.isEmpty())).hasSize(1);
		assertLeases(0, worker);
	}

	@Test
	void tellsThatTheLimitKeepsReadyJobsFromBeingLeased() {
		WorkerQueue worker = rated("limited", 4);
		assertObstacles();
		this.queue.add(jobsInLine(4));
		assertObstacles();
		assertLeases(4, worker);
		assertObstacles();
		this.queue.add(job(inLine("later")).withDelay(QUARTER.dividedBy(3)));
		this.queue.add(job(inLine("much later")).withDelay(Duration.ofDays(1)));
		assertObstacles();
		advance(QUARTER.dividedBy(2));
		assertObstacles(Obstacle.RATE_LIMIT);
		this.queue.pause();
		assertThat(this.queue.counts().obstacles()).contains(Obstacle.PAUSED).doesNotContain(Obstacle.MAX_LEASED);
		this.queue.resume();
		advance(QUARTER);
		assertObstacles();
		assertLeases(1, worker);
		assertObstacles();
	}

	@Test
	void delayedJobsThatAreDueStandInTheLineThoughTheLimitIsReached() {
		List<Job> jobs = jobsInLine(6);
		this.queue.add(jobs.subList(0, 4));
		WorkerQueue worker = rated("limited", 4);
		assertLeases(4, worker);
		this.queue.add(jobs.get(4).withDelay(SHORT));
		advance(SHORT.multipliedBy(2));
		assertLeases(0, worker);
		advance(SHORT);
		this.queue.add(jobs.get(5));
		advance(QUARTER);
		assertThat(ids(worker.lease(20).leases())).containsExactly(jobs.get(4).id());
		advance(QUARTER);
		assertThat(ids(worker.lease(20).leases())).containsExactly(jobs.get(5).id());
	}

	@Test
	void aClockThatWasSetBackHoldsUpNobodyForLongerThanTheBurstTakes() {
		WorkerQueue worker = atItsLimit();
		long future = serverMicros() + Duration.ofDays(100).toMillis() * 1000;
		this.commands.set(lineKey("rate"), Long.toString(future));
		LeaseResult result = worker.lease(20);
		assertThat(result.leases()).isEmpty();
		assertThat(result.nextDue()).isPositive().isLessThanOrEqualTo(HOUR.plusSeconds(1));
		advance(HOUR);
		assertLeases(4, worker);
		assertLeases(0, worker);
	}

	@Test
	void aClockThatWasSetAheadBringsNoMoreThanTheBurst() {
		WorkerQueue worker = atItsLimit();
		long past = serverMicros() - Duration.ofDays(100).toMillis() * 1000;
		for (String time : List.of(Long.toString(past), "1", "0")) {
			this.commands.set(lineKey("rate"), time);
			assertLeases(4, worker);
			assertLeases(0, worker);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "garbage", "", " ", "12:34", "x1" })
	void aTimeThatCannotBeReadIsTakenAsAbsent(String garbage) {
		WorkerQueue worker = atItsLimit();
		this.commands.set(lineKey("rate"), garbage);
		assertObstacles();
		assertLeases(4, worker);
		assertLeases(0, worker);
		assertObstacles(Obstacle.RATE_LIMIT);
	}

	@ParameterizedTest
	@ValueSource(strings = { "nan", "-nan", "inf", "-inf", "1e300", "-1e300", "1e999", "-1", "0x10" })
	void aTimeThatIsNoTimeIsNoObstacleForLong(String odd) {
		WorkerQueue worker = atItsLimit();
		this.commands.set(lineKey("rate"), odd);
		int before = worker.lease(20).leases().size();
		assertThat(before).isIn(0, 4);
		advance(HOUR);
		assertLeases(4, worker);
		assertLeases(0, worker);
	}

	@Test
	void nothingButTheLimitsIsLeftOfADrainedQueue() {
		this.queue.add(jobsOfEachLine(4));
		WorkerQueue worker = rated("limited", 4);
		worker.complete(leaseAll(worker));
		advance(Duration.ofDays(2));
		assertNothingIsLeftBehind();
		Stream<String> keys = this.redis.keys().stream();
		assertThat(keys).noneMatch((key) -> key.endsWith(":rate"));
	}

}
