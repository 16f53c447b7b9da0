package io.github.redisqueue.listener;

import java.time.Duration;
import java.time.format.DateTimeParseException;

import io.github.redisqueue.Job;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.ExponentialBackOff;

/**
 * What a job says of its own retries, in headers. A header that cannot be read says
 * nothing.
 */
public final class OwnRetries {

	/** The header with the number of retries after which the job is buried. */
	public static final String MAX_RETRIES = "max-retries";

	/**
	 * The header with the delay before the first retry, the factor by which it grows, and
	 * the longest delay, as in {@code PT1S 2.0 PT5M}.
	 */
	public static final String BACKOFF = "backoff";

	private OwnRetries() {
	}

	/**
	 * {@return the value of the header "backoff"}
	 * @param delay the delay before the first retry, 1 ms to 365 days
	 * @param multiplier the factor from one delay to the next, at least 1
	 * @param maxDelay the longest delay, at least the first one, at most 365 days
	 * @throws IllegalArgumentException if an argument is out of range
	 */
	public static String backoff(Duration delay, double multiplier, Duration maxDelay) {
		Assert.isTrue(isValid(delay, multiplier, maxDelay),
				() -> "The backoff of a job must have a delay between 1 ms and 365 days, a multiplier of at least 1, and"
						+ " a longest delay between the delay and 365 days, but has " + delay + ", " + multiplier
						+ " and " + maxDelay);
		return delay + " " + multiplier + " " + maxDelay;
	}

	private static boolean isValid(Duration delay, double multiplier, Duration maxDelay) {
		return SettingRange.isBetween(Duration.ofMillis(1), delay) && multiplier >= 1 && Double.isFinite(multiplier)
				&& SettingRange.isBetween(delay, maxDelay);
	}

	/** The number of retries that the job allows, at most those of its listener. */
	static int maxRetries(Job job, int allowed) {
		String own = job.headers().get(MAX_RETRIES);
		try {
			int number = (own != null) ? Integer.parseInt(own) : allowed;
			return (number >= 0) ? Math.min(number, allowed) : allowed;
		}
		catch (NumberFormatException ex) {
			return allowed;
		}
	}

	/** The delays of the job, each of which deviates by up to a fifth, or null. */
	static @Nullable BackOff backoff(Job job) {
		String own = job.headers().get(BACKOFF);
		String[] parts = (own != null) ? own.split(" ") : new String[0];
		if (parts.length != 3) {
			return null;
		}
		try {
			Duration delay = Duration.parse(parts[0]);
			double multiplier = Double.parseDouble(parts[1]);
			Duration maxDelay = Duration.parse(parts[2]);
			if (!isValid(delay, multiplier, maxDelay)) {
				return null;
			}
			ExponentialBackOff backOff = new ExponentialBackOff(delay.toMillis(), multiplier);
			backOff.setMaxInterval(maxDelay.toMillis());
			backOff.setJitter(delay.toMillis() / 5);
			return backOff;
		}
		catch (DateTimeParseException | NumberFormatException ex) {
			return null;
		}
	}

}
