package io.github.redisqueue.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataAccessException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Rule 7 of the contract, recovery, and the budget of crashes of rule 6; instances that
 * clean a queue at the same interval do it in turn.
 */
abstract class CleanContract extends QueueTests {

	private static final Duration INTERVAL = Duration.ofHours(1);

	@ParameterizedTest
	@EnumSource(CleanDepth.class)
	void aJobOfAVanishedWorkerIsReadyAgainAtTheTail(CleanDepth depth) {
		String a = inLine("a");
		String b = inLine("b");
		String c = inLine("c");
		add(a, b);
		leaseOne(shortWorker("vanished"));
		add(c);
		runOut(SHORT);
		await().pollInterval(Duration.ofMillis(20)).pollDelay(Duration.ZERO).until(() -> {
			this.queue.clean(depth);
			return this.queue.counts().leased() == 0;
		});
		List<Lease> leases = this.queue.lease(3).leases();
		assertThat(ids(leases)).containsExactly(b, c, a);
		Lease again = leases.get(2);
		assertThat(again.crashes()).isOne();
		assertThat(again.failures()).isZero();
		assertThat(again.attempt()).isEqualTo(2);
	}

	@ParameterizedTest
	@EnumSource(CleanDepth.class)
	void leavesAloneWhatIsInOrder(CleanDepth depth) {
		add("ready", "leased", "dead");
		List<Lease> leases = this.queue.lease(3).leases();
		this.queue.release(leases.subList(0, 1));
		this.queue.bury(Map.of(leases.get(2), CAUSE));
		this.queue.add(job("delayed").withDelay(LONG).withHeaders(Map.of("k", "v")));
		var before = snapshot();
		assertThat(this.queue.clean(depth)).isEqualTo(CleanReport.NOTHING);
		assertThat(snapshot()).isEqualTo(before);
		assertThat(complete(this.queue, leases.get(1))).isTrue();
	}

	/** Lets a worker vanish with what is ready, and brings it back. */
	private List<Lease> crash(WorkerQueue vanishing, boolean start) {
		List<Lease> leases = vanishing.lease(500).leases();
		if (start) {
			assertThat(vanishing.start(leases, true)).hasSameSizeAs(leases);
		}
		runOut(vanishing.leaseTime());
		cleanUntilLeased(0);
		return leases;
	}

	@Test
	void furtherCrashesDoNotCountForJobsWhoseStartWasNotRecorded() {
		add("a");
		WorkerQueue vanishing = create(limited("vanishing", LONG, 3, 1));
		crash(vanishing, true);
		for (int i = 0; i < 3; i++) {
			crash(vanishing, false);
		}
		assertThat(leaseOne(this.queue).crashes()).isOne();
	}

	@Test
	void aStartThatEndedWellIsForgotten() {
		add("a");
		WorkerQueue vanishing = worker("vanishing");
		crash(vanishing, false);
		Lease started = leaseOne(this.queue);
		this.queue.start(List.of(started), true);
		this.queue.release(List.of(started));
		crash(vanishing, false);
		assertThat(leaseOne(this.queue).crashes()).isOne();
	}

	@Test
	void aPoisonJobIsBuriedAndDoesNotTakeItsNeighboursAlong() {
		WorkerQueue vanishing = create(limited("vanishing", LONG, 3, 2));
		List<String> buried = new ArrayList<>();
		add("poison", "neighbour");
		crash(vanishing, false);
		while (this.queue.counts().dead() == 0) {
			List<Lease> leases = vanishing.lease(500).leases();
			List<Lease> poison = leases.stream().filter((lease) -> lease.id().equals("poison")).toList();
			assertThat(poison).hasSize(1).allSatisfy((lease) -> assertThat(lease.crashes()).isLessThanOrEqualTo(2));
			vanishing.start(poison, true);
			runOut(LONG);
			await().pollInterval(Duration.ofMillis(20)).pollDelay(Duration.ZERO).until(() -> {
				buried.addAll(vanishing.clean(CleanDepth.LIGHT).buriedIds());
				return vanishing.counts().leased() == 0;
			});
		}
		assertThat(buried).containsExactly("poison");
		DeadLetter letter = this.queue.deadLetters().get("poison").orElseThrow();
		assertThat(letter.cause().reason()).isEqualTo(Cause.Reason.CRASHES);
		assertThat(letter.cause().message()).isNotBlank();
		assertThat(letter.history().crashes()).isEqualTo(3);
		assertThat(letter.worker()).isEqualTo("vanishing");
		assertThat(letter.job()).isEqualTo(job("poison"));
		Lease neighbour = leaseOne(this.queue);
		assertThat(neighbour.id()).isEqualTo("neighbour");
		assertThat(neighbour.crashes()).isOne();
		assertCounts(0, 0, 1, 1);
	}

