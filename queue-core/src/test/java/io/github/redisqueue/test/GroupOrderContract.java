package io.github.redisqueue.test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The jobs of a group are leased in the order in which they joined its line, as many at a
 * time as may be open, and the groups take turns.
 */
abstract class GroupOrderContract extends GroupTests {

	@Test
	void theJobsOfAGroupAreLeasedOneAtATimeInTheOrderOfTheirAddition() {
		List<Job> jobs = jobsOf(this.group, 6);
		WorkerQueue other = grouped("other", 1);
		assertThat(this.queue.add(jobs.subList(0, 4))).hasSize(4);
		assertStates(3, 1, 0, 0);
		assertThat(this.queue.add(jobs.get(4))).isTrue();
		assertThat(other.add(jobs.get(5))).isTrue();
		for (int i = 0; i < 6; i++) {
			assertStates(5 - i, 1, 0, 0);
			Lease lease = leaseExactly(jobs.get(i)).get(0);
			assertStates(5 - i, 0, 0, 1);
			assertLeases(0, other);
			assertThat(complete(this.queue, lease)).isTrue();
		}
		assertStates(0, 0, 0, 0);
		assertNothingIsLeftBehind();
	}

	@ParameterizedTest
	@EnumSource(Comeback.class)
	void aJobThatComesBackKeepsItsPlace(Comeback comeback) {
		List<Job> jobs = jobsOf(this.group, 3);
		this.queue.add(jobs);
		WorkerQueue vanishing = vanishing("vanishing");
		for (int i = 0; i < 2; i++) {
			Job job = jobs.get(i);
			Lease lease = leaseOne(vanishing);
			assertThat(lease.job()).isEqualTo(job);
			comeback.act.by(this, vanishing, lease);
			assertThat(this.queue.counts().waiting()).as("waiting").isEqualTo(2 - i);
			assertThat(this.queue.counts().leased()).as("leased").isZero();
			List<Lease> again = new ArrayList<>(this.queue.lease(20).leases());
			advance(HOUR.multipliedBy(2));
			again.addAll(this.queue.lease(20).leases());
			assertThat(again).extracting(Lease::job).containsExactly(job);
			assertThat(this.queue.complete(again)).hasSize(1);
		}
		assertThat(workOff()).containsExactly(jobs.get(2).id());
		assertNothingIsLeftBehind();
	}

