package io.github.redisqueue;

import java.time.Duration;

/**
 * Checks of the values that applications set. The exceptions say what is allowed. Not for
 * use by applications.
 */
public final class AllowedRange {

	/** The longest time that the scripts of queues have to count with. */
	static final Duration LONGEST = Duration.ofDays(365);

	private AllowedRange() {
	}

	/**
	 * Checks a time that may last up to 365 days. Builds no text unless it fails, because
	 * each job with a delay is checked.
	 * @param what the begin of the message, as in "The age of dead letters"
	 * @param least zero, or a number of milliseconds
	 * @param time the time
	 * @throws IllegalArgumentException if the time is shorter, or longer than 365 days
	 */
	public static void check(String what, Duration least, Duration time) {
		if (time.compareTo(least) < 0 || time.compareTo(LONGEST) > 0) {
			throw new IllegalArgumentException(what + " must be between "
					+ (least.isZero() ? "zero" : least.toMillis() + " ms") + " and 365 days, but is " + time);
		}
	}

	/**
	 * Checks a number.
	 * @param what the begin of the message, as in "The number of events of a job"
	 * @param least the least number that is allowed
	 * @param number the number
	 * @param most the greatest number that is allowed
	 * @throws IllegalArgumentException if the number is less or more
	 */
	public static void check(String what, int least, int number, int most) {
		if (number < least || number > most) {
			throw new IllegalArgumentException(
					what + " must be between " + least + " and " + most + ", but is " + number);
		}
	}

}
