package io.github.redisqueue.test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Cause;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Job;
import io.github.redisqueue.JobState;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The states of jobs that have groups, which all that knows jobs by their ids finds in
 * any state, whatever shard they are in, and in which they are replaced and rescheduled;
 * and the groups themselves.
 */
abstract class GroupStateContract extends GroupTests {

	/** A job whose id would put it into the same line. */
	private Job inGroup(String name, String group) {
		return job(inLine(name)).withGroup(group);
	}

	@Test
	void anIdThatIsThereInAnyStateIsNotAddedAgain() {
		List<Job> jobs = Stream.of("leased", "waiting", "first", "second")
			.map((name) -> inGroup(name, this.group))
			.toList();
		Job ready = inGroup("ready", inLine("other"));
		Job retried = inGroup("retried", inLine("failing"));
		this.queue.add(retried);
		this.queue.retry(Map.of(leaseOne(this.queue), failure(HOUR)));
		this.queue.add(jobs);
		assertThat(leaseOne(this.queue).job()).isEqualTo(jobs.get(0));
		this.queue.add(List.of(ready, inGroup("later", this.group).withDelay(HOUR)));
		assertStates(3, 1, 2, 1);
		var before = snapshot();
		List<String> ids = Stream.of("leased", "waiting", "first", "second", "ready", "later", "retried")
			.map(this::inLine)
			.toList();
		for (String group : List.of(this.group, inLine("other"), inLine("new"))) {
			List<Job> again = ids.stream().map((id) -> job(id).withGroup(group)).toList();
			assertThat(this.queue.add(again)).isEmpty();
			assertThat(this.queue.add(again, AddMode.UNCHECKED)).isEmpty();
			assertThat(this.queue.add(again.stream().map((job) -> job.withDelay(HOUR)).toList())).isEmpty();
		}
		assertThat(this.queue.add(ids.stream().map(QueueFixture::job).toList())).isEmpty();
		assertThat(ids).noneMatch((id) -> this.queue.add(job(id)));
		assertThat(snapshot()).isEqualTo(before);
	}

	@Test
	void jobsThatWaitOrAreDelayedAreCancelled() {
		List<Job> jobs = jobsOf(this.group, 70);
		this.queue.add(jobs.subList(0, 60));
		this.queue.add(jobs.subList(60, 70).stream().map((job) -> job.withDelay(HOUR)).toList());
		assertStates(59, 1, 10, 0);
		List<String> cancelled = new ArrayList<>(idsOf(jobs.subList(1, 50)));
		cancelled.addAll(idsOf(jobs.subList(60, 69)));
		List<String> ids = new ArrayList<>(cancelled);
		ids.add("unknown");
		assertThat(this.queue.cancel(ids)).containsExactlyInAnyOrderElementsOf(cancelled);
		assertStates(10, 1, 1, 0);
		assertThat(this.queue.cancel(ids)).isEmpty();
		Lease lease = leaseExactly(jobs.get(0)).get(0);
		assertThat(complete(this.queue, lease)).isTrue();
		assertThat(workOff()).isEqualTo(idsOf(jobs.subList(50, 60)));
		advance(HOUR.multipliedBy(2));
		assertThat(workOff()).containsExactly(jobs.get(69).id());
		assertNothingIsLeftBehind();
	}

