package io.github.redisqueue.test;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.Schedule.CatchUp;
import io.github.redisqueue.Schedules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What was put, replaced, removed, paused or resumed holds for all firings that are not
 * due, and touches no job.
 */
abstract class ScheduleChangeContract extends ScheduleTests {

	@Test
	void anEqualScheduleThatIsPutAgainStaysAsItIs() {
		Instant first = putHourly();
		pass(HALF);
		assertSilent(() -> put(hourly(this.id)));
		assertThat(next()).isEqualTo(first);
		passTo(first);
		assertThat(planAndWorkOff()).containsExactly(first);
		put(hourly(this.id));
		assertThat(next()).isEqualTo(first.plus(HOUR));
		assertFiredAndSkipped(1, 0);
	}

	@Test
	void aPeriodGoesOnIfAnythingElseIsChanged() {
		Instant first = putHourly();
		pass(HALF);
		Schedule changed = put(Schedule.every(this.id, HOUR)
			.payload(new byte[] { 1 })
			.headers(Map.of("k", "new"))
			.catchUp(CatchUp.ALL)
			.grace(HALF));
		assertThat(state(this.id).schedule()).isEqualTo(changed);
		assertThat(next()).isEqualTo(first);
		Lease lease = leaseNext();
		assertThat(firingOf(lease)).isEqualTo(first);
		assertThat(lease.job().payload()).isEqualTo(new byte[] { 1 });
		assertThat(lease.job().headers()).containsEntry("k", "new");
		assertThat(leaseAll(this.queue)).isEmpty();
	}

	@Test
	void anotherPeriodBeginsWhenItIsPut() {
		Instant first = putHourly();
		passTo(first);
		assertThat(planAndWorkOff()).containsExactly(first);
		pass(HALF);
		Instant before = now().truncatedTo(ChronoUnit.MILLIS);
		put(Schedule.every(this.id, HOUR.multipliedBy(5)));
		Instant firing = next();
		assertThat(firing).isBetween(before.plus(HOUR.multipliedBy(5)), now().plus(HOUR.multipliedBy(5)).plusMillis(2));
		passTo(firing.minus(HALF));
		assertThat(planAndWorkOff()).as("those of the old period").isEmpty();
		passTo(firing);
		assertThat(planAndWorkOff()).containsExactly(firing);
		assertFiredAndSkipped(2, 0);
	}

	@Test
	void aPeriodAndAnExpressionReplaceEachOther() {
		putHourly();
		put(Schedule.cron(this.id, "0 0 0 * * *"));
		Instant midnight = next();
		assertThat(midnight).isEqualTo(midnight.truncatedTo(ChronoUnit.DAYS));
		passTo(midnight);
		assertThat(planAndWorkOff()).containsExactly(midnight);
		Instant first = putHourly();
		assertThat(first).isBetween(midnight.plus(HOUR), now().plus(HOUR).plusMillis(2));
	}

	@Test
	void jobsOfEarlierFiringsStayAsTheyAre() {
		put(reliable(this.id));
		Lease held = leaseNext();
		this.schedules.plan();
		passTo(next());
		this.schedules.plan();
		assertCounts(1, 0, 1, 0);
		put(reliable(this.id).payload(new byte[0]));
		assertThat(this.schedules.pause(this.id)).isTrue();
		assertThat(this.schedules.remove(this.id)).isTrue();
		assertCounts(1, 0, 1, 0);
		assertThat(this.queue.extend(List.of(held))).hasSize(1);
		assertThat(complete(this.queue, held)).isTrue();
		Lease ready = leaseOne(this.queue);
		assertThat(firingOf(ready)).isEqualTo(firingOf(held).plus(HOUR));
		assertThat(ready.job().payload()).isEqualTo(job(this.id).payload());
	}

	@Test
	void aScheduleThatIsPutEarlierThanItsOldOneWakes() {
		put(Schedule.every(this.id, HOUR.multipliedBy(5)));
		assertWakes(this.id, () -> put(hourly(this.id)));
	}

	@Test
	void aRemovedScheduleFiresNoMore() {
		Instant first = putHourly();
		String other = inLine("other");
		put(reliable(other));
		assertThat(this.schedules.remove(this.id)).isTrue();
		assertThat(this.schedules.get(this.id)).isEmpty();
		assertThat(this.schedules.list()).extracting((state) -> state.schedule().id()).containsExactly(other);
		assertThat(this.schedules.remove(this.id)).isFalse();
		assertThat(this.schedules.pause(this.id)).isFalse();
		assertThat(this.schedules.trigger(this.id)).isEmpty();
		passTo(first.plus(HOUR));
		this.schedules.plan();
		assertThat(leaseAll(this.queue)).isNotEmpty().extracting(ScheduleTests::scheduleOf).containsOnly(other);
	}

