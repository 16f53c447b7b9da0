package io.github.redisqueue.samples.reliability.worker;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.redisqueue.Job;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.Schedule.CatchUp;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Outcome;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import io.github.redisqueue.samples.reliability.history.Fingerprint;
import io.github.redisqueue.samples.reliability.history.HistoryWriter;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.dao.DataAccessException;

/**
 * Declares schedules in all queues and plans their firings, as each instance of an
 * application does, but more often. Each version of the application defines two thirds of
 * them differently.
 */
final class DeclaredSchedules implements SmartInitializingSingleton, DisposableBean {

	private static final int SCHEDULES = 20;

	private static final int SHORTEST_MILLIS = 1000;

	private static final int LONGEST_MILLIS = 7000;

	/** Shorter than all workers are away when all are killed. */
	private static final Duration GRACE = Duration.ofSeconds(2);

	private static final int PAUSE_MILLIS = 1000;

	/** Declarations are repeated more rarely than firings are planned. */
	private static final int PLANS_FOR_EACH_DECLARATION = 3;

	private final WorkQueues queues;

	private final List<String> names;

	private final List<Declaration> declarations;

	private final HistoryWriter history;

	private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();

	private long rounds;

	DeclaredSchedules(WorkQueues queues, List<String> names, int version, HistoryWriter history) {
		this.queues = queues;
		this.names = new ArrayList<>(names);
		this.declarations = new ArrayList<>(IntStream.range(0, SCHEDULES)
			.mapToObj((number) -> new Declaration(names.get(number % names.size()), schedule(number, version)))
			.toList());
		this.history = history;
	}

	private static Schedule schedule(int number, int version) {
		long period = SHORTEST_MILLIS + number * (LONGEST_MILLIS - SHORTEST_MILLIS) / (SCHEDULES - 1);
		String content = (number % 3 == 0) ? "always the same" : "version " + version;
		return Schedule.every(behaviour(number).id("tick-" + number), Duration.ofMillis(period))
			.payload(content.getBytes(StandardCharsets.UTF_8))
			.headers(Map.of("content", content))
			.catchUp(CatchUp.ALL)
			.grace(GRACE)
			.build();
	}

	private static Behaviour behaviour(int number) {
		return switch (number % 7) {
			case 3 -> Behaviour.FAIL_ONCE;
			case 5 -> Behaviour.LONG_WORK;
			default -> Behaviour.WORK;
		};
	}

	@Override
	public void afterSingletonsInstantiated() {
		long pause = PAUSE_MILLIS + ThreadLocalRandom.current().nextInt(PAUSE_MILLIS);
		this.thread.scheduleWithFixedDelay(this::round, 0, pause, TimeUnit.MILLISECONDS);
	}

	@Override
	public void destroy() {
		this.thread.shutdownNow();
	}

	private void round() {
		try {
			if (this.rounds % PLANS_FOR_EACH_DECLARATION == 0) {
				Collections.shuffle(this.declarations);
				this.declarations.forEach(this::declare);
			}
			Collections.shuffle(this.names);
			this.names.forEach((name) -> this.queues.get(name).schedules().plan());
			this.rounds++;
		}
		catch (DataAccessException ex) {
			// Redis is away, or the reply was lost: then the round is repeated.
		}
	}

	/**
	 * What the first declaration does may be seen although this process has been killed
	 * before it had the reply. So it is written before, too.
	 */
	private void declare(Declaration declaration) {
		long start = Clock.now();
		if (this.rounds == 0) {
			write(declaration, start, Outcome.UNKNOWN);
		}
		Outcome outcome = Outcome.UNKNOWN;
		try {
			boolean holds = this.queues.get(declaration.queue()).schedules().declare(declaration.schedule());
			outcome = holds ? Outcome.OK : Outcome.FAILED;
		}
		finally {
			write(declaration, start, outcome);
		}
	}

	private void write(Declaration declaration, long start, Outcome outcome) {
		Schedule schedule = declaration.schedule();
		Map<String, Object> facts = Fingerprint
			.facts(Job.of(schedule.id(), schedule.payload()).withHeaders(schedule.headers()));
		facts.putAll(Map.of("schedule", schedule.id(), "period", Clock.micros(schedule.period())));
		this.history.write(Operation.DECLARE, Subject.queue(declaration.queue()), start, outcome, facts);
	}

	private record Declaration(String queue, Schedule schedule) {

	}

}
