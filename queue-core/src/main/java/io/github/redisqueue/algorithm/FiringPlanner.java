package io.github.redisqueue.algorithm;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;

import io.github.redisqueue.Schedule;
import io.github.redisqueue.Schedule.CatchUp;
import io.github.redisqueue.script.Call;
import org.jspecify.annotations.Nullable;

/**
 * Computes the next firings of a schedule: all of the next 30 seconds, and at least one
 * that is ahead. Of those that were missed, those that its catch-up lets take place.
 */
final class FiringPlanner {

	private static final Duration AHEAD = Duration.ofSeconds(30);

	/** How many firings are caught up with. */
	private static final int MOST_MISSED = 1000;

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

	/**
	 * Those up to now that are to take place. Looks back as far as it has to: an
	 * expression tells the next time, but not the one before.
	 */
	private static List<Instant> missed(Schedule schedule, Instant planned, Instant anchor, Instant now) {
		Instant inTime = now.minus(schedule.grace()).minusMillis(1);
		if (!planned.isBefore(now)) {
			return List.of();
		}
		if (schedule.catchUp() == CatchUp.NONE) {
			return between(schedule, latest(planned, inTime), anchor, now);
		}
		int wanted = (schedule.catchUp() == CatchUp.LAST) ? 1 : MOST_MISSED;
		Duration back = Duration.ofMinutes(1);
		Instant from = latest(planned, now.minus(back));
		List<Instant> found = between(schedule, from, anchor, now);
		while (found.size() < wanted && from.isAfter(planned)) {
			back = back.multipliedBy(2);
			from = latest(planned, now.minus(back));
			found = between(schedule, from, anchor, now);
		}
		if (schedule.catchUp() == CatchUp.LAST && !found.isEmpty()) {
			// Those in time take place besides.
			return between(schedule, latest(planned, earliest(inTime, found.get(found.size() - 1).minusMillis(1))),
					anchor, now);
		}
		return found;
	}

	private static Instant earliest(Instant one, Instant other) {
		return one.isBefore(other) ? one : other;
	}

	/** The last firings after a time, up to another, no more than are caught up with. */
	private static List<Instant> between(Schedule schedule, Instant after, Instant anchor, Instant upTo) {
		Deque<Instant> found = new ArrayDeque<>();
		Instant next = schedule.next(after, anchor);
		while (next != null && !next.isAfter(upTo)) {
			found.add(next);
			if (found.size() > MOST_MISSED) {
				found.remove();
			}
			next = schedule.next(next, anchor);
		}
		return List.copyOf(found);
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
