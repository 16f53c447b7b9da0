package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Lease;
import io.github.redisqueue.Obstacle;
import io.github.redisqueue.RateLimit;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The limits of a queue are recorded in Redis by the first lease of each instance, and
 * all instances obey the last record.
 */
abstract class RecordedLimitsContract extends LimitTests {

	private List<String> records() {
		return IntStream.range(0, this.factory.lines())
			.mapToObj((line) -> jobsOfEachLine(1).get(line).id())
			.map((id) -> this.commands.get(keysOf(id).key("limits")))
			.toList();
	}

	@Test
	void theFirstLeaseRecordsTheLimits() {
		WorkerQueue worker = bound("limited", hourly(12, 6), 5 * this.factory.lines());
		this.queue.add(jobsInLine(10));
		worker.counts();
		assertThat(records()).containsOnlyNulls();
		assertLeases(5, worker);
		assertThat(records()).containsOnly("12 3600000000 6 5 0 0");
		for (String id : jobsOfEachLine(1).stream().map((job) -> job.id()).toList()) {
			assertThat(this.commands.pttl(keysOf(id).key("limits"))).as("no expiry").isEqualTo(-1);
		}
	}

	@Test
	void aQueueWithoutLimitsRecordsNothing() {
		this.queue.add(jobsOfEachLine(3));
		this.queue.complete(leaseAll(this.queue));
		this.queue.clean(CleanDepth.DEEP);
		assertThat(records()).containsOnlyNulls();
	}

	@Test
	void whoOnlyAddsAndSettlesRecordsNothing() {
		WorkerQueue worker = bounded("limited", 3);
		this.queue.add(jobsInLine(10));
		Lease lease = leases(3, worker).get(0);
		WorkerQueue other = bounded("other", 1);
		other.add(List.of(job(inLine("more"))));
		other.counts();
		other.clean(CleanDepth.LIGHT);
		assertThat(other.cancel(lease.id())).isTrue();
		assertThat(records()).containsOnly("0 0 0 3 0 0");
		assertLeases(1, worker);
	}

	@Test
	void theLimitsOfTheNewestInstanceHoldForTheOlderOnes() {
		this.queue.add(jobsInLine(20));
		WorkerQueue older = bounded("older", 1);
		WorkerQueue newer = bounded("newer", 3);
		Lease first = leases(1, older).get(0);
		assertLeases(0, older);
		assertLeases(2, newer);
		assertLeases(0, older);
		assertThat(complete(older, first)).isTrue();
		assertLeases(1, older);
		assertLeases(0, older);
		assertThat(this.queue.counts().leased()).isEqualTo(3);
	}

	@Test
	void tighterLimitsHoldAtOnceThoughMoreAreLeased() {
		this.queue.add(jobsInLine(20));
		WorkerQueue older = bounded("older", 5);
		List<Lease> leases = leases(5, older);
		WorkerQueue newer = bounded("newer", 2);
		assertLeases(0, newer);
		assertThat(older.complete(leases.subList(0, 3))).hasSize(3);
		assertLeases(0, older);
		assertLeases(0, newer);
		assertThat(complete(older, leases.get(3))).isTrue();
		assertLeases(1, older);
		assertLeases(0, newer);
	}

	@Test
	void anInstanceThatStartsAnewWithTheSameLimitsGetsNothingForThat() {
		this.queue.add(jobsInLine(20));
		assertLeases(4, rated("first", 4));
		assertLeases(0, rated("second", 4));
		assertLeases(0, bound("third", hourly(8, 4), 0));
	}

	@Test
	void aFasterLimitHoldsNobodyUpForLongerThanItsBurstTakes() {
		this.queue.add(jobsInLine(40));
		assertLeases(1, rated("slow", 1));
		WorkerQueue fast = bound("fast",
				new RateLimit(10 * this.factory.lines(), Duration.ofMinutes(10), 10 * this.factory.lines()), 0);
		fast.lease(1);
		advance(Duration.ofMinutes(10));
		assertLeases(10, fast);
		assertLeases(0, fast);
	}

	@Test
	void anInstanceWithoutLimitsThatStartsLaterRemovesThem() {
		this.queue.add(jobsInLine(12));
		WorkerQueue older = bound("older", hourly(1), this.factory.lines());
		assertLeases(1, older);
		assertLeases(0, older);
		List<Lease> leases = leases(11, this.queue);
		assertThat(this.queue.release(leases.subList(0, 8))).hasSize(8);
		assertThat(older.lease(3).leases()).hasSize(3);
		assertObstacles();
		assertThat(records()).containsOnly("-");
		assertLeases(2, bounded("newest", 9));
		assertLeases(0, older);
		assertThat(records()).containsOnly("0 0 0 9 0 0");
		assertThat(this.commands.pttl(lineKey("limits"))).as("no expiry").isEqualTo(-1);
	}

	@Test
	void lostLimitsAreRecordedAgainByTheNextLease() {
		this.queue.add(jobsInLine(20));
		WorkerQueue worker = bound("limited", hourly(12, 6), 5 * this.factory.lines());
		WorkerQueue free = worker("free");
		assertThat(free.lease(1).leases()).hasSize(1);
		List<Lease> leases = leases(4, worker);
		List<String> before = records();
		for (int i = 0; i < 2; i++) {
			jobsOfEachLine(1).forEach((job) -> this.commands.del(keysOf(job.id()).key("limits")));
			assertLeases(0, worker);
			assertThat(records()).isEqualTo(before);
			assertObstacles(Obstacle.MAX_LEASED);
		}
		assertThat(free.lease(1).leases()).isEmpty();
		assertThat(complete(worker, leases.get(0))).isTrue();
		assertThat(free.lease(5).leases()).hasSize(1);
	}

	@Test
	void lostLimitsAreRecordedAgainByOneWhoWaits() {
		this.queue.add(jobsInLine(20));
		WorkerQueue worker = bounded("limited", 2);
		assertLeases(2, worker);
		List<String> before = records();
		this.commands.del(lineKey("limits"));
		assertThat(join(worker.async().leaseOrWait(1)).leases()).isEmpty();
		assertThat(records()).isEqualTo(before);
	}

	@Test
	void lostLimitsHoldUpNobodyIfNoInstanceHasThem() {
		this.queue.add(jobsInLine(20));
		assertLeases(2, bounded("limited", 2));
		WorkerQueue free = worker("free");
		assertThat(free.lease(1).leases()).hasSize(1);
		this.commands.del(lineKey("limits"));
		assertThat(free.lease(1).leases()).hasSize(1);
		assertObstacles();
	}

	@ParameterizedTest
	@ValueSource(strings = { "garbage", "", "1 2", "a b c d", "nan nan nan nan nan nan", "-1 -1 -1 -1 -1 -1",
			"0 0 0 0 0 0 0 0" })
	void limitsThatCannotBeReadHoldUpNobody(String garbage) {
		this.queue.add(jobsInLine(20));
		WorkerQueue free = worker("free");
		assertThat(free.lease(1).leases()).hasSize(1);
		this.commands.set(lineKey("limits"), garbage);
		advance(HOUR);
		assertThat(free.lease(1).leases()).hasSize(1);
		assertThat(this.queue.counts().ready()).isPositive();
		assertThat(bounded("limited", 10).lease(20).leases()).isNotEmpty();
		assertThat(records()).containsOnly("0 0 0 10 0 0");
	}

}
