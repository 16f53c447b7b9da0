package io.github.redisqueue.test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import io.github.redisqueue.Lease;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.Schedule.CatchUp;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

import org.springframework.dao.QueryTimeoutException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Each firing is one job though many instances plan and lease while time passes. What
 * many do at the same time is drawn from a seed, which is reported, and which the system
 * property {@code queue.test.seed} sets.
 */
abstract class ScheduleRaceContract extends ScheduleTests {

	private static final long SEED = Long.getLong("queue.test.seed", System.nanoTime());

	private static final Duration SECOND = Duration.ofSeconds(1);

	private static final int WORKERS = 4;

	private static final int SCHEDULES = 20;

	private static final int STEPS = 20;

	/** The times of the firings whose jobs were leased, by schedule. */
	private final Map<String, Set<Instant>> fired = new ConcurrentHashMap<>();

	private final Set<String> faults = ConcurrentHashMap.newKeySet();

	private volatile boolean isOver;

	@Test
	void eachFiringIsOneJobThoughManyPlanAndLease(TestReporter reporter) throws Exception {
		reporter.publishEntry("queue.test.seed", Long.toString(SEED));
		Map<String, Instant> put = putAll();
		List<Callable<Void>> everyone = new ArrayList<>();
		everyone.add(this::letTimePass);
		for (int i = 0; i < WORKERS; i++) {
			WorkerQueue worker = scheduling("worker-" + i);
			Random random = new Random(SEED + i);
			everyone.add(() -> planAndLease(worker, random));
		}
		atOnce(everyone);
		Instant end = now();
		lastLook();
		assertThat(this.faults).as("seed %d", SEED).isEmpty();
		put.forEach((schedule, time) -> assertNoneIsMissing(schedule, time, end));
		assertCounts(0, 0, 0, 0);
	}

	/** The script checks up to when others have planned. */
	@Test
	void aPlanThatComesAfterAPauseAndItsEndIsVoid() {
		put(reliable(this.id));
		Instant first = next();
		passTo(first);
		assertThat(workOff()).containsExactly(first);
		WorkerQueue crashes = scheduling(new LateScript("plan", () -> {
			throw new QueryTimeoutException("crashed");
		}));
		WorkerQueue isLate = scheduling(new LateScript("plan", () -> {
			this.schedules.pause(this.id);
			pass(HOUR.multipliedBy(3));
			assertThatExceptionOfType(QueryTimeoutException.class)
				.isThrownBy(() -> crashes.schedules().resume(this.id));
		}));
		isLate.schedules().plan();
		assertThat(planAndWorkOff()).as("what was missed during the pause").isEmpty();
		assertThat(next()).isEqualTo(first.plus(HOUR.multipliedBy(4)));
	}

	private WorkerQueue scheduling(LateScript script) {
		return create(settings("late", AGES).build(), this.factory.form().scripts(script.over(connections())));
	}

	/** Tells from when on each of them is there: others may fire while one is put. */
	private Map<String, Instant> putAll() {
		Map<String, Instant> put = new LinkedHashMap<>();
		for (int i = 0; i < SCHEDULES; i++) {
			String id = "schedule-" + i;
			this.fired.put(id, ConcurrentHashMap.newKeySet());
			this.schedules.put(Schedule.every(id, SECOND).catchUp(CatchUp.ALL).build());
			put.put(id, now());
		}
		return put;
	}

	/** By half a second, or at times by more than what is planned. */
	private Void letTimePass() {
		try {
			Random random = new Random(SEED - 1);
			for (int i = 0; i < STEPS; i++) {
				pass((i == STEPS / 2) ? SECOND.multipliedBy(40) : Duration.ofMillis(random.nextInt(800)));
				this.schedules.plan();
			}
			return null;
		}
		finally {
			this.isOver = true;
		}
	}

	private Void planAndLease(WorkerQueue worker, Random random) {
		while (!this.isOver) {
			if (random.nextInt(3) == 0) {
				worker.schedules().plan();
			}
			List<Lease> leases = worker.lease(1 + random.nextInt(8)).leases();
			Instant now = now();
			leases.forEach((lease) -> record(lease, now));
			if (worker.complete(leases).size() != leases.size()) {
				this.faults.add("lost leases of " + ids(leases));
			}
		}
		return null;
	}

	private void record(Lease lease, Instant now) {
		if (!lease.id().equals(firingId(scheduleOf(lease), firingOf(lease)))) {
			this.faults.add("not its id: " + lease.job());
		}
		if (firingOf(lease).isAfter(now)) {
			this.faults.add("early: " + lease.id() + " at " + now);
		}
		if (!this.fired.get(scheduleOf(lease)).add(firingOf(lease))) {
			this.faults.add("twice: " + lease.id());
		}
	}

	private void lastLook() {
		for (int i = 0; i < 2; i++) {
			this.schedules.plan();
			List<Lease> leases = leaseAll(this.queue);
			Instant now = now();
			leases.forEach((lease) -> record(lease, now));
			this.queue.complete(leases);
		}
	}

	private void assertNoneIsMissing(String schedule, Instant put, Instant end) {
		List<Instant> times = this.fired.get(schedule).stream().sorted().toList();
		Instant first = times.get(0);
		assertThat(first).as("the first one of %s, seed %d", schedule, SEED).isBefore(put.plus(SECOND).plusMillis(1));
		assertThat(times).as("%s, seed %d", schedule, SEED)
			.isEqualTo(IntStream.range(0, times.size()).mapToObj(first::plusSeconds).toList());
		assertThat(first.plusSeconds(times.size())).as("the next one of %s, seed %d", schedule, SEED).isAfter(end);
	}

	/**
	 * Connections over which a script comes late for the first time: others act before
	 * the server gets it. If they throw an exception, the server never gets it.
	 * Thread-safe.
	 */
	private static final class LateScript implements ScriptChange {

		private final String path;

		private final Runnable others;

		private final AtomicBoolean isLate = new AtomicBoolean(true);

		/** By the name of the script, without its folder, and what happens before. */
		LateScript(String name, Runnable others) {
			this.path = "/" + name + ".lua\n";
			this.others = others;
		}

		@Override
		public void evalSha(Object[] arguments) {
			if (this.isLate.get()) {
				throw ScriptChange.unknownScript();
			}
		}

		@Override
		public void eval(Object[] arguments) {
			boolean isIt = new String((byte[]) arguments[0], StandardCharsets.UTF_8).contains(this.path);
			if (isIt && this.isLate.getAndSet(false)) {
				this.others.run();
			}
		}

	}

}
