package io.github.redisqueue.algorithm.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.redisqueue.ScheduleState.Firings;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a schedule, as {@code lib/schedules.lua} keeps it: numbers, and the
 * firings that are planned, in ms.
 *
 * @param numbers eight numbers: up to when it is planned, the last firing, that of the
 * last job, the firing behind those that are planned, how many jobs it has made, how many
 * firings were skipped, whether it is paused, and from when on periods are counted
 * @param instants the firings, the first one first
 */
record Plan(long[] numbers, long[] instants) {

	private static final Pattern TEXT = Pattern.compile("(\\d{1,18}(?: \\d{1,18}){7}):([\\d ]*)");

	/** The plan in a text; null if it is none: others may have written it. */
	static @Nullable Plan parse(@Nullable String text) {
		Matcher matcher = TEXT.matcher((text != null) ? text : "");
		try {
			return matcher.matches() ? new Plan(parsed(matcher.group(1)), parsed(matcher.group(2))) : null;
		}
		catch (NumberFormatException ex) {
			return null;
		}
	}

	private static long[] parsed(String text) {
		return text.isBlank() ? new long[0]
				: Arrays.stream(text.strip().split(" ")).mapToLong(Long::parseLong).toArray();
	}

	/** Up to when firings have been planned, in ms. */
	long planned() {
		return this.numbers[0];
	}

	boolean isPaused() {
		return this.numbers[6] == 1;
	}

	/** From when on periods are counted. */
	Instant anchor() {
		return Instant.ofEpochMilli(this.numbers[7]);
	}

	/** Whether a firing is planned that is not due. */
	boolean isAhead(Instant now) {
		return this.instants.length > 0 && this.instants[this.instants.length - 1] > now.toEpochMilli();
	}

	Firings firings(Instant now) {
		Instant next = (this.instants.length > 0) ? Instant.ofEpochMilli(this.instants[0]) : null;
		Instant last = (this.numbers[1] > 0) ? Instant.ofEpochMilli(this.numbers[1]) : null;
		Duration late = (next != null && next.isBefore(now)) ? Duration.between(next, now) : Duration.ZERO;
		return new Firings(next, last, late, this.numbers[4], this.numbers[5]);
	}

}
