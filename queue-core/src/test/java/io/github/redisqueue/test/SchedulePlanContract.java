package io.github.redisqueue.test;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.Schedule.CatchUp;
import io.github.redisqueue.Schedule.Overlap;
import io.github.redisqueue.ScheduleState;
import io.github.redisqueue.ScheduleState.Firings;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A schedule makes one job of each firing when it is due, neither earlier nor twice, and
 * wakes those who wait for it.
 */
abstract class SchedulePlanContract extends ScheduleTests {

	private static final String HOURLY = "0 0 * * * *";

	@Test
	void eachFiringIsOneJobWhenItIsDue() {
		Instant before = now().truncatedTo(ChronoUnit.MILLIS);
		Instant first = putHourly();
		assertThat(first).as("one period after it was put")
			.isBetween(before.plus(HOUR), now().plus(HOUR).plusMillis(2));
		assertThat(first.getNano() % 1_000_000).as("below ms").isZero();
		for (Instant firing : hoursFrom(first, 4)) {
			assertThat(next()).isEqualTo(firing);
			passTo(firing.minus(HALF));
			assertThat(leaseAll(this.queue)).isEmpty();
			assertCounts(0, 0, 0, 0);
			assertThat(this.queue.cancel(firingId(this.id, firing))).isFalse();
			assertThat(this.queue.reschedule(firingId(this.id, firing), Duration.ZERO)).isFalse();
			assertThat(leaseAll(this.queue)).isEmpty();
			passTo(firing);
			Lease lease = leaseOne(this.queue);
			assertThat(lease.id()).isEqualTo(firingId(this.id, firing));
			assertThat(leaseAll(this.queue)).isEmpty();
			assertThat(complete(this.queue, lease)).isTrue();
			this.schedules.plan();
			assertThat(leaseAll(this.queue)).isEmpty();
		}
		Firings firings = firings();
		assertThat(firings.last()).isEqualTo(first.plus(HOUR.multipliedBy(3)));
		assertFiredAndSkipped(4, 0);
	}

