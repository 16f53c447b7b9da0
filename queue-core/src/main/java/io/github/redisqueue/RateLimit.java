package io.github.redisqueue;

import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.springframework.format.annotation.DurationFormat.Unit;
import org.springframework.util.Assert;

/**
 * How many jobs of a queue may be leased per time, by all instances together. In any time
 * {@code t}, at most the burst plus {@code t} times the rate is leased. Immutable.
 *
 * @param jobs the number of jobs in each period, 1 to 1 000 000
 * @param period the period, 1 ms to 365 days
 * @param burst how many jobs may be leased at once after a pause, 1 to 1 000 000
 */
public record RateLimit(int jobs, Duration period, int burst) {

	private static final int MOST = 1_000_000;

	/** The default burst is the number of jobs that the rate allows in this time. */
	private static final Duration DEFAULT_BURST = Duration.ofMillis(100);

	private static final Pattern TEXT = Pattern.compile("(\\d{1,7})\\s*/\\s*(\\d{1,9})?\\s*(ms|s|m|h|d)");

	private static final List<Unit> LARGEST_FIRST = List.of(Unit.DAYS, Unit.HOURS, Unit.MINUTES, Unit.SECONDS,
			Unit.MILLIS);

	/**
	 * A limit.
	 * @throws IllegalArgumentException if a value is not allowed
	 */
	public RateLimit {
		AllowedRange.check("The number of jobs of a rate limit", 1, jobs, MOST);
		checkPeriod(period);
		AllowedRange.check("The burst of a rate limit", 1, burst, MOST);
	}

	private static void checkPeriod(Duration period) {
		AllowedRange.check("The period of a rate limit", Duration.ofMillis(1), period);
	}

	/**
	 * {@return a limit whose burst is what the rate allows in 100 ms, at least one job}
	 * @param jobs the number of jobs in each period, 1 to 1 000 000
	 * @param period the period, 1 ms to 365 days
	 */
	public static RateLimit of(int jobs, Duration period) {
		// Before the division.
		checkPeriod(period);
		double share = (double) DEFAULT_BURST.toNanos() / period.toNanos();
		return new RateLimit(jobs, period, (int) Math.max(1, Math.min(MOST, jobs * share)));
	}

	/**
	 * {@return a limit as {@link #of}, read from a text as {@code 100/s}, {@code 5/m} or
	 * {@code 30/10s}: jobs, a slash, and the period in ms, s, m, h or d}
	 * @param text the text
	 * @throws IllegalArgumentException if the text is no such limit
	 */
	public static RateLimit valueOf(String text) {
		Matcher matcher = TEXT.matcher(text.strip());
		Assert.isTrue(matcher.matches(),
				() -> "'" + LogText.shortened(text)
						+ "' is not a rate limit. Allowed are jobs per time, such as 100/s, 5/m or 30/10s,"
						+ " with the units ms, s, m, h and d");
		String count = (matcher.group(2) != null) ? matcher.group(2) : "1";
		return of(Integer.parseInt(matcher.group(1)), Unit.fromSuffix(matcher.group(3)).parse(count));
	}

	/**
	 * {@return the same rate with another burst}
	 * @param burst how many jobs may be leased at once after a pause, 1 to 1 000 000
	 */
	public RateLimit withBurst(int burst) {
		return new RateLimit(this.jobs, this.period, burst);
	}

	/**
	 * The limit as {@link #valueOf} reads it, and its burst: {@code 100/s, burst 10}.
	 */
	@Override
	public String toString() {
		for (Unit unit : LARGEST_FIRST) {
			long count = unit.longValue(this.period);
			if (this.period.equals(Duration.of(count, unit.asChronoUnit()))) {
				return this.jobs + "/" + ((count == 1) ? "" : count) + unit.asSuffix() + ", burst " + this.burst;
			}
		}
		return this.jobs + "/" + this.period + ", burst " + this.burst;
	}

}
