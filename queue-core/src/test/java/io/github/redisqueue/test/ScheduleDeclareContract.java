package io.github.redisqueue.test;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Lease;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.Schedules;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * A schedule that instances declare lives as long as one of them repeats that, and is
 * what the newest of them declare.
 */
abstract class ScheduleDeclareContract extends ScheduleTests {

	/** After less than this an instance declares its schedules again. */
	private static final Duration MOST = Duration.ofMinutes(3);

	/** After this a declaration is forgotten. */
	private static final Duration FORGOTTEN = Duration.ofMinutes(6);

	private Schedule old;

	private Schedule newer;

	/** An instance of the version after that. */
	private Schedules other;

	@BeforeEach
	final void createOther() {
		this.old = hourly(this.id).build();
		this.newer = hourly(this.id).payload(new byte[] { 2 }).build();
		this.other = scheduling("two").schedules();
	}

	/** Repeats a declaration while time passes. */
	private void declareUntil(Schedule schedule, Instant time) {
		while (now().plus(MOST).isBefore(time)) {
			pass(MOST);
			assertThat(this.schedules.declare(schedule)).isTrue();
			this.schedules.plan();
		}
		passTo(time);
	}

	@Test
	void aDeclaredScheduleFires() {
		Instant before = now().truncatedTo(ChronoUnit.MILLIS);
		assertThat(this.schedules.declare(this.old)).isTrue();
		assertThat(this.other.declare(hourly(this.id).build())).isTrue();
		this.schedules.plan();
		assertThat(state(this.id).declared()).isTrue();
		assertThat(state(this.id).schedule()).isEqualTo(this.old);
		Instant first = next();
		assertThat(first).isBetween(before.plus(HOUR), now().plus(HOUR).plusMillis(2));
		declareUntil(this.old, first);
		assertThat(planAndWorkOff()).containsExactly(first);
		assertThat(next()).isEqualTo(first.plus(HOUR));
	}

	@Test
	void aDeclaredScheduleWakesThoseWhoWait() {
		assertWakes(this.id, () -> {
			this.schedules.declare(this.old);
			this.schedules.plan();
		});
		assertSilent(() -> {
			this.schedules.declare(this.old);
			this.schedules.plan();
		});
	}

	@Test
	void theNewestDeclarationHoldsAlsoIfOlderInstancesRepeatTheirs() {
		assertThat(this.schedules.declare(this.old)).isTrue();
		this.schedules.plan();
		Instant first = next();
		pass(MOST);
		assertThat(this.other.declare(this.newer)).isTrue();
		assertThat(this.schedules.declare(this.old)).isFalse();
		assertThat(this.other.declare(this.newer)).isTrue();
		assertThat(this.schedules.declare(this.old)).isFalse();
		this.schedules.plan();
		assertThat(state(this.id).schedule()).isEqualTo(this.newer);
		assertThat(next()).as("the period goes on").isEqualTo(first);
		declareUntil(this.newer, first);
		Lease lease = leaseOne(this.queue);
		assertThat(firingOf(lease)).isEqualTo(first);
		assertThat(lease.job().payload()).isEqualTo(this.newer.payload());
	}

	/** As those of instances that were started again and again. */
	@Test
	void anInstanceThatLivesLongIsNotTakenForTheNewestAfterManyOthers() {
		assertThat(this.schedules.declare(this.old)).isTrue();
		for (byte version = 2; version < 30; version++) {
			pass(Duration.ofSeconds(1));
			assertThat(this.other.declare(hourly(this.id).payload(new byte[] { version }).build())).isTrue();
			assertThat(this.schedules.declare(this.old)).as("version %d is newer", version).isFalse();
		}
	}

	@Test
	void whenTheNewestDeclarationIsForgottenTheOneBeforeHoldsAgain() {
		assertThat(this.schedules.declare(this.old)).isTrue();
		assertThat(this.other.declare(this.newer)).isTrue();
		pass(MOST);
		assertThat(this.schedules.declare(this.old)).isFalse();
		pass(MOST);
		assertThat(this.schedules.declare(this.old)).isTrue();
		this.schedules.plan();
		assertThat(state(this.id).schedule()).isEqualTo(this.old);
		assertThat(this.other.declare(this.newer)).as("a new version that begins anew").isTrue();
		assertThat(this.schedules.declare(this.old)).isFalse();
	}

	@Test
	void aDeclarationThatAnyoneRepeatsIsNotForgotten() {
		assertThat(this.schedules.declare(this.old)).isTrue();
		this.schedules.plan();
		Instant first = next();
		for (Schedules instance : new Schedules[] { this.other, this.schedules, this.other }) {
			pass(MOST);
			assertThat(instance.declare(this.old)).isTrue();
			instance.plan();
			assertThat(next()).isEqualTo(first);
		}
	}

