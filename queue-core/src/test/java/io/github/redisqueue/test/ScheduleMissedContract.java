package io.github.redisqueue.test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Lease;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.Schedule.CatchUp;
import io.github.redisqueue.Schedule.Overlap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What becomes of firings that could not take place in time, because nobody was there or
 * the queue was paused, and of those that find the job of the one before unfinished.
 */
abstract class ScheduleMissedContract extends ScheduleTests {

	/** What takes place once somebody is there again, who may begin by leasing. */
	private List<Instant> comeBack(boolean leasesFirst) {
		List<Instant> fired = new ArrayList<>();
		if (leasesFirst) {
			fired.addAll(workOff());
		}
		fired.addAll(planAndWorkOff());
		return fired;
	}

	@ParameterizedTest
	@CsvSource({ "NONE, true", "NONE, false", "LAST, true", "LAST, false", "ALL, true", "ALL, false" })
	void ofMissedFiringsThoseTakePlaceThatAreToBeCaughtUpWith(CatchUp catchUp, boolean leasesFirst) {
		assertCatchesUp(hourly(this.id).catchUp(catchUp), leasesFirst);
	}

	private void assertCatchesUp(Schedule.Builder builder, boolean leasesFirst) {
		Schedule schedule = put(builder);
		List<Instant> missed = hoursFrom(next(), 5);
		passTo(missed.get(4).plus(HALF));
		List<Instant> fired = comeBack(leasesFirst);
		assertThat(fired).isEqualTo(caughtUp(schedule.catchUp(), missed));
		assertThat(firings().fired()).isEqualTo(fired.size());
		assertThat(next()).isEqualTo(missed.get(4).plus(HOUR));
		passTo(next());
		assertThat(planAndWorkOff()).as("the next one in time").containsExactly(missed.get(4).plus(HOUR));
	}

	/** Which of them take place if all of them are later than their grace. */
	private static List<Instant> caughtUp(CatchUp catchUp, List<Instant> missed) {
		return switch (catchUp) {
			case NONE -> List.of();
			case LAST -> missed.subList(missed.size() - 1, missed.size());
			case ALL -> missed;
		};
	}

	@ParameterizedTest
	@CsvSource({ "NONE, 0, 1", "LAST, 1, 0", "ALL, 1, 0" })
	void aSingleFiringThatIsLateIsTheLast(CatchUp catchUp, long fired, long skipped) {
		put(hourly(this.id).catchUp(catchUp));
		Instant first = next();
		passTo(first.plus(HALF));
		assertThat(comeBack(true)).hasSize((int) fired);
		assertFiredAndSkipped(fired, skipped);
		assertThat(firings().last()).isEqualTo(first);
		assertThat(next()).isEqualTo(first.plus(HOUR));
	}

	@ParameterizedTest
	@CsvSource({ "NONE, true", "NONE, false", "LAST, true", "LAST, false", "ALL, true", "ALL, false" })
	void whatIsNotLaterThanItsGraceTakesPlace(CatchUp catchUp, boolean leasesFirst) {
		put(hourly(this.id).catchUp(catchUp).grace(Duration.ofDays(1)));
		List<Instant> due = hoursFrom(next(), 5);
		passTo(due.get(4).plus(HALF));
		assertThat(comeBack(leasesFirst)).isEqualTo(due);
		assertFiredAndSkipped(5, 0);
	}

	@ParameterizedTest
	@EnumSource(CatchUp.class)
	void ofManyThoseTakePlaceThatAreWithinTheirGrace(CatchUp catchUp) {
		put(hourly(this.id).catchUp(catchUp).grace(HOUR.multipliedBy(2)));
		List<Instant> due = hoursFrom(next(), 5);
		passTo(due.get(4).plus(HALF));
		assertThat(comeBack(false)).isEqualTo((catchUp == CatchUp.ALL) ? due : due.subList(3, 5));
	}