	@Test
	void aDeadLetterHasItsGroupAndJoinsTheLineWhenItIsRedriven() {
		List<Job> jobs = jobsOf(this.group, 5).stream().map((job) -> job.withHeaders(Map.of("k", "v"))).toList();
		this.queue.add(jobs.subList(0, 4));
		for (int i = 0; i < 3; i++) {
			this.queue.bury(Map.of(leaseExactly(jobs.get(i)).get(0), CAUSE));
		}
		this.queue.add(jobs.get(4));
		assertStates(1, 1, 0, 0);
		assertThat(this.queue.deadLetters().page(0, 10)).extracting(DeadLetter::job)
			.containsExactlyInAnyOrderElementsOf(jobs.subList(0, 3));
		assertThat(this.queue.deadLetters().get(jobs.get(1).id())).get()
			.extracting(DeadLetter::job)
			.isEqualTo(jobs.get(1));
		assertThat(this.queue.deadLetters().redrive(List.of(jobs.get(1).id(), "unknown")))
			.containsExactly(jobs.get(1).id());
		assertStates(2, 1, 0, 0);
		assertThat(this.queue.add(jobs.get(1))).isFalse();
		assertThat(this.queue.deadLetters().redriveAll()).isEqualTo(2);
		assertStates(4, 1, 0, 0);
		Lease lease = leaseExactly(jobs.get(3)).get(0);
		assertThat(complete(this.queue, lease)).isTrue();
		assertThat(workOff()).isEqualTo(Stream.of(4, 1, 0, 2).map((number) -> jobs.get(number).id()).toList());
		assertNothingIsLeftBehind();
	}

	@ParameterizedTest
	@EnumSource(value = Cause.Reason.class, names = { "REQUESTED", "UNREADABLE" })
	void ofDeadLettersOfOneMillisecondTheOldestOfAGroupIsRedrivenFirst(Cause.Reason reason) {
		holdClock(0);
		List<Job> jobs = jobsOf(this.group, 5);
		this.queue.add(jobs);
		for (Job job : jobs) {
			this.queue.bury(Map.of(leaseExactly(job).get(0), Cause.of(reason, "buried by a test")));
		}
		List<String> newestFirst = new ArrayList<>(idsOf(jobs));
		Collections.reverse(newestFirst);
		assertThat(this.queue.deadLetters().redrive(newestFirst)).hasSize(5);
		assertThat(workOff()).isEqualTo(idsOf(jobs));
	}

	@Test
	void aQueueWithoutGroupsRefusesJobsThatHaveOne() {
		WorkerQueue plain = worker("plain");
		for (AddMode mode : AddMode.values()) {
			assertThatIllegalArgumentException()
				.isThrownBy(() -> plain.add(List.of(job("a"), job("b").withGroup("customer-42")), mode))
				.withMessageContainingAll("orders", "customer-42", "redis-queue.queues.orders.groups.enabled");
		}
		assertNothingIsThere();
	}

	@Test
	void anyNameOfAGroupAndAnyIdCanBeUsed() {
		List<String> names = List.of("a", "ab", "a:", ":", "a b", " ", "*", "[a]", "{b}", "\\", "0", "-1", "o", "k",
				"x".repeat(200), "\u00fc".repeat(100), "\ud83d\ude00".repeat(50), "\u00a0\u2028");
		List<List<Job>> groups = names.stream()
			.map((name) -> Stream.of("\u0000o", "1:2:3", "\n\uffff", "9".repeat(290))
				.map((part) -> job(part + name).withGroup(name))
				.toList())
			.toList();
		groups.forEach(this.queue::add);
		for (int i = 0; i < 4; i++) {
			assertStates(names.size() * (3 - i), names.size(), 0, 0);
			int round = i;
			List<Lease> leases = leaseAll(this.queue);
			assertThat(leases).extracting(Lease::job)
				.containsExactlyInAnyOrderElementsOf(groups.stream().map((jobs) -> jobs.get(round)).toList());
			this.queue.complete(leases.subList(0, 9));
			assertThat(this.queue.cancel(ids(leases.subList(9, 12)))).hasSize(3);
			assertThat(this.queue.complete(leases.subList(9, 12))).isEmpty();
			this.queue.bury(each(leases.subList(12, leases.size()), CAUSE));
		}
		assertThat(this.queue.deadLetters().page(0, 500)).extracting((letter) -> letter.job().group())
			.hasSize(4 * (names.size() - 12));
		awaitNothingLeftBehind("odd names");
	}

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
		assertThat(inOrder()).containsExactly(jobs);
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
