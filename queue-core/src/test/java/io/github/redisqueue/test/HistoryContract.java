package io.github.redisqueue.test;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Groups;
import io.github.redisqueue.HistoryLimits;
import io.github.redisqueue.Job;
import io.github.redisqueue.JobEvent;
import io.github.redisqueue.JobEvent.Kind;
import io.github.redisqueue.JobState;
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
abstract class HistoryContract extends QueueTests {

	private static final Failure FAILURE = new Failure(Duration.ZERO,
			Cause.of(Cause.Reason.FAILURES, new IllegalStateException("no stock"), 100));

	private static final String FAILED = "java.lang.IllegalStateException: no stock";

	private static final Duration HOUR = Duration.ofHours(1);

	HistoryContract(QueueFactory factory) {
		super(factory);
	}

	private static QueueSettings.Builder settings(String worker, Duration leaseTime) {
		return QueueSettings.builder(worker, leaseTime).maxRetries(1).maxCrashes(1);
	}

	/** The queue with a history, as a worker sees it. */
	private WorkerQueue noting(String worker, int maxEvents, int maxJobs) {
		return create(settings(worker, LONG).history(new HistoryLimits(maxEvents, maxJobs)).build());
	}

	private WorkerQueue noting(String worker) {
		return noting(worker, 20, 10_000);
	}

	/** The queue without a history, as a worker sees it. */
	private WorkerQueue silent(String worker) {
		return create(settings(worker, LONG).build());
	}

	private WorkerQueue with(boolean history, String worker) {
		return history ? noting(worker) : silent(worker);
	}

	private static List<Kind> kinds(List<JobEvent> events) {
		return events.stream().map(JobEvent::kind).toList();
	}

	private List<Kind> kinds(String id) {
		return kinds(this.queue.history(id));
	}

	private DeadLetter letter(String id) {
		return this.queue.deadLetters().get(id).orElseThrow();
	}

	private static void fail(WorkerQueue worker) {
		Lease lease = leaseOne(worker);
		assertThat(worker.retry(Map.of(lease, FAILURE)).retried()).containsExactly(lease);
	}

	private static void failAndDie(WorkerQueue worker) {
		Lease lease = leaseOne(worker);
		assertThat(worker.retry(Map.of(lease, FAILURE)).buried()).containsExactly(lease);
	}

	private static void complete(WorkerQueue worker) {
		assertThat(complete(worker, leaseOne(worker))).isTrue();
	}

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
		QueueSettings vanishing = settings("vanished", SHORT).history(history ? HistoryLimits.DEFAULT : null).build();
		WorkerQueue vanished = create(vanishing);
		assertThat(vanished.start(List.of(leaseOne(vanished)))).hasSize(1);
		runOut(SHORT);
		await().until(() -> {
			advance(SHORT);
			one.clean(CleanDepth.LIGHT);
			return one.counts().leased() == 0;
		});
		Lease held = leaseOne(one);
		assertThat(one.bury(Map.of(held, CAUSE))).hasSize(1);
		List<JobEvent> events = letter("a").events();
		assertThat(events).filteredOn((event) -> event.kind() == Kind.RECLAIMED)
			.singleElement()
			.extracting(JobEvent::worker)
			.isEqualTo("vanished");
		assertThat(kinds(events)).endsWith(history ? new Kind[] { Kind.RECLAIMED, Kind.LEASED, Kind.BURIED }
				: new Kind[] { Kind.RECLAIMED, Kind.BURIED });
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
		WorkerQueue one = with(history, "one");
		one.add(job("a"));
		fail(one);
		failAndDie(one);
		assertThat(one.deadLetters().redrive(List.of("a"))).containsExactly("a");
		assertThat(this.queue.find("a").orElseThrow().failures()).isZero();
		fail(one);
		failAndDie(one);
		List<Kind> told = kinds(letter("a").events());
		assertThat(told).filteredOn((kind) -> kind != Kind.ADDED && kind != Kind.LEASED)
			.containsExactly(Kind.FAILED, Kind.FAILED, Kind.BURIED, Kind.REDRIVEN, Kind.FAILED, Kind.FAILED,
					Kind.BURIED);
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
	void ofEachJobTheNewestEventsAreKept() {
		WorkerQueue one = noting("one", 3, 10);
		one.add(job("a"));
		one.release(List.of(leaseOne(one)));
		complete(one);
		assertThat(kinds("a")).containsExactly(Kind.RELEASED, Kind.LEASED, Kind.COMPLETED);
		WorkerQueue two = create(settings("two", LONG).maxRetries(100).build());
		two.add(job("b"));
		IntStream.range(0, 15).forEach((i) -> fail(two));
		assertThat(two.bury(Map.of(leaseOne(two), CAUSE))).hasSize(1);
		assertThat(letter("b").events()).hasSize(10).last().extracting(JobEvent::kind).isEqualTo(Kind.BURIED);
		assertThat(letter("b").history().failures()).isEqualTo(15);
	}