	@Test
	void anApplicationThatWasAwayCatchesUpWithAllItsSchedules() {
		List<Schedule> all = List.of(this.old, hourly(this.id + "-2").build(), hourly(this.id + "-3").build());
		all.forEach((schedule) -> assertThat(this.schedules.declare(schedule)).isTrue());
		pass(HOUR.plus(HALF));
		all.forEach((schedule) -> assertThat(this.other.declare(schedule)).isTrue());
		this.other.plan();
		assertThat(all).allSatisfy((schedule) -> assertThat(state(schedule.id()).firings().fired()).isOne());
		assertThat(workOff()).hasSize(all.size());
	}

	@Test
	void aScheduleDoesNotEndBecauseSomebodyElsePlansFirstAfterAllWereAway() {
		assertThat(this.schedules.declare(this.old)).isTrue();
		pass(HOUR.plus(HALF));
		this.other.plan();
		assertThat(this.schedules.declare(this.old)).isTrue();
		assertThat(firings().fired()).isOne();
		assertThat(workOff()).hasSize(1);
	}

	@Test
	void aScheduleEndsWithItsDeclarations() {
		assertThat(this.schedules.declare(this.old)).isTrue();
		this.schedules.plan();
		Instant first = next();
		pass(FORGOTTEN);
		this.other.plan();
		assertThat(this.schedules.get(this.id)).isEmpty();
		assertThat(this.schedules.list()).isEmpty();
		passTo(first);
		assertThat(planAndWorkOff()).isEmpty();
		assertThat(this.schedules.declare(this.newer)).isTrue();
		this.schedules.plan();
		assertThat(planAndWorkOff()).as("what was missed").isEmpty();
		assertThat(next()).isAfter(first.plus(HALF));
	}

	@Test
	void aScheduleThatHasEndedLeavesNothingAfterADay() {
		this.schedules.declare(this.old);
		this.other.declare(this.newer);
		this.schedules.plan();
		pass(FORGOTTEN);
		this.schedules.plan();
		pass(Duration.ofHours(25));
		this.schedules.plan();
		this.queue.clean(CleanDepth.DEEP);
		assertNothingIsLeftBehind();
	}

	@Test
	void aScheduleThatInstancesDeclareCannotBePutOrRemoved() {
		this.schedules.declare(this.old);
		assertThatIllegalStateException().isThrownBy(() -> this.schedules.put(this.newer))
			.withMessageContaining(this.id);
		assertThatIllegalStateException().isThrownBy(() -> this.schedules.remove(this.id))
			.withMessageContaining(this.id);
		assertThat(state(this.id).schedule()).isEqualTo(this.old);
		pass(FORGOTTEN);
		this.schedules.plan();
		this.schedules.put(this.newer);
		assertThat(state(this.id).schedule()).isEqualTo(this.newer);
		assertThat(state(this.id).declared()).isFalse();
		assertThat(this.schedules.remove(this.id)).isTrue();
	}

	@Test
	void aScheduleThatWasPutHoldsAgainstDeclarations() {
		Instant first = putHourly();
		assertThat(this.schedules.declare(this.newer)).isFalse();
		assertThat(this.schedules.declare(this.old)).isFalse();
		this.schedules.plan();
		assertThat(state(this.id).schedule()).isEqualTo(this.old);
		assertThat(state(this.id).declared()).isFalse();
		assertThat(next()).isEqualTo(first);
		pass(FORGOTTEN);
		this.schedules.plan();
		assertThat(next()).as("it does not end").isEqualTo(first);
		assertThat(this.schedules.remove(this.id)).isTrue();
		assertThat(this.schedules.declare(this.newer)).isTrue();
		assertThat(state(this.id).declared()).isTrue();
	}

	@Test
	void aPausedScheduleStaysPausedIfItIsDeclaredAnew() {
		this.schedules.declare(this.old);
		this.schedules.plan();
		Instant first = next();
		assertThat(this.schedules.pause(this.id)).isTrue();
		assertThat(this.schedules.declare(this.old)).isTrue();
		assertThat(this.other.declare(this.newer)).isTrue();
		this.schedules.plan();
		assertThat(state(this.id).paused()).isTrue();
		assertThat(state(this.id).schedule()).isEqualTo(this.newer);
		declareUntil(this.newer, first);
		assertThat(planAndWorkOff()).isEmpty();
		assertThat(this.schedules.resume(this.id)).isTrue();
		this.schedules.plan();
		assertThat(next()).isEqualTo(first.plus(HOUR));
	}

}
