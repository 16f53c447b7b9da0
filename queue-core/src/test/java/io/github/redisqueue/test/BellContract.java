package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Section 5 of the design: whatever makes jobs ready, or lets one be due earlier than all
 * others, wakes one of those who wait. Each site is driven with one who waits by one
 * blocking command and never looks by itself.
 */
abstract class BellContract extends LimitTests {

	@Test
	void anAdditionWakes() {
		assertWakes("a", () -> add("a"));
		complete(this.queue, leaseOne(this.queue));
		assertWakes("b", () -> this.queue.add(List.of(job("b")), AddMode.UNCHECKED));
	}

	@Test
	void anAdditionWakesThatIsDueEarlierThanAllOthers() {
		List<Job> jobs = jobsInLine(3);
		assertWakes(jobs.get(0).id(), () -> this.queue.add(jobs.get(0).withDelay(Duration.ofHours(2))));
		assertWakes(jobs.get(1).id(), () -> this.queue.add(jobs.get(1).withDelay(Duration.ofHours(1))));
		assertSilent(() -> this.queue.add(jobs.get(2).withDelay(Duration.ofHours(3))));
	}

	@Test
	void anAdditionIsDueEarlierThanAllOthersAlsoIfOneIsOverdue() {
		List<Job> jobs = jobsInLine(2);
		this.queue.add(jobs.get(0).withDelay(SHORT));
		advance(SHORT.multipliedBy(2));
		assertWakes(jobs.get(1).id(), () -> this.queue.add(jobs.get(1).withDelay(Duration.ofHours(1))));
	}

	@Test
	void aReplacementWakes() {
		assertWakes("a", () -> this.queue.add(List.of(job("a")), AddMode.REPLACE));
		assertWakes("a", () -> this.queue.add(List.of(job("a")), AddMode.REPLACE));
		leaseOne(this.queue);
		assertWakes("a", () -> this.queue.add(List.of(job("a")), AddMode.REPLACE));
	}

	@Test
	void aReplacementWakesThatIsDueEarlierThanAllOthers() {
		List<Job> jobs = jobsInLine(2);
		this.queue.add(jobs.stream().map((job) -> job.withDelay(Duration.ofHours(2))).toList());
		Job first = jobs.get(0);
		assertWakes(first.id(), () -> this.queue.add(List.of(first.withDelay(Duration.ofHours(1))), AddMode.REPLACE));
		assertSilent(() -> this.queue.add(List.of(first.withDelay(Duration.ofHours(3))), AddMode.REPLACE));
	}

	@Test
	void aJobThatIsRescheduledWakesForTheTimeAtWhichItIsReady() {
		List<Job> jobs = jobsInLine(2);
		this.queue.add(jobs.stream().map((job) -> job.withDelay(Duration.ofHours(2))).toList());
		String id = jobs.get(0).id();
		assertWakes(id, () -> this.queue.reschedule(id, Duration.ofHours(1)));
		assertSilent(() -> this.queue.reschedule(id, Duration.ofHours(3)));
		assertWakes(id, () -> this.queue.reschedule(id, Duration.ZERO));
		assertSilent(() -> this.queue.reschedule(id, Duration.ZERO));
		assertWakes(id, () -> this.queue.reschedule(id, serverTime().plusSeconds(60)));
		assertWakes(id, () -> this.queue.reschedule(id, serverTime().minusSeconds(60)));
	}

	@Test
	void aRetryWakesThatIsDueEarlierThanAllOthers() {
		this.queue.add(jobsInLine(3));
		List<Lease> leases = this.queue.lease(3).leases();
		assertWakes(leases.get(0).id(), () -> this.queue.retry(Map.of(leases.get(0), failure(Duration.ofHours(2)))));
		assertWakes(leases.get(1).id(), () -> this.queue.retry(Map.of(leases.get(1), failure(Duration.ofHours(1)))));
		assertSilent(() -> this.queue.retry(Map.of(leases.get(2), failure(Duration.ofHours(3)))));
	}

	@Test
	void theEndOfAPauseWakes() {
		String id = inLine("a");
		add(id);
		this.queue.pause();
		forgetWakeUps();
		assertThat(this.queue.lease(1).paused()).isTrue();
		this.queue.resume();
		assertThat(allWakeUps()).contains(Integer.toString(line(id)));
	}

	@Test
	void aReleaseWakes() {
		add("a");
		Lease lease = leaseOne(this.queue);
		assertWakes("a", () -> this.queue.release(List.of(lease)));
	}

	@Test
	void aPostponementWakesForTheTimeAtWhichItEnds() {
		add("a", "b");
		for (Lease lease : leaseAll(this.queue)) {
			assertWakes(lease.id(), () -> this.queue
				.postpone(Map.of(lease, lease.id().equals("a") ? Duration.ZERO : Duration.ofMinutes(1))));
		}
	}

	@Test
	void aRedriveWakes() {
		add("a");
		this.queue.bury(Map.of(leaseOne(this.queue), CAUSE));
		assertWakes("a", () -> this.queue.deadLetters().redrive(List.of("a")));
	}

