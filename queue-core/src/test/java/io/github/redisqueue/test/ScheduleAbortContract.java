package io.github.redisqueue.test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Lease;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.Schedule.CatchUp;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.test.ScheduleCutCall.Fate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A script that is cut short in front of any of its writes loses no firing. It repeats
 * none either: whoever leases or plans next finds a job that was made, but not recorded,
 * before anybody ends it. That is tried for every fourth write, and for every write if
 * the system property {@code queue.test.all} is set.
 */
@OnlyFor(Scope.PLAIN_OF_TWO_TYPES)
abstract class ScheduleAbortContract extends ScheduleTests {

	/** Less than the time after which a declaration is forgotten. */
	static final Duration PERIOD = Duration.ofMinutes(2);

	/** So often somebody plans, while nobody declares. */
	static final Duration ROUND = Duration.ofSeconds(80);

	/** After so many rounds a schedule is forgotten. */
	static final int ROUNDS = 4;

	private static final Duration BRIEF = Duration.ofMillis(50);

	/** A schedule beside it, which nobody changes. */
	private String neighbour;

	/** The first firings of schedules of which none may be lost. */
	private final Map<String, Instant> first = new HashMap<>();

	/** The times of the firings whose jobs were leased. */
	private final Map<String, List<Instant>> fired = new HashMap<>();

	private @Nullable Schedule declared;

	/** The caller tries again: then it is as if nothing had happened. */
	@ParameterizedTest
	@EnumSource(ScheduleCutCall.class)
	void aScriptThatWasCutShortMayBeRepeated(ScheduleCutCall step) {
		cutEachTime(step, true);
	}

	/** The caller is gone: then others go on. */
	@ParameterizedTest
	@EnumSource(ScheduleCutCall.class)
	void aScriptThatWasCutShortLosesNothing(ScheduleCutCall step) {
		cutEachTime(step, false);
	}

	private void cutEachTime(ScheduleCutCall step, boolean repeat) {
		CutScripts.eachTime(step, repeat, Scope.runsAll() ? 1 : 4, 80, (writes) -> cut(step, writes, repeat));
	}

	/** False if the script got through. */
	private boolean cut(ScheduleCutCall step, int writes, boolean repeat) {
		String place = step + " cut before write " + (writes + 1);
		this.keys = QueueKeys.of(this.redis.keyPrefix(), step.name() + writes);
		this.first.clear();
		this.fired.clear();
		createQueueWithSchedules();
		this.neighbour = inLine("neighbour");
		this.schedules.put(often(this.neighbour).build());
		this.schedules.plan();
		this.first.put(this.neighbour, state(this.neighbour).firings().next());
		CutScripts scripts = new CutScripts(connections());
		WorkerQueue cut = create(settings("cut", BRIEF).build(), this.factory.form().scripts(scripts.connections()));
		Runnable call = step.prepare(this, cut);
		boolean gotThrough = scripts.letThrough(call, writes, place);
		if (repeat) {
			call.run();
		}
		goOn();
		this.fired.forEach((schedule, times) -> assertThat(times).as("%s: firings of %s", place, schedule)
			.doesNotHaveDuplicates());
		assertNoneIsMissing(this.neighbour, place);
		check(step.fate(), repeat || gotThrough, place);
		removeAll();
		awaitNothingLeftBehind(place);
		deleteKeys();
		return !gotThrough;
	}

	private void check(Fate fate, boolean certain, String place) {
		boolean fires = this.schedules.get(this.id).filter((state) -> !state.paused()).isPresent();
		switch (fate) {
			case BEGINS -> assertThat(fires || !certain).as("%s: has begun", place).isTrue();
			case ENDS -> assertThat(fires && certain).as("%s: goes on", place).isFalse();
			case GOES_ON, SKIPS -> assertThat(fires).as("%s: goes on", place).isTrue();
			case IS_OVER -> assertThat(fires).as("%s: goes on", place).isFalse();
		}
		if (fires && fate != Fate.SKIPS) {
			assertNoneIsMissing(this.id, place);
		}
		else if (this.first.containsKey(this.id) && fate == Fate.SKIPS) {
			assertThat(this.fired.get(this.id)).as(place).contains(this.first.get(this.id)).hasSizeGreaterThan(1);
		}
	}

	/** From the first one on until now, of which the last may not be due. */
	private void assertNoneIsMissing(String schedule, String place) {
		List<Instant> times = this.fired.get(schedule);
		assertThat(times).as("%s: firings of %s", place, schedule).isNotEmpty();
		Instant from = this.first.getOrDefault(schedule, new TreeSet<>(times).first());
		List<Instant> expected = new ArrayList<>();
		for (Instant time = from; time.isBefore(now()); time = time.plus(PERIOD)) {
			expected.add(time);
		}
		assertThat(new TreeSet<>(times)).as("%s: firings of %s", place, schedule).containsExactlyElementsOf(expected);
	}

	/** Others declare, plan and lease for some periods. */
	private void goOn() {
		for (int i = 0; i < 3; i++) {
			planAndLease();
			pass(PERIOD);
		}
		leaseWhatIsDue();
		planAndLease();
		planAndLease();
	}

	private void planAndLease() {
		if (this.declared != null) {
			assertThat(this.schedules.declare(this.declared)).isTrue();
		}
		this.schedules.plan();
		leaseWhatIsDue();
	}

	/** Leases and completes what there is, also if it was leased by those cut short. */
	final void leaseWhatIsDue() {
		pass(BRIEF.multipliedBy(2));
		this.queue.clean(CleanDepth.LIGHT);
		List<Lease> leases = leaseAll(this.queue);
		assertThat(this.queue.complete(leases)).hasSameSizeAs(leases);
		leases.stream()
			.filter((lease) -> !lease.id().endsWith("+triggered"))
			.forEach((lease) -> this.fired.computeIfAbsent(scheduleOf(lease), (id) -> new ArrayList<>())
				.add(firingOf(lease)));
	}

	private void removeAll() {
		this.declared = null;
		for (int round = 0; round < ROUNDS; round++) {
			pass(ROUND);
			this.schedules.plan();
		}
		this.schedules.remove(this.id);
		assertThat(this.schedules.remove(this.neighbour)).isTrue();
		pass(Duration.ofHours(25));
		this.schedules.plan();
		leaseWhatIsDue();
	}

	/** A schedule that fires often and misses nothing. */
	private static Schedule.Builder often(String id) {
		return Schedule.every(id, PERIOD).catchUp(CatchUp.ALL);
	}

	final Schedule.Builder often() {
		return often(this.id);
	}

	/** From now on instances declare this. */
	final void declare(Schedule schedule) {
		this.declared = schedule;
	}

	/** Puts the schedule, and lets so many of its firings become due. */
	final void putDue(Schedule.Builder builder, int firings) {
		put(builder);
		this.first.put(this.id, next());
		if (firings > 0) {
			passTo(next().plus(PERIOD.multipliedBy(firings - 1)).plusSeconds(1));
		}
	}

}
