package io.github.redisqueue.test;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.Obstacle;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A limit of jobs leased at the same time: all instances together never hold more, and
 * what ends the lease of a job makes room for one.
 */
abstract class MaxLeasedContract extends LimitTests {

	/** A worker that vanishes, with a limit for each line. */
	private WorkerQueue vanishing(String name, int leased) {
		return create(settings(name, LONG).maxLeased(leased * this.factory.lines()).build());
	}

	@Test
	void neverAreMoreLeased() {
		this.queue.add(jobsOfEachLine(10));
		int limit = 4 * this.factory.lines();
		WorkerQueue worker = bounded("limited", 4);
		assertThat(leaseAll(worker)).hasSize(limit);
		assertLeases(0, worker);
		assertLeases(0, bounded("two", 4));
		advance(Duration.ofDays(1));
		assertLeases(0, worker);
		assertThat(this.queue.counts().leased()).isEqualTo(limit);
		assertThat(this.redis.keys()).noneMatch((key) -> key.endsWith(":rate"));
	}

	@Test
	void aLimitThatIsNotReachedChangesNothing() {
		this.queue.add(jobsInLine(700));
		WorkerQueue worker = bounded("limited", 600);
		assertThat(worker.lease(1000).leases()).hasSize(500);
		assertThat(worker.lease(1000).leases()).hasSize(100);
		assertLeases(0, worker);
	}

	/** No two of these jobs fit into one reply. */
	@Test
	void anAbandonedJobThatDoesNotFitIntoTheReplyIsNotReplacedByOthers() {
		List<Job> jobs = jobsInLine(3);
		jobs.subList(0, 2).forEach((job) -> this.queue.add(Job.of(job.id(), new byte[3 * 1024 * 1024])));
		this.queue.add(jobs.get(2));
		WorkerQueue vanished = vanishing("vanished", 2);
		assertThat(vanished.lease(1).leases()).hasSize(1);
		assertThat(vanished.lease(1).leases()).hasSize(1);
		runOut(LONG);
		WorkerQueue worker = bounded("limited", 2);
		Set<String> again = new HashSet<>();
		await().until(() -> {
			again.addAll(ids(worker.lease(10).leases()));
			assertThat(this.queue.counts().leased()).isLessThanOrEqualTo(2);
			this.queue.clean(CleanDepth.LIGHT);
			return again.size() == 2;
		});
	}

	@Test
	void ofCrashedJobsNoMoreAreTakenOverThanThereIsRoomFor() {
		this.queue.add(jobsInLine(6));
		assertLeases(5, vanishing("vanished", 5));
		runOut(LONG);
		WorkerQueue worker = bounded("limited", 2);
		await().until(() -> {
			worker.lease(20);
			this.queue.clean(CleanDepth.LIGHT);
			advance(SHORT);
			return this.queue.counts().ready() == 4;
		});
		assertThat(this.queue.counts().leased()).isEqualTo(2);
		assertLeases(0, worker);
	}

	@Test
	void whoMeetsTheLimitIsNotToldToAskAgainAtOnce() {
		this.queue.add(jobsInLine(20));
		WorkerQueue worker = bounded("limited", 3);
		assertThat(worker.lease(20).nextDue()).isNotEqualTo(Duration.ZERO);
		for (LeaseResult result : List.of(worker.lease(20), leaseOrWait(worker), leaseOrWait(bounded("two", 3)))) {
			assertThat(result.leases()).isEmpty();
			assertThat(result.paused()).isFalse();
			assertThat(result.nextDue()).isNotEqualTo(Duration.ZERO);
		}
	}

	@Test
	void ofBothLimitsTheSmallerCounts() {
		this.queue.add(jobsInLine(20));
		WorkerQueue worker = bound("limited", hourly(4), 3 * this.factory.lines());
		List<Lease> leases = leases(3, worker);
		for (int i = 0; i < 3; i++) {
			assertLeases(0, worker);
		}
		assertObstacles(Obstacle.MAX_LEASED);
		assertThat(worker.complete(leases)).hasSize(3);
		assertObstacles();
		assertLeases(1, worker);
		assertObstacles(Obstacle.RATE_LIMIT);
		advance(HOUR);
		assertLeases(2, worker);
		assertObstacles(Obstacle.MAX_LEASED);
	}

	@Test
	void whoIsHeldUpByTheOtherLimitKeepsTheClockNoMore() {
		this.queue.add(jobsInLine(20));
		int both = 2 * this.factory.lines();
		WorkerQueue holder = bound("holder", hourly(3), both);
		List<Lease> leases = leases(2, holder);
		complete(holder, leases.get(0));
		complete(holder, leases(1, holder).get(0));
		WorkerQueue one = bound("one", hourly(3), both);
		assertThat(leaseOrWait(one).nextDue()).as("until the rate allows more").isNotNull();
		advance(Duration.ofMinutes(40));
		LeaseResult result = leaseOrWait(one);
		assertThat(result.leases()).hasSize(1);
		assertThat(result.nextDue()).as("until a lease ends").isNull();
		complete(holder, leases.get(1));
		result = leaseOrWait(bound("two", hourly(3), both));
		assertThat(result.leases()).hasSize(1);
		assertThat(result.nextDue()).as("until the rate allows more").isNotNull();
	}

}
