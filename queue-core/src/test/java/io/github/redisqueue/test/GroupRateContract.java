package io.github.redisqueue.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.Groups;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.RateLimit;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A rate spaces the jobs of each group that become ready, also after the group was empty.
 */
abstract class GroupRateContract extends GroupTests {

	private static final Duration HALF = HOUR.dividedBy(2);

	/** Of each group, one job an hour becomes ready. */
	private WorkerQueue paced(String worker, int maxConcurrent) {
		return create(settings(worker, AGES).groups(new Groups(maxConcurrent, new RateLimit(1, HOUR, 1))).build());
	}

	@Test
	void theNextIsDelayedUntilItsTime() {
		this.queue = paced("paced", 1);
		List<Job> jobs = jobsOf(this.group, 4);
		this.queue.add(jobs);
		assertStates(3, 1, 0, 0);
		this.queue.complete(leaseExactly(jobs.get(0)));
		assertStates(2, 0, 1, 0);
		LeaseResult none = this.queue.lease(1);
		assertThat(none.leases()).isEmpty();
		assertThat(none.nextDue()).isBetween(HALF, HOUR.plusMillis(1));
		advance(HALF);
		leaseExactly();
		advance(HALF);
		List<Lease> second = leaseExactly(jobs.get(1));
		advance(HALF);
		this.queue.complete(second);
		assertStates(1, 0, 1, 0);
		advance(HALF);
		List<Lease> third = leaseExactly(jobs.get(2));
		advance(HOUR.multipliedBy(2));
		this.queue.complete(third);
		this.queue.complete(leaseExactly(jobs.get(3)));
		awaitNothingLeftBehind("a rate");
	}

	@Test
	void anEmptyGroupIsSpacedToo() {
		this.queue = paced("paced", 1);
		List<Job> jobs = jobsOf(this.group, 4);
		this.queue.add(jobs.get(0));
		this.queue.complete(leaseExactly(jobs.get(0)));
		assertStates(0, 0, 0, 0);
		this.queue.add(jobs.get(1));
		assertStates(0, 0, 1, 0);
		leaseExactly();
		advance(HOUR);
		this.queue.complete(leaseExactly(jobs.get(1)));
		advance(HOUR.multipliedBy(5));
		this.queue.add(jobs.subList(2, 4));
		assertStates(1, 1, 0, 0);
		this.queue.complete(leaseExactly(jobs.get(2)));
		assertStates(0, 0, 1, 0);
		advance(HOUR);
		this.queue.complete(leaseExactly(jobs.get(3)));
		awaitNothingLeftBehind("a rate of an empty group");
	}

	@Test
	void jobsBehindCancelledOnesAreSpacedToo() {
		this.queue = paced("paced", 3);
		List<Job> jobs = jobsOf(this.group, 8);
		this.queue.add(jobs);
		this.queue.complete(leaseExactly(jobs.get(0)));
		assertThat(this.queue.cancel(jobs.get(1).id())).isTrue();
		assertThat(this.queue.cancel(jobs.get(2).id())).isTrue();
		assertThat(this.queue.cancel(jobs.get(4).id())).isTrue();
		List<String> handled = new ArrayList<>();
		for (int hour = 0; handled.size() < 4; hour++) {
			assertThat(hour).isLessThan(10);
			advance(HOUR);
			List<Lease> leases = this.queue.lease(10).leases();
			assertThat(leases).hasSizeLessThan(2);
			this.queue.complete(leases);
			handled.addAll(ids(leases));
		}
		assertThat(handled).isEqualTo(idsOf(List.of(jobs.get(3), jobs.get(5), jobs.get(6), jobs.get(7))));
	}

	@Test
	void eachGroupIsSpacedByItself() {
		this.queue = paced("paced", 3);
		List<Job> jobs = jobsOf(this.group, 4);
		List<Job> others = jobsOf(inLine("other"), 2);
		this.queue.add(jobs);
		this.queue.add(others);
		this.queue.add(job(inLine("none")));
		assertStates(1, 3, 3, 0);
		leaseInAnyOrder(jobs.get(0), others.get(0), job(inLine("none")));
		advance(HOUR);
		leaseInAnyOrder(jobs.get(1), others.get(1));
		advance(HOUR);
		List<Lease> third = leaseExactly(jobs.get(2));
		this.queue.complete(third);
		assertStates(0, 0, 1, 5);
		advance(HOUR);
		leaseExactly(jobs.get(3));
	}

	@Test
	void aJobThatComesBackIsNotSpacedAgain() {
		this.queue = paced("paced", 1);
		List<Job> jobs = jobsOf(this.group, 2);
		this.queue.add(jobs);
		this.queue.release(leaseExactly(jobs.get(0)));
		assertStates(1, 1, 0, 0);
		this.queue.retry(Map.of(leaseExactly(jobs.get(0)).get(0), failure(Duration.ZERO)));
		assertStates(1, 1, 0, 0);
		this.queue.complete(leaseExactly(jobs.get(0)));
		assertStates(0, 0, 1, 0);
		assertThat(this.queue.reschedule(jobs.get(1).id(), Duration.ZERO)).isTrue();
		leaseExactly(jobs.get(1));
	}

	@Test
	void theRateOfTheNewestInstanceHolds() {
		List<Job> jobs = jobsOf(this.group, 5);
		this.queue.add(jobs);
		this.queue.complete(leaseExactly(jobs.get(0)));
		assertStates(3, 1, 0, 0);
		WorkerQueue newer = paced("newer", 1);
		assertThat(complete(newer, leaseOne(newer))).isTrue();
		this.queue.complete(leaseExactly(jobs.get(2)));
		assertStates(1, 0, 1, 0);
		this.queue = grouped("newest", 1);
		leaseExactly();
		advance(HOUR);
		this.queue.complete(leaseExactly(jobs.get(3)));
		this.queue.complete(leaseExactly(jobs.get(4)));
		awaitNothingLeftBehind("a rate of an earlier instance");
	}

}
