package io.github.redisqueue.test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Groups;
import io.github.redisqueue.HistoryLimits;
import io.github.redisqueue.JobEvent;
import io.github.redisqueue.JobEvent.Kind;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * An operator asks what happened to a job: its dead letter tells what is known of any
 * queue; a queue that keeps a history tells it of all jobs.
 */
abstract class HistoryContract extends HistoryTests {

	@Test
	void theHistoryTellsInItsOrderWhatHappenedAndWhoDidItAndWhen() {
		WorkerQueue one = noting("one");
		WorkerQueue two = noting("two");
		Instant before = serverTime();
		one.add(job("a"));
		assertThat(one.release(List.of(leaseOne(one)))).hasSize(1);
		assertThat(two.postpone(Map.of(leaseOne(two), Duration.ZERO))).hasSize(1);
		fail(two);
		assertThat(one.reschedule("a", HOUR)).isTrue();
		assertThat(one.reschedule("a", Duration.ZERO)).isTrue();
		assertThat(one.reschedule("a", Duration.ZERO)).as("ready as before, which is no event").isTrue();
		complete(two);
		List<JobEvent> events = this.queue.history("a");
		assertThat(kinds(events)).containsExactly(Kind.ADDED, Kind.LEASED, Kind.RELEASED, Kind.LEASED, Kind.POSTPONED,
				Kind.LEASED, Kind.FAILED, Kind.RESCHEDULED, Kind.RESCHEDULED, Kind.LEASED, Kind.COMPLETED);
		assertThat(events).extracting(JobEvent::worker)
			.containsExactly("one", "one", "one", "two", "two", "two", "two", "one", "one", "two", "two");
		assertThat(events).extracting(JobEvent::at).isSorted().allMatch((at) -> !at.isBefore(before.minusMillis(1)));
		assertThat(events.get(6).detail()).isEqualTo(FAILED);
		assertThat(events).filteredOn((event) -> event.kind() != Kind.FAILED)
			.extracting(JobEvent::detail)
			.containsOnlyNulls();
		assertThat(one.history("a")).isEqualTo(events);
		assertThat(one.history("b")).isEmpty();
	}

	@Test
	void theHistoryGoesOnWhenAnIdIsUsedAgain() {
		WorkerQueue one = noting("one");
		one.add(job("a"));
		one.add(List.of(job("a")), AddMode.REPLACE);
		assertThat(one.cancel("a")).isTrue();
		assertThat(one.cancel("a")).isFalse();
		one.add(List.of(job("a")), AddMode.UNCHECKED);
		assertThat(one.add(job("a"))).isFalse();
		assertThat(kinds("a")).containsExactly(Kind.ADDED, Kind.ADDED, Kind.CANCELLED, Kind.ADDED);
	}

	@Test
	void manyJobsAreNotedAtOnce() {
		WorkerQueue one = noting("one");
		one.add(jobs(300));
		assertThat(one.complete(leaseAll(one))).hasSize(300);
		assertThat(jobs(300))
			.allSatisfy((job) -> assertThat(kinds(job.id())).containsExactly(Kind.ADDED, Kind.LEASED, Kind.COMPLETED));
	}

	@Test
	void jobsOfGroupsAreNotedToo() {
		WorkerQueue grouped = create(settings("one", LONG).groups(Groups.of(1)).history(HistoryLimits.DEFAULT).build());
		grouped.add(List.of(job("a").withGroup("g"), job("b").withGroup("g")));
		Lease a = leaseOne(grouped);
		assertThat(grouped.reschedule("b", HOUR)).isTrue();
		assertThat(grouped.cancel("b")).isTrue();
		assertThat(grouped.bury(Map.of(a, CAUSE))).hasSize(1);
		assertThat(grouped.deadLetters().redrive(List.of("a"))).containsExactly("a");
		grouped.add(List.of(job("a").withGroup("g")), AddMode.REPLACE);
		assertThat(kinds(grouped.history("b"))).containsExactly(Kind.ADDED, Kind.RESCHEDULED, Kind.CANCELLED);
		assertThat(kinds(grouped.history("a"))).containsExactly(Kind.ADDED, Kind.LEASED, Kind.BURIED, Kind.REDRIVEN,
				Kind.ADDED);
	}

