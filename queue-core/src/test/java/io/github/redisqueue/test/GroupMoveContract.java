package io.github.redisqueue.test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Job;
import io.github.redisqueue.JobState;
import io.github.redisqueue.Lease;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Jobs of groups are replaced and rescheduled in each of their states.
 */
abstract class GroupMoveContract extends GroupTests {

	/** Another job with the same id. */
	private static Job other(Job job) {
		return Job.of(job.id(), "another payload".getBytes())
			.withHeaders(Map.of("another", "header"))
			.withGroup(job.group());
	}

	private Set<String> replace(Job... jobs) {
		return this.queue.add(List.of(jobs), AddMode.REPLACE);
	}

	private void assertOrder(Job... jobs) {
		assertThat(order()).containsExactly(jobs);
	}

	/** Completes one job after the other. */
	private List<Job> order() {
		List<Job> order = new ArrayList<>();
		List<Lease> leases = this.queue.lease(1).leases();
		while (!leases.isEmpty()) {
			order.add(leases.get(0).job());
			assertThat(this.queue.complete(leases)).hasSize(1);
			leases = this.queue.lease(1).leases();
		}
		return order;
	}

	@Test
	void aReadyJobGivesItsPlaceToTheNextWhenItIsReplaced() {
		List<Job> jobs = jobsOf(this.group, 3);
		this.queue.add(jobs);
		assertThat(replace(other(jobs.get(0)))).hasSize(1);
		assertStates(2, 1, 0, 0);
		assertThat(replace(other(jobs.get(1)).withDelay(HOUR))).hasSize(1);
		assertStates(1, 1, 1, 0);
		assertOrder(jobs.get(2), other(jobs.get(0)));
		advance(HOUR.multipliedBy(2));
		assertOrder(other(jobs.get(1)));
		assertNothingIsLeftBehind();
	}

	@Test
	void aJobThatIsDueButHasNotJoinedIsReplaced() {
		List<Job> jobs = jobsOf(this.group, 3);
		this.queue.add(jobs.get(0));
		this.queue.add(List.of(jobs.get(1).withDelay(HOUR), jobs.get(2).withDelay(HOUR)));
		advance(HOUR.multipliedBy(2));
		replace(other(jobs.get(1)).withDelay(HOUR));
		assertStates(1, 1, 1, 0);
		replace(other(jobs.get(2)));
		assertStates(1, 1, 1, 0);
		assertOrder(jobs.get(0), other(jobs.get(2)));
		advance(HOUR.multipliedBy(2));
		assertOrder(other(jobs.get(1)));
		assertNothingIsLeftBehind();
	}

	@Test
	void manyJobsAreReplacedInOneCallAndKeepTheirOrder() {
		List<Job> jobs = jobsOf(this.group, 50);
		this.queue.add(jobs.subList(0, 40));
		Lease lost = leaseOne(this.queue);
		assertThat(this.queue.add(jobs, AddMode.REPLACE)).hasSize(50);
		assertThat(complete(this.queue, lost)).isFalse();
		assertStates(49, 1, 0, 0);
		assertThat(workOff()).isEqualTo(idsOf(jobs));
		assertNothingIsLeftBehind();
	}

	@Test
	void aJobThatWaitsStaysWhereItIsIfItMayBeReadyNow() {
		List<Job> jobs = jobsOf(this.group, 3);
		this.queue.add(jobs);
		var before = snapshot();
		assertThat(this.queue.reschedule(idsOf(jobs), Duration.ZERO)).hasSize(3);
		assertThat(this.queue.reschedule(idsOf(jobs), Instant.EPOCH)).hasSize(3);
		assertThat(snapshot()).isEqualTo(before);
		assertOrder(jobs.toArray(Job[]::new));
	}

	@Test
	void anOpenJobIsMovedToAnotherTimeAndBackInItsPlace() {
		List<Job> jobs = jobsOf(this.group, 3);
		this.queue.add(jobs);
		assertThat(this.queue.reschedule(jobs.get(0).id(), HOUR)).isTrue();
		assertStates(2, 0, 1, 0);
		leaseExactly();
		assertThat(this.queue.find(jobs.get(1).id()).orElseThrow().blockedBy()).isEqualTo(jobs.get(0).id());
		assertThat(this.queue.browse(JobState.WAITING, null, 10).jobs()).hasSize(2)
			.allSatisfy((job) -> assertThat(job.blockedBy()).isEqualTo(jobs.get(0).id()));
		assertThat(this.queue.reschedule(jobs.get(0).id(), Duration.ZERO)).isTrue();
		assertStates(2, 1, 0, 0);
		Lease lease = leaseExactly(jobs.get(0)).get(0);
		assertThat(this.queue.reschedule(jobs.get(0).id(), HOUR)).isFalse();
		this.queue.retry(Map.of(lease, failure(HOUR)));
		assertThat(this.queue.reschedule(jobs.get(0).id(), Duration.ZERO)).isTrue();
		assertStates(2, 1, 0, 0);
		assertOrder(jobs.toArray(Job[]::new));
		assertNothingIsLeftBehind();
	}

	@Test
	void manyJobsAreRescheduledInOneCall() {
		List<Job> jobs = jobsOf(this.group, 60);
		this.queue.add(jobs.subList(0, 40));
		this.queue.add(jobs.subList(40, 60).stream().map((job) -> job.withDelay(HOUR)).toList());
		Lease lease = leaseOne(this.queue);
		List<String> ids = new ArrayList<>(idsOf(jobs));
		ids.add("unknown");
		Instant time = serverTime().plus(HOUR);
		assertThat(this.queue.reschedule(ids, time)).containsExactlyInAnyOrderElementsOf(idsOf(jobs.subList(1, 60)));
		assertStates(0, 0, 59, 1);
		assertThat(complete(this.queue, lease)).isTrue();
		leaseExactly();
		advance(HOUR.multipliedBy(2));
		assertThat(workOff()).isEqualTo(idsOf(jobs.subList(1, 60)));
		assertNothingIsLeftBehind();
	}

}