	@Test
	void aCronExpressionFiresAtTheTimesThatItMatches() {
		Instant before = now();
		put(Schedule.cron(this.id, HOURLY));
		Instant first = next();
		assertThat(first).isAfter(before).isEqualTo(first.truncatedTo(ChronoUnit.HOURS));
		List<String> ids = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			Lease lease = leaseNext();
			ids.add(lease.id());
			complete(this.queue, lease);
		}
		assertThat(ids).isEqualTo(hoursFrom(first, 3).stream().map((time) -> this.id + "@" + time).toList());
	}

	@Test
	void aCronExpressionIsReadInItsTimeZone() {
		ZoneId zone = ZoneId.of("Asia/Kolkata");
		put(Schedule.cron(this.id, "0 30 2 * * *").zone(zone));
		ZonedDateTime first = next().atZone(zone);
		assertThat(first.toLocalTime()).hasToString("02:30");
		Lease lease = leaseNext();
		assertThat(lease.id()).isEqualTo(this.id + "@" + first.toLocalDate().minusDays(1) + "T21:00:00Z");
		this.schedules.plan();
		assertThat(next()).isEqualTo(first.plusDays(1).toInstant());
	}

	@Test
	void aJobHasThePayloadTheHeadersAndTheTimeOfItsFiring() {
		byte[] payload = new byte[256];
		IntStream.range(0, payload.length).forEach((i) -> payload[i] = (byte) i);
		Map<String, String> headers = Map.of("k", "v", "", "empty", "a:1", "", "ü\n", "5:\u0000");
		put(Schedule.every(this.id, HOUR).payload(payload).headers(headers));
		Instant firing = next();
		Job job = leaseNext().job();
		assertThat(job.payload()).isEqualTo(payload);
		assertThat(job.headers()).containsAllEntriesOf(headers)
			.containsEntry(Schedule.ID_HEADER, this.id)
			.containsEntry(Schedule.FIRING_HEADER, firing.toString())
			.containsKey(Job.ENQUEUED)
			.hasSize(headers.size() + 3);
		assertThat(Instant.ofEpochMilli(Long.parseLong(job.headers().get(Job.ENQUEUED)))).isBetween(firing,
				now().plusMillis(1));
		assertThat(job.group()).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "report", "a", "b", "c", "eu:daily" })
	void theJobOfAFiringIsFoundByItsId(String schedule) {
		put(hourly(schedule));
		Instant firing = state(schedule).firings().next();
		passTo(firing);
		this.schedules.plan();
		String job = firingId(schedule, firing);
		assertThat(this.queue.add(job(job))).as("added beside it").isFalse();
		assertThat(this.queue.reschedule(job, HOUR.multipliedBy(3))).isTrue();
		assertCounts(0, 1, 0, 0);
		assertThat(this.queue.reschedule(job, Duration.ZERO)).isTrue();
		assertThat(ids(leaseAll(this.queue))).containsExactly(job);
		assertThat(this.queue.cancel(job)).isTrue();
		assertThat(planAndWorkOff()).isEmpty();
	}

	@Test
	void whatIsDueIsLeasedInTheOrderOfTheTimesBehindWhatIsReady() {
		List<String> ids = Stream.of("x", "y", "z").map(this::inLine).toList();
		for (int i = 0; i < 3; i++) {
			put(Schedule.every(ids.get(i), HOUR.multipliedBy(3 - i)).grace(Duration.ofDays(1)));
		}
		Instant last = state(ids.get(0)).firings().next();
		String ready = inLine("ready");
		add(ready);
		passTo(last);
		List<Lease> leases = this.queue.lease(20).leases();
		assertThat(leases.get(0).id()).isEqualTo(ready);
		List<Lease> fired = leases.subList(1, leases.size());
		assertThat(fired).extracting(ScheduleTests::scheduleOf).containsSubsequence(ids.get(2), ids.get(1), ids.get(0));
		assertThat(fired).isSortedAccordingTo(Comparator.comparing(ScheduleTests::firingOf));
	}

	@Test
	void allFiringsOfTheNextThirtySecondsArePlanned() {
		put(Schedule.every(this.id, Duration.ofSeconds(1)).catchUp(CatchUp.ALL));
		Instant planned = now();
		Instant first = next();
		pass(Duration.ofSeconds(20));
		List<Instant> fired = workOff();
		assertThat(fired).hasSizeGreaterThanOrEqualTo(20)
			.isEqualTo(IntStream.range(0, fired.size()).mapToObj(first::plusSeconds).toList());
		assertThat(fired.get(fired.size() - 1)).isAfter(planned.plusSeconds(18)).isBefore(now().plusMillis(1));
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aClockThatIsSetBackFiresNothingAgain(boolean putAgain) {
		Schedule schedule = put(Schedule.cron(this.id, HOURLY));
		Instant first = next();
		passTo(first);
		assertThat(workOff()).containsExactly(first);
		pass(HALF.negated());
		if (putAgain) {
			assertThat(this.schedules.remove(this.id)).isTrue();
			this.schedules.plan();
			this.schedules.put(schedule);
		}
		this.schedules.plan();
		passTo(first);
		assertThat(planAndWorkOff()).isEmpty();
		passTo(first.plus(HOUR));
		assertThat(planAndWorkOff()).containsExactly(first.plus(HOUR));
	}

	@Test
	void aFiringComesAlsoIfTheQueueRemembersCompletedIds() {
		this.queue = create(QueueSettings.builder("one", AGES).dedupWindow(Duration.ofDays(1)).build());
		this.schedules = this.queue.schedules();
		Instant first = putHourly();
		for (Instant firing : hoursFrom(first, 3)) {
			passTo(firing);
			assertThat(planAndWorkOff()).containsExactly(firing);
		}
	}

	@Test
	void whoeverLeasesIsToldWhenTheNextFiringIsDue() {
		putHourly();
		assertThat(this.queue.lease(1).nextDue()).isBetween(Duration.ofMinutes(50), HOUR);
		this.queue.add(job(inLine("later")).withDelay(HOUR.multipliedBy(2)));
		assertThat(this.queue.lease(1).nextDue()).isBetween(Duration.ofMinutes(50), HOUR);
		this.queue.add(job(inLine("sooner")).withDelay(HALF));
		assertThat(this.queue.lease(1).nextDue()).isBetween(Duration.ofMinutes(20), HALF.plusMillis(1));
	}

	@Test
	void ofThoseWhoWaitOneIsToldWhenTheNextFiringIsDue() {
		Instant firing = putHourly();
		WorkerQueue other = scheduling("two");
		assertThat(leaseOrWait(this.queue).nextDue()).isBetween(Duration.ofMinutes(50), HOUR);
		assertThat(leaseOrWait(other).nextDue()).isNull();
		passTo(firing);
		assertThat(ids(leaseOrWait(other).leases())).containsExactly(firingId(this.id, firing));
	}

	@Test
	void thereIsTimeLeftUntilTheFiringAndNoneAfterIt() {
		Instant firing = putHourly();
		Instant before = now();
		LeaseResult result = this.queue.lease(1);
		assertThat(result.leases()).isEmpty();
		Duration left = result.nextDue();
		assertThat(before.plus(left)).isBeforeOrEqualTo(firing.plusMillis(2));
		assertThat(now().plus(left)).isAfterOrEqualTo(firing.minusMillis(2));
		assertThat(firings().late()).isZero();
		passTo(firing.plus(HALF));
		assertThat(next()).isEqualTo(firing);
		assertThat(firings().late()).isBetween(HALF, Duration.between(firing, now()).plusMillis(1));
	}

	@Test
	void aFiringThatIsDueEarlierThanAllOthersWakes() {
		this.queue.add(job(inLine("later")).withDelay(HOUR.multipliedBy(2)));
		assertWakes(this.id, () -> put(hourly(this.id)));
		assertSilent(() -> this.schedules.plan());
		passTo(next());
		assertWakes(this.id, () -> this.schedules.plan());
	}

	@Test
	void aScheduleIsShownAsItWasPut() {
		List<Schedule> all = Stream
			.of(Schedule.cron(inLine("b"), "0 30 2 ? * MON-FRI").zone(ZoneId.of("Europe/Berlin")).grace(Duration.ZERO),
					Schedule.cron("a", "@daily").headers(Map.of("ü: ", "\n", "k", "")),
					Schedule.every("c:x", Duration.ofMillis(1001)).payload(new byte[] { 0, -1, 10, 13, 127 }),
					hourly("B_.-").overlap(Overlap.SKIP).catchUp(CatchUp.NONE).grace(Duration.ofDays(365)))
			.map(Schedule.Builder::build)
			.toList();
		assertThat(this.schedules.list()).isEmpty();
		assertThat(this.schedules.get("a")).isEmpty();
		all.forEach(this.schedules::put);
		this.schedules.plan();
		List<ScheduleState> states = scheduling("two").schedules().list();
		assertThat(states).extracting(ScheduleState::schedule)
			.isEqualTo(all.stream().sorted(Comparator.comparing(Schedule::id)).toList());
		for (ScheduleState state : states) {
			assertThat(state.declared()).isFalse();
			assertThat(state.paused()).isFalse();
			assertThat(state.firings().next()).isNotNull();
			assertThat(state.firings().last()).isNull();
			assertThat(state.firings().fired() + state.firings().skipped()).isZero();
			assertThat(state(state.schedule().id()).schedule()).isEqualTo(state.schedule());
		}
		assertThat(this.schedules.get("unknown")).isEmpty();
	}

	@Test
	void jobsThatAreAddedWithTheFormOfAnIdOfAFiringAreOrdinaryJobs() {
		List<Job> jobs = IntStream.range(0, 10).mapToObj((i) -> job("x" + i + "@2026-11-23T06:00:00Z")).toList();
		assertThat(this.queue.add(jobs)).hasSize(10);
		assertThat(this.queue.add(jobs, AddMode.REPLACE)).hasSize(10);
		this.schedules.plan();
		List<Lease> leases = leaseAll(this.queue);
		assertThat(leases).extracting(Lease::job).containsExactlyInAnyOrderElementsOf(jobs);
		assertThat(this.queue.complete(leases)).hasSize(10);
		assertNothingIsLeftBehind();
	}

	@Test
	void aScheduleThatWasRemovedLeavesNothingAfterADay() {
		putHourly();
		complete(this.queue, leaseNext());
		this.schedules.plan();
		assertThat(this.schedules.pause(this.id)).isTrue();
		assertThat(this.schedules.remove(this.id)).isTrue();
		pass(Duration.ofHours(25));
		this.schedules.plan();
		this.queue.clean(CleanDepth.DEEP);
		assertNothingIsLeftBehind();
	}

	@Test
	void planningAQueueWithoutSchedulesLeavesNothing() {
		this.schedules.plan();
		assertThat(this.schedules.remove(this.id)).isFalse();
		assertThat(this.schedules.pause(this.id)).isFalse();
		assertThat(this.schedules.resume(this.id)).isFalse();
		assertThat(this.schedules.trigger(this.id)).isEmpty();
		assertNothingIsLeftBehind();
	}

}
