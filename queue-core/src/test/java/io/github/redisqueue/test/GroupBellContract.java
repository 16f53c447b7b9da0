package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What opens a job of a group wakes one of those who wait; and nobody is woken for a job
 * that waits in the line of its group.
 */
abstract class GroupBellContract extends GroupTests {

	/** What is delayed rings if it is due earlier than all others, which none is here. */
	@BeforeEach
	final void addDelayedJob() {
		this.queue.add(job(inLine("soon")).withDelay(Duration.ofMinutes(30)));
	}

	/** The lease of the first of two jobs of a group. */
	private Lease heldUp(WorkerQueue worker) {
		List<Job> jobs = jobsOf(this.group, 2);
		this.queue.add(jobs);
		Lease lease = leaseOne(worker);
		assertThat(lease.job()).isEqualTo(jobs.get(0));
		return lease;
	}

	@ParameterizedTest
	@EnumSource(value = Settlement.class, names = { "COMPLETE", "BURY", "RELEASE" })
	void whatOpensTheNextWakes(Settlement settlement) {
		Lease lease = heldUp(this.queue);
		assertWakes(this.group, () -> assertThat(settlement.by(this.queue, lease)).isTrue());
		assertLeases(1, this.queue);
	}

	@Test
	void anEndOfAReadyOrDelayedJobWakes() {
		List<Job> jobs = jobsOf(this.group, 4);
		this.queue.add(jobs);
		assertWakes(this.group, () -> assertThat(this.queue.cancel(jobs.get(0).id())).isTrue());
		this.queue.retry(Map.of(leaseOne(this.queue), failure(HOUR)));
		assertWakes(this.group, () -> assertThat(this.queue.cancel(jobs.get(1).id())).isTrue());
		assertWakes(this.group, () -> this.queue.add(List.of(jobs.get(2).withDelay(HOUR)), AddMode.REPLACE));
		leaseExactly(jobs.get(3));
	}

	@Test
	void theReportOfALostLeaseWakes() {
		Lease lease = heldUp(this.queue);
		assertSilent(() -> assertThat(this.queue.cancel(lease.id())).isTrue());
		assertSilent(() -> assertThat(this.queue.extend(List.of(lease))).isEmpty());
		assertWakes(this.group, () -> assertThat(complete(this.queue, lease)).isFalse());
		assertSilent(() -> assertThat(complete(this.queue, lease)).isFalse());
	}

	@Test
	void aCleaningThatMendsAPlaceWakes() {
		Lease lease = heldUp(this.queue);
		create(groupSettings("canceller", Duration.ofMinutes(10), 1).build()).cancel(lease.id());
		assertSilent(() -> this.queue.clean(CleanDepth.LIGHT));
		advance(Duration.ofMinutes(11));
		assertWakes(this.group, () -> this.queue.clean(CleanDepth.LIGHT));
		assertSilent(() -> this.queue.clean(CleanDepth.LIGHT));
	}

	@Test
	void addingToAGroupWakesIfItOpensTheJob() {
		List<Job> jobs = jobsOf(this.group, 4);
		assertWakes(this.group, () -> this.queue.add(jobs.get(0)));
		assertSilent(() -> this.queue.add(jobs.get(1)));
		assertSilent(() -> this.queue.add(jobs.get(2).withDelay(HOUR)));
		assertWakes(this.group, () -> this.queue.add(jobs.get(3).withDelay(Duration.ofMinutes(1))));
	}

	@Test
	void addingToAGroupWakesForWhatItLetsJoin() {
		List<Job> jobs = jobsOf(this.group, 2);
		Job other = jobsOf(inLine("other"), 1).get(0);
		this.queue.add(jobs.get(0));
		leaseExactly(jobs.get(0));
		this.queue.add(other.withDelay(HOUR));
		leaseExactly();
		this.queue.cancel(inLine("soon"));
		advance(HOUR.multipliedBy(2));
		assertWakes(this.group, () -> this.queue.add(jobs.get(1)));
		leaseExactly(other);
	}

	@Test
	void aJobThatIsToJoinEarlierThanAllOthersAreDueWakes() {
		List<Job> jobs = jobsOf(this.group, 3);
		this.queue.add(jobs);
		leaseExactly(jobs.get(0));
		assertWakes(this.group, () -> assertThat(this.queue.reschedule(jobs.get(1).id(), HOUR)).isTrue());
		assertSilent(() -> assertThat(this.queue.reschedule(jobs.get(2).id(), HOUR.multipliedBy(2))).isTrue());
		assertWakes(this.group,
				() -> assertThat(this.queue.reschedule(jobs.get(2).id(), Duration.ofMinutes(1))).isTrue());
	}

	@Test
	void whoIsHeldUpByALimitIsToldWhenTheNextJobJoinsAndWokenForIt() {
		WorkerQueue limited = create(groupSettings("limited", AGES, 1).maxLeased(this.factory.lines()).build());
		List<Job> jobs = jobsOf(this.group, 2);
		this.queue.cancel(inLine("soon"));
		limited.add(List.of(jobs.get(0), jobsOf(inLine("other"), 1).get(0).withDelay(HOUR)));
		Lease lease = leaseOne(limited);
		assertThat(limited.lease(1).nextDue()).isBetween(Duration.ofMinutes(50), HOUR.plusMillis(1));
		advance(HOUR.multipliedBy(2));
		assertWakes(this.group, () -> assertThat(complete(limited, lease)).isTrue());
		assertLeases(1, limited);
	}

	@ParameterizedTest
	@EnumSource(value = Settlement.class, names = { "RETRY", "POSTPONE" })
	void aJobThatKeepsItsPlaceWakesNobody(Settlement settlement) {
		Lease lease = heldUp(this.queue);
		assertSilent(() -> assertThat(settlement.by(this.queue, lease)).isTrue());
	}

	@Test
	void anEndThatOpensNothingWakesNobody() {
		List<Job> jobs = jobsOf(this.group, 3);
		this.queue.add(jobs);
		Lease first = leaseOne(this.queue);
		assertSilent(() -> assertThat(this.queue.cancel(jobs.get(1).id())).isTrue());
		assertThat(complete(this.queue, first)).isTrue();
		Lease last = leaseOne(this.queue);
		assertSilent(() -> assertThat(complete(this.queue, last)).isTrue());
	}

}