	/** Redis answers nobody else while it decides about them. */
	@Test
	void oneCallDecidesAboutNoMoreThanAThousand() {
		List<String> ids = IntStream.range(0, 50).mapToObj((i) -> inLine("every-second-" + i)).toList();
		ids.forEach(
				(id) -> this.schedules.put(Schedule.every(id, Duration.ofSeconds(1)).catchUp(CatchUp.NONE).build()));
		this.schedules.plan();
		pass(HOUR);
		this.queue.lease(1);
		assertThat(skipped(ids)).isBetween(900L, 1000L);
		this.queue.lease(1);
		assertThat(skipped(ids)).isGreaterThan(1200);
	}

	private long skipped(List<String> ids) {
		return ids.stream().mapToLong((id) -> state(id).firings().skipped()).sum();
	}

	/** One of them was planned before they were missed. */
	@Test
	void noMoreThanTheLastThousandAreCaughtUpWith() {
		put(reliable(this.id));
		List<Instant> missed = hoursFrom(next(), 1100);
		passTo(missed.get(1099).plus(HALF));
		List<Instant> fired = new ArrayList<>(comeBack(false));
		fired.remove(missed.get(0));
		assertThat(fired).isEqualTo(missed.subList(100, 1100));
		assertThat(next()).isEqualTo(missed.get(1099).plus(HOUR));
	}

	@Test
	void whileTheQueueIsPausedNothingFires() {
		put(hourly(this.id).grace(HALF.multipliedBy(3)));
		Instant first = next();
		this.queue.pause();
		passTo(first);
		this.schedules.plan();
		assertThat(this.queue.lease(20).paused()).isTrue();
		assertCounts(0, 0, 0, 0);
		assertThat(next()).isEqualTo(first);
		this.queue.resume();
		assertThat(comeBack(true)).containsExactly(first);
		assertFiredAndSkipped(1, 0);
	}

	@Test
	void aPlanDoesNotGrowWhileTheQueueIsPaused() {
		put(Schedule.every(this.id, Duration.ofSeconds(1)));
		this.queue.pause();
		for (int i = 0; i < 20; i++) {
			pass(Duration.ofSeconds(30));
			this.schedules.plan();
		}
		String key = this.redis.keys().stream().filter((name) -> name.endsWith(":plans")).findFirst().orElseThrow();
		assertThat(this.commands.hget(key, this.id).split(" ")).hasSizeLessThan(150);
	}

	@ParameterizedTest
	@CsvSource({ "NONE, true", "NONE, false", "LAST, true", "LAST, false", "ALL, true", "ALL, false" })
	void whatAPauseOfTheQueueDelaysIsMissed(CatchUp catchUp, boolean leasesFirst) {
		put(hourly(this.id).catchUp(catchUp));
		List<Instant> missed = hoursFrom(next(), 3);
		this.queue.pause();
		for (Instant firing : missed) {
			passTo(firing);
			this.schedules.plan();
			assertThat(leaseAll(this.queue)).isEmpty();
		}
		pass(HALF);
		this.queue.resume();
		assertThat(comeBack(leasesFirst)).isEqualTo(caughtUp(catchUp, missed));
		passTo(missed.get(2).plus(HOUR));
		assertThat(planAndWorkOff()).containsExactly(missed.get(2).plus(HOUR));
	}

	@ParameterizedTest
	@EnumSource(Hold.class)
	void aFiringIsSkippedWhileTheJobOfTheOneBeforeIsUnfinished(Hold hold) {
		put(hourly(this.id).overlap(Overlap.SKIP));
		Instant first = next();
		passTo(first);
		this.schedules.plan();
		hold.act.accept(this);
		for (int i = 1; i <= 2; i++) {
			passTo(first.plus(HOUR.multipliedBy(i)));
			assertThat(ids(leaseAll(this.queue))).as("by leasing").doesNotContain(later(first, i));
			this.schedules.plan();
			assertThat(ids(leaseAll(this.queue))).as("by planning").doesNotContain(later(first, i));
			assertFiredAndSkipped(1, i);
			assertThat(firings().last()).isEqualTo(first.plus(HOUR.multipliedBy(i)));
		}
		assertThat(this.queue.cancel(later(first, 0))).isTrue();
		passTo(first.plus(HOUR.multipliedBy(3)));
		assertThat(planAndWorkOff()).containsExactly(first.plus(HOUR.multipliedBy(3)));
		assertFiredAndSkipped(2, 2);
	}