	@Test
	void aCrashBesideOthersIsCountedButBuriesNobodyUntilTenMore() {
		WorkerQueue vanishing = create(limited("vanishing", LONG, 3, 2));
		add("a");
		for (int crashes = 0; crashes < 12; crashes++) {
			Lease lease = takeOver(vanishing);
			assertThat(lease.crashes()).isEqualTo(crashes);
			vanishing.start(List.of(lease), false);
			runOut(LONG);
		}
		Lease last = takeOver(vanishing);
		assertThat(last.crashes()).isEqualTo(12);
		vanishing.start(List.of(last), false);
		runOut(LONG);
		await().pollInterval(Duration.ofMillis(20)).pollDelay(Duration.ZERO).until(() -> {
			advance(SHORT);
			vanishing.clean(CleanDepth.LIGHT);
			return vanishing.counts().leased() == 0;
		});
		assertCounts(0, 0, 0, 1);
	}

	@Test
	void aCrashAloneBuriesAJobBeyondTheLimit() {
		WorkerQueue vanishing = create(limited("vanishing", LONG, 3, 2));
		add("a");
		for (int crashes = 0; crashes < 4; crashes++) {
			vanishing.start(List.of(takeOver(vanishing)), false);
			runOut(LONG);
		}
		Lease suspect = takeOver(vanishing);
		assertThat(suspect.crashes()).isEqualTo(4);
		vanishing.start(List.of(suspect), true);
		vanishing.start(List.of(suspect), false);
		runOut(LONG);
		Lease again = takeOver(vanishing);
		assertThat(again.crashes()).as("the last record counts").isEqualTo(5);
		vanishing.start(List.of(again), true);
		runOut(LONG);
		cleanUntilLeased(0);
		assertCounts(0, 0, 0, 1);
	}

	@Test
	void noHandlerMayStartWithALeaseThatHasRunOut() {
		add("a");
		WorkerQueue vanishing = worker("vanishing");
		crash(vanishing, false);
		Lease late = leaseOne(vanishing);
		runOut(LONG);
		assertThat(vanishing.start(List.of(late), true)).isEmpty();
		cleanUntilLeased(0);
		assertThat(vanishing.start(List.of(late), true)).isEmpty();
		Lease next = leaseOne(this.queue);
		assertThat(next.crashes()).as("the crash that counts is the first").isOne();
		assertThat(this.queue.start(List.of(next), true)).containsExactly(next);
	}

	private List<WorkerQueue> instances() {
		return Stream.of("first", "second", "third").map(this::worker).toList();
	}

	private static Optional<CleanReport> clean(WorkerQueue instance, CleanDepth depth) {
		return clean(instance, depth, INTERVAL);
	}

	private static Optional<CleanReport> clean(WorkerQueue instance, CleanDepth depth, Duration interval) {
		List<CleanReport> reports = new ArrayList<>();
		instance.cleanInTurn(depth, interval, reports::add);
		return reports.stream().reduce(CleanReport::plus);
	}

	private void letRoundPass() {
		advance(INTERVAL.multipliedBy(4).dividedBy(5).plusMillis(20));
	}

	@ParameterizedTest
	@EnumSource
	void oneOfThreeInstancesCleansInEachRound(CleanDepth depth) {
		List<WorkerQueue> instances = instances();
		for (String id : List.of("a", "b", "c")) {
			expired(id);
			assertThat(instances).extracting((instance) -> clean(instance, depth).map(CleanReport::reclaimed))
				.containsOnlyOnce(Optional.of(1L))
				.hasSize(3)
				.filteredOn(Optional::isEmpty)
				.hasSize(2);
			leaseAll(this.queue).forEach((lease) -> complete(this.queue, lease));
			letRoundPass();
		}
	}