	@Test
	void longTextsAreCutBetweenCharacters() {
		String worker = "ü".repeat(300);
		WorkerQueue one = create(settings(worker, LONG).maxRetries(1000).history(new HistoryLimits(100, 10)).build());
		one.add(job("a"));
		Failure failure = new Failure(Duration.ZERO, Cause.of(Cause.Reason.FAILURES, "x" + "😀".repeat(500)));
		for (int i = 0; i < 40; i++) {
			assertThat(one.retry(Map.of(leaseOne(one), failure)).retried()).hasSize(1);
		}
		List<JobEvent> events = one.history("a");
		assertThat(events).last().satisfies((event) -> {
			assertThat(worker).startsWith(event.worker()).hasSizeGreaterThan(event.worker().length());
			assertThat(event.worker()).hasSizeGreaterThan(40);
			assertThat("x" + "😀".repeat(500)).startsWith(event.detail());
			assertThat(event.detail()).hasSizeBetween(80, 110);
		});
		assertThat(this.commands.hget(keysOf("a").key("history"), "a").getBytes()).hasSizeBetween(6000, 8300);
	}

	@Test
	void ofTheJobsThatHaveEndedTheLastOnesKeepTheirHistory() {
		List<String> ids = jobsInLine(5).stream().map(Job::id).toList();
		WorkerQueue one = noting("one", 20, this.factory.lines() * 2);
		one.add(jobsInLine(5));
		for (int i = 0; i < 4; i++) {
			assertThat(complete(one, leaseOne(one))).isTrue();
			advance(Duration.ofMillis(10));
		}
		assertThat(ids.stream().map((id) -> this.queue.history(id).size())).containsExactly(0, 0, 3, 3, 1);
		one.add(job(ids.get(2)));
		complete(one);
		complete(one);
		assertThat(kinds(ids.get(3))).isEmpty();
		assertThat(this.commands.hlen(keysOf(ids.get(0)).key("history"))).isEqualTo(2);
		assertThat(this.commands.zcard(keysOf(ids.get(0)).key("ended"))).isEqualTo(2);
	}

	/** It would lose its history as the first one, if it still counted as ended. */
	@Test
	void aJobThatLivesAgainKeepsItsHistory() {
		List<String> ids = jobsInLine(3).stream().map(Job::id).toList();
		WorkerQueue one = noting("one", 20, 1);
		one.add(job(ids.get(0)));
		complete(one);
		one.add(job(ids.get(0)).withDelay(HOUR));
		advance(Duration.ofMillis(10));
		one.add(List.of(job(ids.get(1))));
		complete(one);
		assertThat(kinds(ids.get(0))).containsExactly(Kind.ADDED, Kind.LEASED, Kind.COMPLETED, Kind.ADDED);
	}

	@Test
	void withoutAHistoryNoKeyIsCreated() {
		WorkerQueue one = silent("one");
		one.add(List.of(job("a"), job("b"), job("c")));
		List<Lease> leases = one.lease(3).leases();
		leases.forEach((lease) -> one.bury(Map.of(lease, CAUSE)));
		one.deadLetters().redriveAll();
		one.cancel(List.of("a", "b"));
		leaseAll(one).forEach((lease) -> complete(one, lease));
		one.clean(CleanDepth.DEEP);
		assertThat(this.redis.keys()).noneMatch((key) -> key.endsWith(":history") || key.endsWith(":ended"))
			.noneMatch((key) -> key.endsWith(":failures"));
		assertThat(kinds("c")).isEmpty();
	}

	/** They may have been ended by instances without a history, or by foreign clients. */
	@Test
	void aDeepCleaningDropsTheHistoryOfJobsWhoseEndWasNotNoted() {
		WorkerQueue one = noting("one");
		one.add(List.of(job("kept"), job("lost"), job("alive").withDelay(HOUR)));
		leaseAll(one).forEach((lease) -> complete(lease.id().equals("kept") ? one : this.queue, lease));
		this.queue.clean(CleanDepth.DEEP);
		assertThat(kinds("lost")).containsExactly(Kind.ADDED, Kind.LEASED);
		one.clean(CleanDepth.DEEP);
		assertThat(kinds("lost")).isEmpty();
		assertThat(kinds("kept")).endsWith(Kind.COMPLETED);
		assertThat(kinds("alive")).containsExactly(Kind.ADDED);
	}

