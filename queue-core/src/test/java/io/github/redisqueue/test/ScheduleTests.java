package io.github.redisqueue.test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.Schedule.CatchUp;
import io.github.redisqueue.ScheduleState;
import io.github.redisqueue.ScheduleState.Firings;
import io.github.redisqueue.Schedules;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.BeforeEach;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the contracts of schedules share: a queue whose leases outlast all hours that a
 * test lets pass, and a look at the clock that scripts read. Schedules that have to fire
 * in one order have ids of one line. Periods last for hours, so that the seconds of a
 * slow test bring nothing.
 */
abstract class ScheduleTests extends LimitTests {

	/** Half a period of most schedules. */
	static final Duration HALF = Duration.ofMinutes(30);

	/** By how much a test passes the time of a firing. */
	private static final Duration BIT = Duration.ofMillis(10);

	/** The schedule of most tests. */
	String id;

	Schedules schedules;

	/** How far the clock of the scripts is ahead, or a bit less than that. */
	private volatile Duration ahead = Duration.ZERO;

	@BeforeEach
	final void createQueueWithSchedules() {
		this.id = inLine("report");
		this.queue = scheduling("one");
		this.schedules = this.queue.schedules();
	}

	/** The queue as one instance sees it. */
	final WorkerQueue scheduling(String worker) {
		return create(settings(worker, AGES).build());
	}

	/** A schedule whose job has a payload. */
	static Schedule.Builder hourly(String id) {
		return Schedule.every(id, HOUR).payload(job(id).payload());
	}

	/** A schedule that misses nothing, however late. */
	static Schedule.Builder reliable(String id) {
		return hourly(id).catchUp(CatchUp.ALL);
	}

	/** Puts a schedule, and plans it. */
	final Schedule put(Schedule.Builder builder) {
		Schedule schedule = builder.build();
		this.schedules.put(schedule);
		this.schedules.plan();
		return schedule;
	}

	/** Puts an hourly schedule, and tells its first firing. */
	final Instant putHourly() {
		put(hourly(this.id));
		return next();
	}

	final ScheduleState state(String id) {
		return this.schedules.get(id).orElseThrow();
	}

	final Firings firings() {
		return state(this.id).firings();
	}

	/** The next firing, which must be planned. */
	final Instant next() {
		Instant next = firings().next();
		assertThat(next).as("the next firing").isNotNull();
		return next;
	}

	final void assertFiredAndSkipped(long fired, long skipped) {
		Firings firings = firings();
		assertThat(List.of(firings.fired(), firings.skipped())).as("fired, skipped").containsExactly(fired, skipped);
	}

	/** The time that the next script reads, or a bit before. */
	final Instant now() {
		return serverTime().plus(this.ahead);
	}

	/** Lets time pass, or puts the clock back. */
	final void pass(Duration time) {
		this.ahead = this.ahead.plus(time);
		advance(time);
	}

	/** Lets time pass until a bit after a time. */
	final void passTo(Instant time) {
		Duration left = Duration.between(now(), time).plus(BIT);
		if (!left.isNegative()) {
			pass(Duration.ofMillis(left.toMillis()));
		}
	}

	static String firingId(String schedule, Instant firing) {
		return schedule + "@" + firing;
	}

	static Instant firingOf(Job job) {
		return Instant.parse(job.headers().get(Schedule.FIRING_HEADER));
	}

	static Instant firingOf(Lease lease) {
		return firingOf(lease.job());
	}

	static String scheduleOf(Lease lease) {
		return lease.job().headers().get(Schedule.ID_HEADER);
	}

	/** The firings from one on, an hour apart. */
	static List<Instant> hoursFrom(Instant first, int count) {
		return IntStream.range(0, count).mapToObj((i) -> first.plus(HOUR.multipliedBy(i))).toList();
	}

	/** Leases what there is and completes it, without planning. Tells the times. */
	final List<Instant> workOff() {
		List<Lease> leases = leaseAll(this.queue);
		assertThat(this.queue.complete(leases)).hasSameSizeAs(leases);
		return leases.stream().map(ScheduleTests::firingOf).toList();
	}

	/** Plans and leases until nothing comes any more. Tells the times. */
	final List<Instant> planAndWorkOff() {
		List<Instant> all = new ArrayList<>();
		List<Instant> some;
		do {
			this.schedules.plan();
			some = workOff();
			all.addAll(some);
		}
		while (!some.isEmpty());
		return all;
	}

	/** Lets the next firing take place, and leases its job. */
	final Lease leaseNext() {
		this.schedules.plan();
		passTo(next());
		return leaseOne(this.queue);
	}

}
