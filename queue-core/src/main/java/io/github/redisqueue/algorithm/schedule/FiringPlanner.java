package io.github.redisqueue.algorithm.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

	private FiringPlanner() {
	}

	/**
	 * Computes what is to be planned of a schedule.
	 * @param plan what has been planned of it before
	 * @param now the present time by the clock of the Redis server
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

	/**
	 * Finds the last firings of a schedule in a time that may be long, and in which it
	 * may fire often. A schedule tells the next firing, but not the one before, so this
	 * looks back as far as it has to, and no further.
	 *
	 * @param next tells the first firing after a time, null if there is none; two firings
	 * are at least a second apart
	 */
	record LastFirings(UnaryOperator<@Nullable Instant> next) {

		/** How many firings are caught up with. */
		static final int MOST = 1000;

		/** A time that has more of them is cut. */
		private static final int TOO_MANY = 2 * MOST;

		private static final Duration FIRST_LOOK = Duration.ofMinutes(1);

		/**
		 * Finds the last firings of a time.
		 * @param after the begin of the time, which is not part of it
		 * @param wanted how many firings at most, up to {@link #MOST}
		 */
		List<Instant> find(Instant after, Instant upTo, int wanted) {
			// From the one time on there are too many, from the other one on too few.
			Instant many = null;
			Instant few = upTo;
			Duration back = FIRST_LOOK;
			List<Instant> found = List.of();
			while (found.size() < wanted && after.isBefore(few)) {
				Instant from = (many != null) ? many.plus(Duration.between(many, few).dividedBy(2))
						: latest(after, upTo.minus(back));
				found = between(from, upTo);
				if (found.size() > TOO_MANY) {
					many = from;
					found = List.of();
				}
				else {
					few = from;
					back = back.multipliedBy(2);
				}
			}
			return found.subList(Math.max(0, found.size() - wanted), found.size());
		}

		/** The firings of a time, or more than too many of them. */
		private List<Instant> between(Instant after, Instant upTo) {
			return Stream
				.iterate(this.next.apply(after), (firing) -> firing != null && !firing.isAfter(upTo), this.next)
				.limit(TOO_MANY + 1)
				.toList();
		}

	}

}
