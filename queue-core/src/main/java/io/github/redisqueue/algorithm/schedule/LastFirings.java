package io.github.redisqueue.algorithm.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

/**
 * Finds the last firings of a schedule in a time that may be long, and in which it may
 * fire often. A schedule tells the next firing, but not the one before, so this looks
 * back as far as it has to, and no further.
 */
final class LastFirings {

	/** How many firings are caught up with. */
	static final int MOST = 1000;

	/** A time that has more of them is cut. */
	private static final int TOO_MANY = 2 * MOST;

	private static final Duration FIRST_LOOK = Duration.ofMinutes(1);

	private final UnaryOperator<@Nullable Instant> next;

	/**
	 * The last firings of a schedule.
	 * @param next tells the first firing after a time, null if there is none; two firings
	 * are at least a second apart
	 */
	LastFirings(UnaryOperator<@Nullable Instant> next) {
		this.next = next;
	}

	/**
	 * Finds the last firings of a time.
	 * @param after the begin of the time, which is not part of it
	 * @param upTo its end
	 * @param wanted how many firings at most, up to {@link #MOST}
	 * @return the firings, in their order
	 */
	List<Instant> find(Instant after, Instant upTo, int wanted) {
		// From the one time on there are too many, from the other one on too few.
		Instant many = null;
		Instant few = upTo;
		Duration back = FIRST_LOOK;
		List<Instant> found = List.of();
		while (found.size() < wanted && after.isBefore(few)) {
			Instant from = (many != null) ? middle(many, few) : latest(after, upTo.minus(back));
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

	private static Instant middle(Instant from, Instant to) {
		return from.plus(Duration.between(from, to).dividedBy(2));
	}

	private static Instant latest(Instant one, Instant other) {
		return one.isAfter(other) ? one : other;
	}

	/** The firings of a time, or more than too many of them. */
	private List<Instant> between(Instant after, Instant upTo) {
		List<Instant> found = new ArrayList<>();
		Instant firing = this.next.apply(after);
		while (firing != null && !firing.isAfter(upTo) && found.size() <= TOO_MANY) {
			found.add(firing);
			firing = this.next.apply(firing);
		}
		return found;
	}

}