	@Test
	void firingsOfSchedulesAreNotedToo() {
		WorkerQueue one = noting("one");
		one.schedules().put(Schedule.every("s", HOUR).build());
		one.schedules().plan();
		advance(HOUR.plusMinutes(1));
		one.schedules().plan();
		Lease lease = leaseOne(one);
		assertThat(kinds(lease.id())).containsExactly(Kind.ADDED, Kind.LEASED);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aLeaseThatRanOutIsReclaimedFromTheWorkerWhoseHandlerHadBegun(boolean history) {
		WorkerQueue one = with(history, "one");
		one.add(job("a"));
		QueueSettings vanishing = settings("vanished", LONG).history(history ? HistoryLimits.DEFAULT : null).build();
		WorkerQueue vanished = create(vanishing);
		assertThat(vanished.start(List.of(leaseOne(vanished)), true)).hasSize(1);
		runOut(LONG);
		await().until(() -> {
			advance(SHORT);
			one.clean(CleanDepth.LIGHT);
			return one.counts().leased() == 0;
		});
		Lease held = leaseOne(one);
		assertThat(one.bury(Map.of(held, CAUSE))).hasSize(1);
		List<JobEvent> events = letter("a").events();
		if (history) {
			assertThat(kinds(events)).endsWith(Kind.RECLAIMED, Kind.LEASED, Kind.BURIED);
		}
		else {
			assertThat(kinds(events)).containsExactly(Kind.BURIED);
		}
		assertThat(events).filteredOn((event) -> event.kind() == Kind.RECLAIMED)
			.extracting(JobEvent::worker)
			.containsOnly(history ? new String[] { "vanished" } : new String[0]);
	}

	@Test
	void aDeadLetterTellsWhatIsKnownWithoutAHistory() {
		WorkerQueue one = silent("one");
		one.add(job("a"));
		fail(one);
		assertThat(kinds("a")).containsExactly(Kind.FAILED);
		failAndDie(silent("two"));
		List<JobEvent> events = letter("a").events();
		assertThat(kinds(events)).containsExactly(Kind.FAILED, Kind.FAILED, Kind.BURIED);
		assertThat(events).extracting(JobEvent::worker).containsExactly("one", "two", "two");
		assertThat(events).extracting(JobEvent::detail).containsExactly(FAILED, FAILED, "FAILURES");
		assertThat(letter("a").history().failures()).isEqualTo(2);
		assertThat(letter("a").history().lastFailure()).isEqualTo(letter("a").buriedAt());
		assertThat(this.queue.history("a")).isEqualTo(events);
		assertThat(this.queue.find("a").orElseThrow().failures()).isEqualTo(2);
	}

	@Test
	void aJobThatIsBuriedOnRequestTellsWhy() {
		WorkerQueue one = silent("one");
		one.add(job("a"));
		assertThat(one.bury(Map.of(leaseOne(one), CAUSE))).hasSize(1);
		JobEvent event = letter("a").events().get(0);
		assertThat(event)
			.isEqualTo(new JobEvent(letter("a").buriedAt(), Kind.BURIED, "one", "REQUESTED: given up by a test"));
		assertThat(letter("a").events()).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aRedriveIsPartOfTheHistoryAndEndsNone(boolean history) {
		// Failures of one millisecond are several all the same.
		holdClock(0);
		WorkerQueue one = with(history, "one");
		one.add(job("a"));
		fail(one);
		failAndDie(one);
		assertThat(one.deadLetters().redrive(List.of("a"))).containsExactly("a");
		assertThat(this.queue.find("a").orElseThrow().failures()).isZero();
		fail(one);
		failAndDie(one);
		List<Kind> told = kinds(letter("a").events());
		List<Kind> life = List.of(Kind.FAILED, Kind.FAILED, Kind.BURIED);
		assertThat(told).filteredOn((kind) -> kind != Kind.ADDED && kind != Kind.LEASED)
			.containsExactlyElementsOf(history ? List.of(life.get(0), life.get(1), life.get(2), Kind.REDRIVEN,
					life.get(0), life.get(1), life.get(2)) : life);
		assertThat(told.contains(Kind.LEASED)).isEqualTo(history);
		assertThat(letter("a").history().failures()).isEqualTo(2);
		assertThat(kinds("a")).isEqualTo(told);
	}

	@Test
	void aRedriveTakesUpTheEventsOfADeadLetterThatTheHistoryHasDropped() {
		String a = inLine("a");
		String b = inLine("b");
		WorkerQueue one = noting("one", 20, 1);
		one.add(job(a));
		assertThat(one.bury(Map.of(leaseOne(one), CAUSE))).hasSize(1);
		one.add(job(b));
		complete(one);
		assertThat(this.commands.hexists(keysOf(a).key("history"), a)).isFalse();
		one.deadLetters().redrive(List.of(a));
		assertThat(kinds(a)).containsExactly(Kind.ADDED, Kind.LEASED, Kind.BURIED, Kind.REDRIVEN);
	}

	@Test
	void withoutAHistoryNoKeyIsCreated() {
		WorkerQueue one = silent("one");
		one.add(List.of(job("a"), job("b"), job("c")));
		List<Lease> leases = one.lease(3).leases();
		leases.forEach((lease) -> one.bury(Map.of(lease, CAUSE)));
		one.deadLetters().redriveAll();
		assertThat(this.redis.keys()).noneMatch((key) -> key.endsWith(":failures"));
		one.cancel(List.of("a", "b"));
		leaseAll(one).forEach((lease) -> complete(one, lease));
		one.clean(CleanDepth.DEEP);
		assertThat(this.redis.keys()).noneMatch((key) -> key.endsWith(":history") || key.endsWith(":ended"))
			.noneMatch((key) -> key.endsWith(":failures"));
		assertThat(kinds("c")).isEmpty();
	}

	@Test
	void whatHappensAfterAHistoryWasSwitchedOffIsTold() {
		WorkerQueue one = noting("one");
		one.add(job("a"));
		fail(one);
		WorkerQueue two = silent("two");
		failAndDie(two);
		assertThat(kinds("a")).containsExactly(Kind.ADDED, Kind.LEASED, Kind.FAILED, Kind.FAILED, Kind.BURIED);
		assertThat(kinds(letter("a").events())).containsExactly(Kind.FAILED, Kind.BURIED);
	}

	@Test
	void whatWasRecordedBeforeAHistoryWasSwitchedOnIsTold() {
		WorkerQueue one = silent("one");
		one.add(job("a"));
		fail(one);
		WorkerQueue two = noting("two");
		failAndDie(two);
		assertThat(kinds("a")).containsExactly(Kind.FAILED, Kind.LEASED, Kind.FAILED, Kind.BURIED);
		assertThat(this.queue.history("a")).isEqualTo(letter("a").events());
		assertThat(letter("a").history().failures()).isEqualTo(2);
	}

	@Test
	void whatWasRecordedInBetweenIsNotDroppedForWhatHappenedBefore() {
		WorkerQueue one = noting("one", 4, 10);
		one.add(job("a"));
		one.release(List.of(leaseOne(one)));
		one.release(List.of(leaseOne(one)));
		advance(Duration.ofMillis(10));
		fail(silent("two"));
		advance(Duration.ofMillis(10));
		failAndDie(one);
		assertThat(kinds(letter("a").events())).containsExactly(Kind.FAILED, Kind.LEASED, Kind.FAILED, Kind.BURIED);
	}

}