	private String later(Instant first, int hours) {
		return firingId(this.id, first.plus(HOUR.multipliedBy(hours)));
	}

	@ParameterizedTest
	@EnumSource(value = Settlement.class, names = { "COMPLETE", "BURY" })
	void aJobThatHasEndedHoldsUpNoFiring(Settlement settlement) {
		put(hourly(this.id).overlap(Overlap.SKIP));
		List<Instant> hours = hoursFrom(next(), 2);
		assertThat(settlement.by(this.queue, leaseNext())).isTrue();
		passTo(hours.get(1));
		assertThat(planAndWorkOff()).containsExactly(hours.get(1));
		assertFiredAndSkipped(2, 0);
	}

	@Test
	void aTriggeredJobHoldsUpNoFiringAndIsHeldUpByNone() {
		put(hourly(this.id).overlap(Overlap.SKIP));
		Instant first = next();
		String triggered = this.schedules.trigger(this.id).orElseThrow();
		passTo(first);
		this.schedules.plan();
		assertThat(ids(leaseAll(this.queue))).containsExactlyInAnyOrder(triggered, firingId(this.id, first));
		String again = this.schedules.trigger(this.id).orElseThrow();
		assertThat(ids(leaseAll(this.queue))).containsExactly(again);
	}

	@Test
	void unlessTheyAreToBeSkippedFiringsDoNotWaitForEachOther() {
		Instant first = putHourly();
		List<Lease> held = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			held.add(leaseNext());
		}
		assertThat(held).extracting((lease) -> firingOf(lease)).isEqualTo(hoursFrom(first, 3));
		assertThat(this.queue.complete(held)).hasSize(3);
	}

	@ParameterizedTest
	@CsvSource({ "LAST, true", "LAST, false", "ALL, true", "ALL, false" })
	void ofManyThatAreCaughtUpWithTheFirstHoldsUpTheOthers(CatchUp catchUp, boolean leasesFirst) {
		put(hourly(this.id).overlap(Overlap.SKIP).catchUp(catchUp));
		List<Instant> missed = hoursFrom(next(), 3);
		passTo(missed.get(2).plus(HALF));
		List<Lease> leases = new ArrayList<>();
		if (leasesFirst) {
			leases.addAll(leaseAll(this.queue));
		}
		this.schedules.plan();
		leases.addAll(leaseAll(this.queue));
		assertThat(leases).extracting((lease) -> firingOf(lease))
			.containsExactly((catchUp == CatchUp.ALL) ? missed.get(0) : missed.get(2));
		assertThat(firings().fired()).isOne();
	}

	/** What a job of a firing may be in the middle of. */
	enum Hold {

		READY((test) -> test.assertCounts(1, 0, 0, 0)),

		LEASED((test) -> leaseOne(test.queue)),

		RETRIED((test) -> {
			Lease lease = leaseOne(test.queue);
			assertThat(test.queue.retry(Map.of(lease, failure(Duration.ofDays(1)))).retried()).hasSize(1);
		}),

		POSTPONED(
				(test) -> assertThat(test.queue.postpone(Map.of(leaseOne(test.queue), Duration.ofDays(1)))).hasSize(1)),

		RESCHEDULED((test) -> {
			Lease lease = leaseOne(test.queue);
			test.queue.release(List.of(lease));
			assertThat(test.queue.reschedule(lease.id(), Duration.ofDays(1))).isTrue();
		}),

		ABANDONED((test) -> {
			leaseOne(test.shortWorker("vanished"));
			test.runOut(SHORT);
			test.cleanUntilLeased(0);
			test.queue.clean(CleanDepth.LIGHT);
		});

		private final Consumer<ScheduleMissedContract> act;

		Hold(Consumer<ScheduleMissedContract> act) {
			this.act = act;
		}

	}

}
