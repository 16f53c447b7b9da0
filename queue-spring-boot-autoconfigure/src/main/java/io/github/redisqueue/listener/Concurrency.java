package io.github.redisqueue.listener;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * How many jobs a listener handles at the same time. With a range, the listener begins
 * with the minimum, raises it while more jobs are ready than it can handle, and lowers it
 * while threads are idle.
 *
 * @param min the smallest number, at least 1
 * @param max the largest number, at least the smallest, and at most 10000
 */
public record Concurrency(int min, int max) {

	/** The largest concurrency of a listener. */
	public static final int MAX = 10_000;

	/** Which texts can be {@linkplain #parse(String) parsed}. */
	public static final String ALLOWED = "a whole number between 1 and " + MAX + ", or a range such as 1-10";

	private static final Pattern TEXT = Pattern.compile("(\\d{1,5})(?:\\s*-\\s*(\\d{1,5}))?");

	/**
	 * Checks the components.
	 * @throws IllegalArgumentException if one is out of range
	 */
	public Concurrency {
		SettingRange.require(max >= 1 && max <= MAX, "concurrency", "between 1 and " + MAX, max);
		SettingRange.require(min >= 1 && min <= max, "smallest concurrency", "between 1 and the largest, " + max, min);
	}

	/**
	 * A concurrency that does not change.
	 * @param number the number, 1 to 10000
	 * @return the concurrency
	 * @throws IllegalArgumentException if the number is out of range
	 */
	public static Concurrency of(int number) {
		return new Concurrency(number, number);
	}

	/**
	 * Reads a number or a range.
	 * @param text the text, such as {@code 5} or {@code 1-10}
	 * @return the concurrency, or null if the text is not {@linkplain #ALLOWED allowed}
	 */
	public static @Nullable Concurrency parse(String text) {
		Matcher matcher = TEXT.matcher(text.trim());
		if (!matcher.matches()) {
			return null;
		}
		int min = Integer.parseInt(matcher.group(1));
		int max = (matcher.group(2) != null) ? Integer.parseInt(matcher.group(2)) : min;
		return (min >= 1 && min <= max && max <= MAX) ? new Concurrency(min, max) : null;
	}

	/** Whether the number may change with the backlog. */
	boolean isRange() {
		return this.min < this.max;
	}

	@Override
	public String toString() {
		return isRange() ? this.min + "-" + this.max : Integer.toString(this.max);
	}

}