	/** It expires if it is switched off. */
	@Test
	void theHistoryExpiresLongAfterTheLastEndOfAJob() {
		WorkerQueue one = noting("one");
		one.add(job("a"));
		complete(one);
		for (String key : List.of("history", "ended")) {
			assertThat(this.commands.pttl(keysOf("a").key(key))).isBetween(Duration.ofDays(29).toMillis(),
					Duration.ofDays(30).toMillis());
		}
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "", "garbage", "3 garbage", "2 5:garba", "999999999999999999 x", "20 1:x", "1 -", "1 3:0:-" })
	void whatOthersWroteInAHistoryIsNoHistoryAndFailsNothing(String garbage) {
		WorkerQueue one = noting("one");
		one.add(job("a"));
		this.commands.hset(keysOf("a").key("history"), "a", garbage);
		this.commands.hset(keysOf("a").key("failures"), "a", "1:x:y:" + garbage);
		assertThat(one.history("a")).isEmpty();
		for (int i = 0; i < 25; i++) {
			one.release(List.of(leaseOne(one)));
		}
		assertThat(kinds("a")).isNotEmpty().isSubsetOf(Kind.LEASED, Kind.RELEASED);
		WorkerQueue off = silent("two");
		failAndDie(off);
		assertThat(kinds(letter("a").events())).isSubsetOf(Kind.FAILED, Kind.BURIED);
		assertThat(off.deadLetters().redrive(List.of("a"))).containsExactly("a");
		complete(off);
	}

	@Test
	void aWrongTypeOfItsKeysFailsNoOperationOfAJob() {
		WorkerQueue one = noting("one");
		for (String key : List.of("history", "ended")) {
			one.add(job(key));
			this.commands.del(keysOf(key).key("history"), keysOf(key).key("ended"));
			this.commands.set(keysOf(key).key(key), "x");
			one.release(List.of(leaseOne(one)));
			one.postpone(Map.of(leaseOne(one), Duration.ZERO));
			one.reschedule(key, Duration.ZERO);
			fail(one);
			failAndDie(one);
			assertThat(kinds(letter(key).events())).contains(Kind.BURIED);
			assertThat(one.deadLetters().redrive(List.of(key))).containsExactly(key);
			complete(one);
			one.add(List.of(job(key)), AddMode.REPLACE);
			assertThat(one.cancel(key)).isTrue();
			this.commands.del(keysOf(key).key("history"), keysOf(key).key("ended"));
		}
	}

	/** Versions without events have such records. */
	@Test
	void recordsWithoutEventsAreReadAndGoOn() {
		WorkerQueue one = silent("one");
		one.add(job("a"));
		this.commands.hset(keysOf("a").key("failures"), "a", "1:1000:2000");
		failAndDie(one);
		assertThat(letter("a").history().failures()).isEqualTo(2);
		assertThat(letter("a").history().firstFailure()).isEqualTo(Instant.ofEpochMilli(1000));
		assertThat(kinds(letter("a").events())).containsExactly(Kind.FAILED, Kind.BURIED);
		this.commands.hset(keysOf("a").key("dead:job"), "a",
				fields("5000", "one", fields("REQUESTED", null, null, null), "1:1000:2000", null, "payload", null));
		assertThat(letter("a").events()).isEmpty();
		assertThat(letter("a").history().failures()).isEqualTo(1);
	}

	/** Newer versions may have further kinds and fields. */
	@Test
	void whatNewerVersionsWroteIsShownAsFarAsItIsKnown() {
		String events = "2 " + fields(fields("1000", "leased", "one", null, "new field"),
				fields("2000", "teleported", "two", "to Mars"));
		this.commands.hset(keysOf("a").key("history"), "a", events);
		assertThat(this.queue.history("a")).containsExactly(
				new JobEvent(Instant.ofEpochMilli(1000), Kind.LEASED, "one", null),
				new JobEvent(Instant.ofEpochMilli(2000), Kind.OTHER, "two", "teleported: to Mars"));
	}

	/** What versions without events do not read of a record that has some. */
	@Test
	void theNumbersOfFailuresStandInFrontOfTheEvents() {
		WorkerQueue one = silent("one");
		one.add(job("a"));
		fail(one);
		Instant at = this.queue.history("a").get(0).at();
		assertThat(this.commands.hget(keysOf("a").key("failures"), "a"))
			.startsWith("1:" + at.toEpochMilli() + ":" + at.toEpochMilli() + ":1 ");
		assertThat(leaseOne(one).failures()).isEqualTo(1);
		assertThat(this.queue.browse(JobState.LEASED, null, 1).jobs().get(0).failures()).isEqualTo(1);
	}

	private static String fields(String... values) {
		StringBuilder packed = new StringBuilder();
		Arrays.asList(values).forEach((value) -> packed.append((value != null) ? value.length() + ":" + value : "-"));
		return packed.toString();
	}

}
