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

}