	@Test
	void aCleaningWakesThatReclaimsJobs() {
		expired("a");
		assertWakes("a", () -> cleanUntilLeased(0));
	}

	@Test
	void aLeaseWakesTheNextIfItLeavesJobsBehind() {
		List<Job> jobs = jobsInLine(3);
		this.queue.add(jobs);
		assertWakes(jobs.get(0).id(), () -> leaseOne(this.queue));
		assertWakes(jobs.get(0).id(), () -> leaseOne(this.queue));
	}

	@Test
	void aLeaseWakesTheNextForDelayedJobsThatAreDue() {
		List<Job> jobs = jobsInLine(2);
		jobs.forEach((job) -> this.queue.add(job.withDelay(SHORT)));
		advance(SHORT.multipliedBy(2));
		assertWakes(jobs.get(0).id(), () -> leaseOne(this.queue));
	}

	@Test
	void aLeaseWakesTheNextForAbandonedJobsThatItFinds() {
		List<Job> jobs = jobsInLine(3);
		this.queue.add(jobs);
		assertThat(shortWorker("vanished").lease(3).leases()).hasSize(3);
		runOut(SHORT);
		// Most types find them by leasing as well.
		if (this.queue.lease(1).leases().isEmpty()) {
			cleanUntilLeased(0);
		}
		assertWakes(jobs.get(0).id(), () -> leaseOne(this.queue));
	}

	@Test
	void whatMakesNoJobReadyIsSilent() {
		add("a", "b");
		List<Lease> leases = leaseAll(this.queue);
		assertSilent(() -> {
			assertThat(this.queue.add(List.of(job("a"), job("b")))).isEmpty();
			this.queue.start(leases, true);
			this.queue.extend(leases);
			complete(this.queue, leases.get(0));
			this.queue.bury(Map.of(leases.get(1), CAUSE));
			assertThat(this.queue.cancel("a")).isFalse();
			this.queue.clean(CleanDepth.DEEP);
			this.queue.counts();
		});
	}

	@Test
	void thoseWhoLostTheirLeaseAreSilent() {
		add("a");
		Lease lost = leaseOne(this.queue);
		this.queue.cancel("a");
		assertSilent(() -> {
			for (Settlement settlement : Settlement.values()) {
				settlement.by(this.queue, lost);
			}
			this.queue.deadLetters().redrive(List.of("a"));
		});
	}

	@Test
	void aSecondRingLeavesOneWakeUp() {
		List<Job> jobs = jobsInLine(3);
		forgetWakeUps();
		jobs.forEach(this.queue::add);
		assertThat(allWakeUps()).hasSize(1);
	}

	@Test
	void manyJobsWakeSeveral() {
		List<Job> jobs = jobsInLine(235);
		forgetWakeUps();
		this.queue.add(jobs.subList(0, 35));
		assertThat(allWakeUps()).hasSize(3);
		this.queue.add(jobs.subList(35, 235));
		assertThat(allWakeUps()).hasSize(16);
	}

	/** On a cluster they expire. */
	@Test
	@OnlyFor(Scope.SINGLE_SERVER)
	void aLeaseThatLeavesNothingTakesTheWakeUpsAway() {
		List<Job> jobs = jobsInLine(40);
		this.queue.add(jobs);
		assertThat(allWakeUps()).hasSize(4);
		assertThat(this.queue.lease(50).leases()).hasSize(40);
		assertThat(allWakeUps()).isEmpty();
	}

	@Test
	void aLeaseThatLeavesJobsLeavesOneWakeUp() {
		List<Job> jobs = jobsInLine(5);
		this.queue.add(jobs);
		forgetWakeUps();
		this.queue.lease(2);
		assertThat(allWakeUps()).containsExactly(Integer.toString(line(jobs.get(0).id())));
	}

	@Test
	void aBellOfTheWrongTypeChangesNothing() {
		awaitSilence();
		this.commands.set(this.keys.bell(), "this is no list");
		this.queue.add(jobsInLine(3));
		assertThat(this.queue.complete(this.queue.lease(2).leases())).hasSize(2);
		Lease last = leaseOne(this.queue);
		assertThat(this.queue.release(List.of(last))).hasSize(1);
		assertThat(complete(this.queue, leaseOne(this.queue))).isTrue();
		awaitSilence();
		assertThat(this.commands.get(this.keys.bell())).isEqualTo("this is no list");
	}

	/** Of a cluster it is not known whether clients are blocked. */
	@Test
	@OnlyFor(Scope.SINGLE_SERVER)
	void oneWakeUpWakesOneOfThoseWhoWait() {
		forgetWakeUps();
		try (BellWaiter one = new BellWaiter(this.redis, this.keys.bell()).blocked();
				BellWaiter two = new BellWaiter(this.redis, this.keys.bell()).blocked()) {
			add("a");
			assertThat(one.wakeUp()).as("the one that has waited longest").isEqualTo(Integer.toString(line("a")));
			assertThat(two.blocked().isWoken()).isFalse();
			add("b");
			assertThat(two.wakeUp()).isEqualTo(Integer.toString(line("b")));
		}
	}

}
