package io.github.redisqueue.algorithm.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.github.redisqueue.Job;
import io.github.redisqueue.LogText;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.ScheduleState;
import io.github.redisqueue.Schedules;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.Algorithm.Transition;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/** The schedules of a queue, which all algorithms keep in the same way. Thread-safe. */
public final class RedisSchedules implements Schedules {

	private static final Log logger = LogFactory.getLog(RedisSchedules.class);

	private static final Script PUT = Script.load("schedules/put");

	private static final Script DECLARE = Script.load("schedules/declare");

	private static final Script REMOVE = Script.load("schedules/remove");

	private static final Script PAUSE = Script.load("schedules/pause");

	private static final Script DUE = Script.load("schedules/due");

	private static final Script PLAN = Script.load("schedules/plan");

	private static final Script LEAVE = Script.load("schedules/leave");

	private static final Script IDS = Script.load("schedules/ids");

	private static final Script GET = Script.load("schedules/get");

	/** How many schedules a call plans. */
	private static final int PAGE = 100;

	/** After how many of these the rest is left to the next call of {@link #plan()}. */
	private static final int MOST_PAGES = 10;

	/** About how many schedules it is logged, as all of them are remembered. */
	private static final int MOST_WARNINGS = 100;

	/** How many values {@code get.lua} replies with for each id, behind the time. */
	private static final int VALUES = 3;

	private final QueueKeys keys;

	private final Algorithm algorithm;

	/** Adds a job, and tells whether its id was new. */
	private final Predicate<Job> add;

	/** Of which schedules it was logged that they cannot be read. */
	private final Set<String> unreadable = ConcurrentHashMap.newKeySet();

	public RedisSchedules(Algorithm algorithm, Predicate<Job> add) {
		this.algorithm = algorithm;
		this.keys = algorithm.keys();
		this.add = add;
	}

	@Override
	public void put(Schedule schedule) {
		fire();
		boolean isDeclared = this.algorithm.run(PUT, ScheduleText.addTo(this.keys.call(), schedule)).number(0) == 1;
		Assert.state(!isDeclared, () -> "Schedule '" + schedule.id() + "' of queue '" + this.keys.queue()
				+ "' is declared by running instances, so it cannot be put. Use another id, or change the declaration");
		planAhead(schedule.id());
	}

	@Override
	public boolean declare(Schedule schedule) {
		fire();
		boolean holds = this.algorithm.run(DECLARE, ScheduleText.addTo(this.keys.call(), schedule)).number(0) == 1;
		planAhead(schedule.id());
		return holds;
	}

	@Override
	public boolean remove(String id) {
		fire();
		long removed = this.algorithm.run(REMOVE, this.keys.call().argument(id)).number(0);
		Assert.state(removed >= 0, () -> "Schedule '" + LogText.shortened(id) + "' of queue '" + this.keys.queue()
				+ "' is declared by running instances, which would declare it again. Pause it, or remove the declaration");
		return removed == 1;
	}

	@Override
	public boolean pause(String id) {
		fire();
		return this.algorithm.run(PAUSE, this.keys.call().argument(id).argument(1)).number(0) == 1;
	}

	@Override
	public boolean resume(String id) {
		boolean isThere = this.algorithm.run(PAUSE, this.keys.call().argument(id).argument(0)).number(0) == 1;
		planAhead(id);
		return isThere;
	}

	@Override
	public Optional<String> trigger(String id) {
		Reply reply = this.algorithm.run(GET, this.keys.call().argument(id));
		Schedule schedule = ScheduleText.schedule(id, reply.bytes(1));
		if (schedule == null) {
			return Optional.empty();
		}
		Instant now = Instant.ofEpochMilli(reply.number(0));
		// Somebody else may have triggered it within the same millisecond.
		return Stream.iterate(now, (time) -> time.plusMillis(1))
			.map((time) -> job(schedule, time))
			.filter(this.add)
			.map(Job::id)
			.findFirst();
	}

	private static Job job(Schedule schedule, Instant time) {
		return Job.of(schedule.id() + "@" + time + "+triggered", schedule.payload())
			.withHeaders(schedule.headers())
			.withAddedHeaders(Map.of(Schedule.ID_HEADER, schedule.id(), Schedule.FIRING_HEADER, time.toString(),
					Job.ENQUEUED, Long.toString(time.toEpochMilli())));
	}

	@Override
	public Optional<ScheduleState> get(String id) {
		return get(List.of(id)).stream().findFirst();
	}

