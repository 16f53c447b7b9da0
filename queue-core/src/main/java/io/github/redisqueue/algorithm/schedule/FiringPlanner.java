package io.github.redisqueue.algorithm.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import io.github.redisqueue.Schedule;
import io.github.redisqueue.Schedule.CatchUp;
import io.github.redisqueue.script.Call;

/**
 * Computes the next firings of a schedule: all of the next 30 seconds, and at least one
 * that is ahead. Of those that were missed, those that its catch-up lets take place.
 */
final class FiringPlanner {

	private static final Duration AHEAD = Duration.ofSeconds(30);

	private FiringPlanner() {
	}

	/**
	 * Plans.
	 * @param schedule the schedule
	 * @param plan what is planned already
	 * @param now the time of the server
	 * @return what is to be planned besides
	 */
	static Planned plan(Schedule schedule, Plan plan, Instant now) {
		Instant planned = Instant.ofEpochMilli(plan.planned());
		List<Instant> firings = new ArrayList<>(missed(schedule, planned, plan.anchor(), now));
		Instant last = latest(planned, now);
		boolean isAhead = plan.isAhead(now);
		Instant next = schedule.next(last, plan.anchor());
		while (next != null && (!isAhead || !next.isAfter(now.plus(AHEAD)))) {
			firings.add(next);
			isAhead = true;
			next = schedule.next(next, plan.anchor());
		}
		Instant upTo = firings.isEmpty() ? last : latest(last, firings.get(firings.size() - 1));
		return new Planned(firings, upTo.toEpochMilli(), (next != null) ? next.toEpochMilli() : 0);
	}

	private static Instant latest(Instant one, Instant other) {
		return one.isAfter(other) ? one : other;
	}

	/** Those up to now that are to take place, no more than are caught up with. */
	private static List<Instant> missed(Schedule schedule, Instant planned, Instant anchor, Instant now) {
		LastFirings firings = new LastFirings((time) -> schedule.next(time, anchor));
		if (schedule.catchUp() == CatchUp.ALL) {
			return firings.find(planned, now, LastFirings.MOST);
		}
		Instant late = now.minus(schedule.grace()).minusMillis(1);
		List<Instant> inTime = firings.find(latest(planned, late), now, LastFirings.MOST);
		return (inTime.isEmpty() && schedule.catchUp() == CatchUp.LAST) ? firings.find(planned, now, 1) : inTime;
	}

	/**
	 * What is to be planned.
	 *
	 * @param firings the firings, possibly none
	 * @param upTo up to when all are planned then, in ms
	 * @param successor the firing behind that, in ms; 0 if there is none
	 */
	record Planned(List<Instant> firings, long upTo, long successor) {

		Call addTo(Call call) {
			return call.argument(this.upTo)
				.argument(this.successor)
				.argument(this.firings.stream()
					.map((firing) -> Long.toString(firing.toEpochMilli()))
					.collect(Collectors.joining(" ")));
		}

	}

}
