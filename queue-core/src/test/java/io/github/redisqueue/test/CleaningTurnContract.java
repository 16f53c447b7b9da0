package io.github.redisqueue.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
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
 * Instances that clean a queue at the same interval do it in turn.
 */
abstract class CleaningTurnContract extends QueueTests {

	private static final Duration INTERVAL = Duration.ofHours(1);

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