	@Test
	void groupsTakeTurns() {
		List<List<Job>> groups = Stream.of("x", "y", "z").map((name) -> jobsOf(inLine(name), 3)).toList();
		groups.forEach(this.queue::add);
		assertStates(6, 3, 0, 0);
		List<String> expected = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			for (List<Job> jobs : groups) {
				expected.add(jobs.get(i).id());
			}
		}
		assertThat(workOff()).isEqualTo(expected);
		assertNothingIsLeftBehind();
	}

	@Test
	void jobsWithoutAGroupAreHeldBackByNobody() {
		List<Job> jobs = jobsOf(this.group, 100);
		List<Job> others = jobsInLine(4);
		this.queue.add(jobs.subList(0, 98));
		this.queue.add(others.subList(0, 2));
		this.queue.add(List.of(jobs.get(98), others.get(2), jobs.get(99)));
		this.queue.add(others.get(3).withDelay(HOUR));
		assertStates(99, 4, 1, 0);
		List<Lease> leases = leaseInAnyOrder(jobs.get(0), others.get(0), others.get(1), others.get(2));
		advance(HOUR.multipliedBy(2));
		leaseExactly(others.get(3));
		assertThat(this.queue.complete(leases)).hasSize(4);
		leaseExactly(jobs.get(1));
		assertStates(98, 0, 0, 2);
	}

	@Test
	void asManyAreOpenAsMayBe() {
		this.queue = grouped("two", 2);
		List<Job> jobs = jobsOf(this.group, 6);
		this.queue.add(jobs.subList(0, 1));
		this.queue.add(jobs.subList(1, 6));
		assertStates(4, 2, 0, 0);
		List<Lease> first = leaseExactly(jobs.get(0), jobs.get(1));
		assertThat(complete(this.queue, first.get(1))).isTrue();
		assertStates(3, 1, 0, 1);
		List<Lease> third = leaseExactly(jobs.get(2));
		assertThat(this.queue.retry(Map.of(first.get(0), failure(HOUR))).retried()).hasSize(1);
		assertStates(3, 0, 1, 1);
		leaseExactly();
		this.queue.release(third);
		assertStates(3, 1, 1, 0);
		third = leaseExactly(jobs.get(2));
		assertThat(this.queue.complete(third)).hasSize(1);
		List<Lease> fourth = leaseExactly(jobs.get(3));
		advance(HOUR.multipliedBy(2));
		List<Lease> again = leaseExactly(jobs.get(0));
		assertThat(again.get(0).attempt()).isEqualTo(2);
		assertThat(this.queue.complete(List.of(again.get(0), fourth.get(0)))).hasSize(2);
		assertStates(0, 2, 0, 0);
		assertThat(this.queue.complete(leaseExactly(jobs.get(4), jobs.get(5)))).hasSize(2);
		assertNothingIsLeftBehind();
	}

	/** The place in its line has room for 13 digits of the time. */
	@Test
	void aDelayedJobOfAGroupIsNotLostHoweverLateItIs() {
		List<Job> jobs = jobsOf(this.group, 2);
		this.queue.add(List.of(jobs.get(0).withReadyAt(Instant.parse("2286-11-20T17:46:40Z")),
				jobs.get(1).withReadyAt(Instant.MAX)));
		this.queue.clean(CleanDepth.DEEP);
		assertStates(0, 0, 2, 0);
		jobs.forEach((job) -> assertThat(this.queue.reschedule(job.id(), Duration.ZERO)).isTrue());
		assertThat(workOff()).isEqualTo(idsOf(jobs));
		assertNothingIsLeftBehind();
	}

	@Test
	void aDelayedJobJoinsTheLineWhenItIsDue() {
		List<Job> jobs = jobsOf(this.group, 5);
		this.queue.add(jobs.get(2).withDelay(HOUR));
		assertStates(0, 0, 1, 0);
		assertThat(this.queue.lease(1).nextDue()).isBetween(Duration.ofMinutes(50), HOUR.plusMillis(1));
		this.queue.add(jobs.subList(0, 2));
		assertStates(1, 1, 1, 0);
		List<Lease> first = leaseExactly(jobs.get(0));
		assertStates(1, 0, 1, 1);
		advance(HOUR.multipliedBy(2));
		this.queue.add(List.of(jobs.get(3), jobs.get(4).withReadyAt(Instant.EPOCH)));
		assertStates(4, 0, 0, 1);
		assertThat(this.queue.complete(first)).hasSize(1);
		assertThat(workOff()).isEqualTo(idsOf(jobs.subList(1, 5)));
		assertNothingIsLeftBehind();
	}

	@Test
	void delayedJobsJoinInTheOrderOfTheirTimesAndOfTheirAddition() {
		List<Job> jobs = jobsOf(this.group, 7);
		Job other = jobsOf(inLine("other"), 1).get(0);
		Instant time = serverTime().plus(HOUR);
		this.queue.add(jobs.get(6).withReadyAt(time.plusMillis(1)));
		this.queue.add(jobs.subList(0, 3).stream().map((job) -> job.withReadyAt(time)).toList());
		this.queue.add(jobs.subList(3, 6).stream().map((job) -> job.withReadyAt(time)).toList());
		this.queue.add(other.withReadyAt(time.minusMillis(1)));
		assertStates(0, 0, 8, 0);
		leaseExactly();
		advance(HOUR.multipliedBy(2));
		List<Lease> leases = leaseExactly(other, jobs.get(0));
		assertStates(6, 0, 0, 2);
		assertThat(this.queue.complete(leases)).hasSize(2);
		assertThat(workOff()).isEqualTo(idsOf(jobs.subList(1, 7)));
		assertNothingIsLeftBehind();
	}

	@Test
	void nothingOvertakesWhatIsDue() {
		this.queue = grouped("many", 1000);
		List<Job> jobs = jobsOf(this.group, 601);
		this.queue.add(jobs.subList(0, 600).stream().map((job) -> job.withDelay(HOUR)).toList());
		advance(HOUR.multipliedBy(2));
		this.queue.add(jobs.get(600));
		List<String> order = new ArrayList<>();
		await().until(() -> {
			order.addAll(ids(leaseAll(this.queue)));
			this.queue.clean(CleanDepth.LIGHT);
			return order.size() == 601;
		});
		assertThat(order).isEqualTo(idsOf(jobs));
	}

	/** Their ids would have the one that opens come first if both had the same time. */
	@Test
	void whatOpensStandsBehindWhatTheSameCallReplaces() {
		Job first = job(inLine("z"));
		Job next = job(inLine("a"));
		this.queue.add(List.of(first.withGroup(this.group), next.withGroup(this.group)));
		this.queue.add(List.of(first), AddMode.REPLACE);
		assertThat(ids(leaseAll(this.queue))).containsExactly(first.id(), next.id());
	}

	@Test
	void whatOpensStandsBehindWhatTheSameCallRedrives() {
		Job first = job(inLine("z"));
		Job next = job(inLine("a"));
		this.queue.add(List.of(first, next.withGroup(this.group)));
		leaseInAnyOrder(first, next.withGroup(this.group)).forEach((lease) -> this.queue.bury(Map.of(lease, CAUSE)));
		assertThat(this.queue.deadLetters().redrive(List.of(next.id(), first.id()))).hasSize(2);
		assertThat(ids(leaseAll(this.queue))).containsExactly(first.id(), next.id());
	}

	/** What a worker does with a job that is to be handled again. */
	enum Comeback {

		RELEASE((test, worker, lease) -> assertThat(worker.release(List.of(lease))).hasSize(1)),

		RETRY((test, worker, lease) -> assertThat(worker.retry(Map.of(lease, failure(Duration.ZERO))).retried())
			.hasSize(1)),

		RETRY_LATER((test, worker, lease) -> {
			assertThat(worker.retry(Map.of(lease, failure(HOUR))).retried()).hasSize(1);
			assertThat(test.queue.counts().delayed()).isOne();
		}),

		POSTPONE((test, worker, lease) -> {
			assertThat(worker.postpone(Map.of(lease, HOUR))).hasSize(1);
			assertThat(test.queue.counts().delayed()).isOne();
		}),

		RECLAIM((test, worker, lease) -> {
			test.runOut(SHORT);
			test.cleanUntilLeased(0);
		}),

		RESCHEDULE((test, worker, lease) -> {
			worker.release(List.of(lease));
			assertThat(test.queue.reschedule(lease.id(), HOUR)).isTrue();
			assertThat(test.queue.counts().delayed()).isOne();
		});

		private final Act act;

		Comeback(Act act) {
			this.act = act;
		}

		private interface Act {

			void by(GroupOrderContract test, WorkerQueue worker, Lease lease);

		}

	}

}