	@Override
	public List<ScheduleState> list() {
		Map<String, ScheduleState> all = new TreeMap<>();
		String cursor = "0";
		do {
			Reply reply = this.algorithm.run(IDS, this.keys.call().argument(cursor));
			cursor = reply.requiredText(0);
			get(reply.list(1).texts()).forEach((state) -> all.put(state.schedule().id(), state));
		}
		while (!cursor.equals("0"));
		return List.copyOf(all.values());
	}

	/** Those of some schedules that are there. */
	private List<ScheduleState> get(List<String> ids) {
		List<ScheduleState> states = new ArrayList<>();
		int done = 0;
		while (done < ids.size()) {
			Call call = this.keys.call();
			ids.subList(done, ids.size()).forEach(call::argument);
			Reply reply = this.algorithm.run(GET, call);
			for (int at = 1; at < reply.size(); at += VALUES) {
				ScheduleState state = state(ids.get(done++), reply, at);
				if (state != null) {
					states.add(state);
				}
			}
		}
		return states;
	}

	private static @Nullable ScheduleState state(String id, Reply reply, int at) {
		Schedule schedule = ScheduleText.schedule(id, reply.bytes(at));
		Plan plan = Plan.parse(reply.text(at + 1));
		return (schedule != null && plan != null) ? new ScheduleState(schedule, reply.number(at + 2) == 1,
				plan.isPaused(), plan.firings(Instant.ofEpochMilli(reply.number(0)))) : null;
	}

	@Override
	public void plan() {
		if (!fire()) {
			return;
		}
		boolean isMore = true;
		// What is left comes with the next call: planning may need longer than the time
		// it plans.
		for (int page = 0; isMore && page < MOST_PAGES; page++) {
			Reply due = this.algorithm.run(DUE, this.keys.call().argument(PAGE));
			isMore = planAll(due) && due.number(4) == 1;
		}
		fire();
	}

	@Override
	public CompletableFuture<Boolean> areNone() {
		return this.algorithm.hasNoSchedules();
	}

	/**
	 * Makes jobs of what is due, so that a change takes only what is not. Tells whether
	 * planning has to look at schedules.
	 */
	private boolean fire() {
		return this.algorithm.run(Transition.FIRE, this.algorithm.call()).number(1) == 1;
	}

	/** Plans some schedules, and tells whether any was planned. */
	private boolean planAll(Reply due) {
		Instant now = Instant.ofEpochMilli(due.number(0));
		List<String> ids = due.list(1).texts();
		boolean anyPlanned = false;
		for (int i = 0; i < ids.size(); i++) {
			byte[] definition = due.list(2).bytes(i);
			Schedule schedule = ScheduleText.schedule(ids.get(i), definition);
			Plan plan = Plan.parse(due.list(3).text(i));
			if (schedule != null && plan != null) {
				anyPlanned |= plan(schedule, ScheduleText.digest(definition), plan, now);
			}
			else {
				leave(ids.get(i));
			}
		}
		return anyPlanned;
	}

	private void leave(String id) {
		this.algorithm.run(LEAVE, this.keys.call().argument(id));
		if (this.unreadable.size() < MOST_WARNINGS && this.unreadable.add(id)) {
			logger.warn("Schedule '" + LogText.shortened(id) + "' of queue '" + this.keys.queue()
					+ "' cannot be read by this application. It does not fire unless a newer version of the library,"
					+ " which may have defined it, can read it. Otherwise put it again, or remove it");
		}
	}

	/**
	 * Plans one schedule, unless it has a firing ahead. Others may have to be declared
	 * before planning looks at them: it would end those that nobody has declared lately.
	 */
	private void planAhead(String id) {
		Reply reply = this.algorithm.run(GET, this.keys.call().argument(id));
		Instant now = Instant.ofEpochMilli(reply.number(0));
		byte[] definition = reply.bytes(1);
		Schedule schedule = ScheduleText.schedule(id, definition);
		Plan plan = Plan.parse(reply.text(2));
		if (schedule != null && plan != null && !plan.isPaused() && !plan.isAhead(now)) {
			plan(schedule, ScheduleText.digest(definition), plan, now);
		}
	}

	private boolean plan(Schedule schedule, String digest, Plan plan, Instant now) {
		Call call = this.keys.call().argument(schedule.id()).argument(digest).argument(plan.planned());
		return this.algorithm.run(PLAN, FiringPlanner.plan(schedule, plan, now).addTo(call)).number(0) == 1;
	}

}