	@ParameterizedTest
	@EnumSource
	void aTurnThatItsHolderNeitherUsedNorFreedRunsOut(CleanDepth depth) {
		assertThat(clean(worker("killed"), depth)).isPresent();
		expired("a");
		assertThat(clean(this.queue, depth)).isEmpty();
		letRoundPass();
		assertThat(clean(this.queue, depth)).map(CleanReport::reclaimed).contains(1L);
	}

	@ParameterizedTest
	@EnumSource
	void whoCleansWithoutAnIntervalCleansAtOnceAndTakesNoTurn(CleanDepth depth) {
		clean(worker("other"), depth);
		expired("a");
		assertThat(this.queue.clean(depth).reclaimed()).isOne();
		letRoundPass();
		this.queue.clean(depth);
		expired("b");
		assertThat(clean(worker("other"), depth)).map(CleanReport::reclaimed).contains(1L);
	}

	@Test
	void lightAndDeepCleaningsHaveSeparateTurns() {
		assertThat(clean(worker("one"), CleanDepth.LIGHT)).isPresent();
		expired("a");
		assertThat(clean(worker("two"), CleanDepth.DEEP)).map(CleanReport::reclaimed).contains(1L);
		assertThat(clean(worker("three"), CleanDepth.LIGHT)).isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void aCleaningThatFailsLeavesTheRoundToOthers(CleanDepth depth) {
		expired("a");
		String dead = keysOf("a").key("dead");
		this.redis.commands().set(dead, "no list");
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> clean(worker("failing"), depth));
		this.redis.commands().del(dead);
		assertThat(clean(this.queue, depth)).map(CleanReport::reclaimed).contains(1L);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void aDeepCleaningThatFailsHasToldWhatItHadReclaimed(boolean inTurn) {
		expired("a");
		this.redis.commands().set(keysOf("a").key("headers"), "no hash");
		List<CleanReport> reports = new ArrayList<>();
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> {
			if (inTurn) {
				this.queue.cleanInTurn(CleanDepth.DEEP, INTERVAL, reports::add);
			}
			else {
				this.queue.clean(CleanDepth.DEEP, reports::add);
			}
		});
		assertThat(CleanReport.sum(reports).reclaimed()).isOne();
	}

	@Test
	void whoCleansMoreOftenDoesNotWaitForWhoCleansRarely() {
		assertThat(clean(worker("rare"), CleanDepth.LIGHT, Duration.ofDays(1))).isPresent();
		expired("a");
		assertThat(clean(worker("one"), CleanDepth.LIGHT)).map(CleanReport::reclaimed).contains(1L);
		assertThat(clean(worker("two"), CleanDepth.LIGHT)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "turn:light", "turn:deep" })
	void whatOthersWroteStopsNoCleaningForEver(String turn) {
		expired("a");
		this.redis.commands().set(keysOf("a").key(turn), "garbage");
		assertThat(clean(this.queue, turn.endsWith("light") ? CleanDepth.LIGHT : CleanDepth.DEEP))
			.map(CleanReport::reclaimed)
			.contains(1L);
	}

	@Test
	void whoHasNothingToCleanTakesNoTurn() {
		WorkerQueue idle = worker("idle");
		// What it has found counts for two seconds, which may pass meanwhile.
		await().until(() -> {
			letRoundPass();
			leaseAll(idle);
			return clean(idle, CleanDepth.LIGHT).isEmpty();
		});
		expired("a");
		assertThat(clean(this.queue, CleanDepth.LIGHT)).map(CleanReport::reclaimed).contains(1L);
	}

	@Test
	void aTurnIsAKeyThatExpires() {
		clean(this.queue, CleanDepth.LIGHT);
		clean(this.queue, CleanDepth.DEEP);
		for (String turn : List.of("turn:light", "turn:deep")) {
			assertThat(this.redis.commands().pttl(keysOf("a").key(turn))).as(turn)
				.isBetween(1L, INTERVAL.toMillis() * 4 / 5);
		}
		assertNothingIsLeftBehind();
	}

	@ParameterizedTest
	@ValueSource(strings = { "PT0S", "PT-1S", "P366D" })
	void refusesImpossibleIntervals(Duration interval) {
		assertThatIllegalArgumentException().isThrownBy(() -> clean(this.queue, CleanDepth.LIGHT, interval))
			.withMessageContainingAll("1 ms", "365 days", interval.toString());
	}

}