	@Test
	void aScheduleThatIsPutAgainBeginsAnew() {
		Instant first = putHourly();
		passTo(first);
		assertThat(planAndWorkOff()).containsExactly(first);
		assertThat(this.schedules.remove(this.id)).isTrue();
		pass(HOUR.multipliedBy(3).plus(HALF));
		this.schedules.plan();
		Instant before = now().truncatedTo(ChronoUnit.MILLIS);
		put(reliable(this.id));
		assertThat(planAndWorkOff()).as("what was missed").isEmpty();
		assertThat(next()).isBetween(before.plus(HOUR), now().plus(HOUR).plusMillis(2));
	}

	@Test
	void aPausedScheduleDoesNotFireAndCatchesUpWithNothing() {
		put(reliable(this.id).grace(Duration.ofDays(1)));
		Instant first = next();
		assertThat(this.schedules.pause(this.id)).isTrue();
		assertThat(this.schedules.pause(this.id)).isTrue();
		assertThat(state(this.id).paused()).isTrue();
		assertThat(firings().next()).isNull();
		passTo(first.plus(HOUR).plus(HALF));
		assertThat(planAndWorkOff()).isEmpty();
		assertThat(scheduling("two").schedules().resume(this.id)).isTrue();
		assertThat(planAndWorkOff()).isEmpty();
		assertThat(state(this.id).paused()).isFalse();
		assertThat(next()).isEqualTo(first.plus(HOUR.multipliedBy(2)));
		passTo(first.plus(HOUR.multipliedBy(2)));
		assertThat(planAndWorkOff()).containsExactly(first.plus(HOUR.multipliedBy(2)));
		assertFiredAndSkipped(1, 0);
	}

	@Test
	void theEndOfAPauseWakesAndIsNothingForOneThatIsNotPaused() {
		Instant first = putHourly();
		this.schedules.pause(this.id);
		assertWakes(this.id, () -> {
			this.schedules.resume(this.id);
			this.schedules.plan();
		});
		assertThat(this.schedules.resume(this.id)).isTrue();
		assertThat(next()).isEqualTo(first);
		passTo(first);
		assertThat(planAndWorkOff()).containsExactly(first);
	}

	@Test
	void aPausedScheduleStaysPausedIfItIsPutAnew() {
		Instant first = putHourly();
		this.schedules.pause(this.id);
		put(hourly(this.id));
		Schedule changed = put(hourly(this.id).headers(Map.of("k", "v")));
		assertThat(state(this.id).paused()).isTrue();
		assertThat(state(this.id).schedule()).isEqualTo(changed);
		passTo(first);
		assertThat(planAndWorkOff()).isEmpty();
		this.schedules.resume(this.id);
		assertThat(leaseNext().job().headers()).containsEntry("k", "v");
	}

	@Test
	void aTriggerWakesAndMakesAJobAtOnce() {
		put(hourly(this.id).headers(Map.of("k", "v")));
		Instant firing = next();
		Instant before = now().truncatedTo(ChronoUnit.MILLIS);
		List<String> ids = new ArrayList<>();
		assertWakes(this.id, () -> ids.add(this.schedules.trigger(this.id).orElseThrow()));
		Lease lease = leaseOne(this.queue);
		assertThat(ids).containsExactly(lease.id());
		assertThat(lease.id()).startsWith(this.id + "@").endsWith("+triggered");
		Instant time = Instant.parse(lease.id().substring(this.id.length() + 1).replace("+triggered", ""));
		assertThat(time).isBetween(before, now().plusMillis(1));
		assertThat(lease.job().payload()).isEqualTo(job(this.id).payload());
		assertThat(lease.job().headers()).containsEntry("k", "v").containsEntry(Schedule.ID_HEADER, this.id);
		assertThat(next()).isEqualTo(firing);
		assertThat(this.queue.cancel(lease.id())).isTrue();
		assertThat(this.schedules.trigger("unknown")).isEmpty();
		passTo(firing);
		assertThat(workOff()).containsExactly(firing);
	}

	@Test
	void aPausedScheduleMayBeTriggered() {
		putHourly();
		this.schedules.pause(this.id);
		String job = this.schedules.trigger(this.id).orElseThrow();
		assertThat(ids(leaseAll(this.queue))).containsExactly(job);
		assertThat(state(this.id).paused()).isTrue();
	}

