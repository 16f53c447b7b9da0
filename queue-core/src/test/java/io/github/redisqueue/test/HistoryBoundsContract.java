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
import io.github.redisqueue.Failure;
import io.github.redisqueue.HistoryLimits;
import io.github.redisqueue.Job;
import io.github.redisqueue.JobEvent;
import io.github.redisqueue.JobEvent.Kind;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The history of jobs is bounded, and what others write to its keys fails nothing.
 */
abstract class HistoryBoundsContract extends HistoryTests {

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
		assertThat(letter("b").events()).hasSize(5).last().extracting(JobEvent::kind).isEqualTo(Kind.BURIED);
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

	@Test
	void ofTheJobsThatEndInOneMillisecondTheLastOneKeepsItsHistory() {
		List<String> ids = List.of(inLine("c"), inLine("b"), inLine("a"));
		WorkerQueue one = noting("one", 20, this.factory.lines());
		holdClock(0);
		for (String id : ids) {
			one.add(job(id));
			complete(one);
			advance(Duration.ofNanos(10_000));
		}
		assertThat(ids.stream().map((id) -> this.queue.history(id).size())).containsExactly(0, 0, 3);
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

	/** They may have been ended by instances without a history, or by foreign clients. */
	@Test
	void aDeepCleaningDropsTheHistoryOfJobsWhoseEndWasNotNoted() {
		WorkerQueue one = noting("one");
		one.add(List.of(job("kept"), job("lost"), job("alive").withDelay(HOUR)));
		leaseAll(one).forEach((lease) -> complete(lease.id().equals("kept") ? one : this.queue, lease));
		this.queue.clean(CleanDepth.DEEP);
		assertThat(kinds("lost")).isEmpty();
		assertThat(kinds("kept")).endsWith(Kind.COMPLETED);
		assertThat(kinds("alive")).containsExactly(Kind.ADDED);
	}

	/** It expires if it is switched off. */
	@Test
	void theHistoryExpiresLongAfterTheLastEvent() {
		WorkerQueue one = noting("one");
		one.add(job("a"));
		assertThat(this.commands.pttl(keysOf("a").key("history"))).isBetween(Duration.ofDays(29).toMillis(),
				Duration.ofDays(30).toMillis());
		complete(one);
		assertThat(this.commands.pttl(keysOf("a").key("ended"))).isBetween(Duration.ofDays(29).toMillis(),
				Duration.ofDays(30).toMillis());
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "", "garbage", "3 garbage", "2 5:garba", "999999999999999999 x", "20 1:x", "1 -", "1 3:0:-" })
	void whatOthersWroteInAHistoryIsNoHistoryAndFailsNothing(String garbage) {
		WorkerQueue one = noting("one");
		one.add(job("a"));
		this.commands.hset(keysOf("a").key("history"), "a", garbage);
		this.commands.hset(keysOf("a").key("failures"), "a", "1:1:1:" + garbage);
		assertThat(one.history("a")).isEmpty();
		for (int i = 0; i < 25; i++) {
			one.release(List.of(leaseOne(one)));
		}
		assertThat(kinds("a")).isNotEmpty().isSubsetOf(Kind.LEASED, Kind.RELEASED);
		fail(create(settings("one", LONG).maxRetries(100).history(HistoryLimits.DEFAULT).build()));
		assertThat(kinds("a")).contains(Kind.FAILED).isSubsetOf(Kind.LEASED, Kind.RELEASED, Kind.FAILED);
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
			assertThat(kinds(one.history(key))).contains(Kind.BURIED);
			one.clean(CleanDepth.DEEP);
			this.queue.clean(CleanDepth.DEEP);
			assertThat(one.deadLetters().redrive(List.of(key))).containsExactly(key);
			complete(one);
			one.add(List.of(job(key)), AddMode.REPLACE);
			assertThat(one.cancel(key)).isTrue();
			this.commands.del(keysOf(key).key("history"), keysOf(key).key("ended"));
		}
	}

	/** A queue that keeps a history has such records. */
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

	@Test
	void aForeignValueThatIsTooLongDoesNotStay() {
		WorkerQueue one = noting("one");
		one.add(job("a"));
		this.commands.hset(keysOf("a").key("history"), "a", "1 " + "1:a".repeat(10_000));
		one.release(List.of(leaseOne(one)));
		assertThat(kinds("a")).containsExactly(Kind.LEASED, Kind.RELEASED);
	}

	@Test
	void withoutAHistoryDetailsAreShort() {
		WorkerQueue one = silent("one");
		one.add(job("a"));
		Failure failure = new Failure(Duration.ZERO, Cause.of(Cause.Reason.FAILURES, "x" + "ü".repeat(500)));
		assertThat(one.retry(Map.of(leaseOne(one), failure)).retried()).hasSize(1);
		assertThat(one.history("a")).singleElement().extracting(JobEvent::detail).isEqualTo("x" + "ü".repeat(39));
	}

	private static String fields(String... values) {
		StringBuilder packed = new StringBuilder();
		Arrays.asList(values).forEach((value) -> packed.append((value != null) ? value.length() + ":" + value : "-"));
		return packed.toString();
	}

}
