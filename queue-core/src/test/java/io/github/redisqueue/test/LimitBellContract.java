package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whatever makes room in a queue at its limit of leased jobs wakes one of those who wait,
 * if a job is ready; and nobody is woken for jobs that nobody may lease.
 */
abstract class LimitBellContract extends LimitTests {

	/**
	 * Retries and postponements ring if they are due earlier than all others, which none
	 * is here.
	 */
	@BeforeEach
	final void addDelayedJob() {
		this.queue.add(job(inLine("soon")).withDelay(Duration.ofMinutes(30)));
	}

	/** What a worker at its limit of two holds, with so many jobs left behind. */
	private List<Lease> atTheLimit(WorkerQueue worker, int ready) {
		this.queue.add(jobsInLine(2 + ready));
		return leases(2, worker);
	}

	@ParameterizedTest
	@EnumSource(value = Settlement.class, names = { "COMPLETE", "BURY", "RETRY", "POSTPONE", "RELEASE" })
	void whatEndsALeaseAtTheLimitWakes(Settlement settlement) {
		WorkerQueue worker = bounded("limited", 2);
		Lease lease = atTheLimit(worker, 2).get(0);
		assertWakes(lease.id(), () -> assertThat(settlement.by(worker, lease)).isTrue());
		assertLeases(1, worker);
	}

	@Test
	void aSettlementAtTheLimitWakesForJobsThatHaveBecomeDue() {
		WorkerQueue worker = bounded("limited", 2);
		Lease lease = atTheLimit(worker, 0).get(0);
		advance(HOUR);
		assertWakes(lease.id(), () -> assertThat(complete(worker, lease)).isTrue());
		assertThat(ids(worker.lease(20).leases())).containsExactly(inLine("soon"));
	}

	@ParameterizedTest
	@EnumSource(value = Settlement.class, names = { "COMPLETE", "BURY", "RETRY", "POSTPONE" })
	void atTheLimitNobodyIsWokenIfNothingIsReady(Settlement settlement) {
		WorkerQueue worker = bounded("limited", 2);
		List<Lease> leases = atTheLimit(worker, 0);
		assertSilent(() -> assertThat(settlement.by(worker, leases.get(0))).isTrue());
		assertSilent(() -> assertThat(this.queue.cancel(leases.get(1).id())).isTrue());
	}

	@ParameterizedTest
	@EnumSource(value = Settlement.class, names = { "COMPLETE", "BURY", "RETRY", "POSTPONE" })
	void belowTheLimitNobodyIsWoken(Settlement settlement) {
		WorkerQueue worker = bounded("limited", 4);
		this.queue.add(jobsInLine(6));
		List<Lease> leases = worker.lease(3).leases();
		assertThat(leases).hasSize(3);
		assertSilent(() -> assertThat(settlement.by(worker, leases.get(0))).isTrue());
		assertSilent(() -> assertThat(this.queue.cancel(leases.get(1).id())).isTrue());
	}

	@Test
	void onlyThoseWhoLeaveTheLimitWake() {
		WorkerQueue worker = bounded("limited", 2);
		List<Lease> leases = atTheLimit(worker, 4);
		assertWakes(leases.get(0).id(), () -> assertThat(complete(worker, leases.get(0))).isTrue());
		assertSilent(() -> assertThat(complete(worker, leases.get(1))).isTrue());
	}

	@Test
	void thoseWhoLostTheirLeaseAreSilentAtTheLimit() {
		WorkerQueue worker = bounded("limited", 2);
		Lease lost = atTheLimit(worker, 4).get(0);
		assertThat(complete(worker, lost)).isTrue();
		assertLeases(1, worker);
		assertSilent(() -> {
			for (Settlement settlement : Settlement.values()) {
				assertThat(settlement.by(worker, lost)).isFalse();
			}
			assertThat(this.queue.cancel(lost.id())).isFalse();
		});
	}

	@Test
	void aLeaseThatReachesTheLimitWakesNobody() {
		this.queue.add(jobsInLine(10));
		WorkerQueue worker = bounded("limited", 2);
		assertSilent(() -> assertLeases(2, worker));
		assertSilent(() -> assertLeases(0, worker));
		WorkerQueue rated = rated("rated", 4);
		assertSilent(() -> assertLeases(4, rated));
		assertSilent(() -> assertLeases(0, rated));
	}

	@Test
	void aLeaseThatLeavesRoomAndJobsWakesTheNext() {
		List<Job> jobs = jobsInLine(10);
		this.queue.add(jobs);
		WorkerQueue worker = bounded("limited", 5);
		assertWakes(jobs.get(0).id(), () -> assertThat(worker.lease(2).leases()).hasSize(2));
	}

	@Test
	void whatWasReclaimedAtTheLimitWakes() {
		List<Job> jobs = jobsInLine(2);
		this.queue.add(jobs);
		assertLeases(2, create(settings("vanished", SHORT).maxLeased(2 * this.factory.lines()).build()));
		runOut(SHORT);
		assertWakes(jobs.get(0).id(), () -> cleanUntilLeased(0));
	}

}