	/** Only those that are not due go. */
	@ParameterizedTest
	@EnumSource(Change.class)
	void aFiringThatIsDueTakesPlaceWhateverBecomesOfItsSchedule(Change change) {
		Instant first = putHourly();
		passTo(first);
		change.act.accept(this.schedules, this.id);
		assertThat(planAndWorkOff()).containsExactly(first);
	}

	/** In a paused queue nothing becomes a job. */
	@Test
	void aFiringThatIsDueInAPausedQueueTakesPlaceAlthoughItsScheduleIsReplaced() {
		Instant first = putHourly();
		this.queue.pause();
		passTo(first);
		put(hourly(this.id).payload(new byte[] { 1 }));
		put(Schedule.every(this.id, HOUR.multipliedBy(100)));
		this.queue.resume();
		assertThat(planAndWorkOff()).containsExactly(first);
	}

	/** What is due afterwards does not. */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aFiringThatIsDueInAPausedQueueTakesPlaceAlthoughItsScheduleIsPaused(boolean resumed) {
		put(reliable(this.id));
		List<Instant> hours = hoursFrom(next(), 5);
		this.queue.pause();
		passTo(hours.get(0));
		assertThat(this.schedules.pause(this.id)).isTrue();
		passTo(hours.get(2).plus(HALF));
		this.schedules.plan();
		assertThat(next()).isEqualTo(hours.get(0));
		if (resumed) {
			this.schedules.resume(this.id);
			passTo(hours.get(3).plus(HALF));
		}
		this.queue.resume();
		assertThat(planAndWorkOff()).isEqualTo(resumed ? List.of(hours.get(0), hours.get(3)) : hours.subList(0, 1));
		this.schedules.resume(this.id);
		this.schedules.plan();
		assertThat(next()).isEqualTo(hours.get(resumed ? 4 : 3));
		assertFiredAndSkipped(resumed ? 2 : 1, 0);
	}

	/** As after a deployment that took long. */
	@Test
	void anotherDefinitionWithTheSamePeriodCatchesUpWithWhatWasMissed() {
		put(reliable(this.id));
		List<Instant> missed = hoursFrom(next(), 5);
		passTo(missed.get(4).plus(HALF));
		put(reliable(this.id).payload(new byte[] { 1 }));
		assertThat(planAndWorkOff()).isEqualTo(missed);
		assertFiredAndSkipped(5, 0);
		assertThat(next()).isEqualTo(missed.get(4).plus(HOUR));
	}

	@ParameterizedTest
	@EnumSource(Change.class)
	void aChangeOfOneScheduleTouchesNoOther(Change change) {
		Instant first = putHourly();
		String other = inLine("other");
		Schedule unchanged = put(hourly(other).headers(Map.of("k", "v")));
		Instant firing = state(other).firings().next();
		change.act.accept(this.schedules, this.id);
		assertThat(state(other).schedule()).isEqualTo(unchanged);
		passTo((firing.isAfter(first)) ? firing : first);
		this.schedules.plan();
		assertThat(leaseAll(this.queue)).filteredOn((lease) -> scheduleOf(lease).equals(other))
			.extracting(Lease::job)
			.extracting(ScheduleTests::firingOf)
			.containsExactly(firing);
	}

	@Test
	void aHeaderOfTheScheduleDoesNotHideThatOfItsFiring() {
		put(hourly(this.id)
			.headers(Map.of(Schedule.ID_HEADER, "x", Schedule.FIRING_HEADER, "y", Job.ENQUEUED, "z", "k", "v")));
		Instant firing = next();
		Job job = leaseNext().job();
		assertThat(job.headers()).containsEntry(Schedule.ID_HEADER, this.id)
			.containsEntry(Schedule.FIRING_HEADER, firing.toString())
			.containsEntry("k", "v")
			.hasSize(4);
		assertThat(job.headers().get(Job.ENQUEUED)).matches("[0-9]+");
	}

	/** What an operator does with a schedule. */
	enum Change {

		PUT((schedules, id) -> schedules.put(Schedule.every(id, HOUR.multipliedBy(100)).build())),

		REMOVE((schedules, id) -> assertThat(schedules.remove(id)).isTrue()),

		PAUSE((schedules, id) -> assertThat(schedules.pause(id)).isTrue());

		private final BiConsumer<Schedules, String> act;

		Change(BiConsumer<Schedules, String> act) {
			this.act = act;
		}

	}

}
