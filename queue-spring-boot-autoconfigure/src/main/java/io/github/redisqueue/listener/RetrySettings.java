package io.github.redisqueue.listener;

import java.time.Duration;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import org.jspecify.annotations.Nullable;

import org.springframework.core.retry.RetryPolicy;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.BackOffExecution;

/**
 * How a listener treats failures of its handler. Thread-safe.
 *
 * @param policy which exceptions are retried, and after which delays. The queue, not the
 * policy, limits the number of retries
 * @param maxRetries how many retries the listener allows, at least 0 and at most those of
 * its queue, or null if that number applies
 * @param stackTraceLength how many characters of a stack trace a dead letter keeps, at
 * least 0
 * @param maxPostponed how long after a job was sent its handlers may postpone it, 1 ms to
 * 365 days, or null if there is no limit. Later, postponing it counts as a failure
 * @param errorHandler what decides about failures before the policy does, or null if the
 * one of all listeners is used
 */
public record RetrySettings(RetryPolicy policy, @Nullable Integer maxRetries, int stackTraceLength,
		@Nullable Duration maxPostponed, @Nullable JobErrorHandler errorHandler) {

	/** The delay if the policy fails, too. */
	static final Duration DEFAULT_DELAY = Duration.ofSeconds(1);

	/**
	 * Retries every exception, first after 1 s, then each time after twice as long, up to
	 * 5 minutes; each delay deviates at random by up to a fifth. The queue limits the
	 * number of retries, dead letters keep 4096 characters of the stack trace, and
	 * postponing has no limit.
	 */
	public static final RetrySettings DEFAULT = new RetrySettings(RetryPolicy.builder()
		.maxRetries(Long.MAX_VALUE)
		.delay(DEFAULT_DELAY)
		.multiplier(2)
		.maxDelay(Duration.ofMinutes(5))
		.jitter(Duration.ofMillis(200))
		.build(), null, 4096, null, null);

	/** The policies known have reached their longest delay by then. */
	private static final int MANY = 1000;

	/**
	 * Checks the components.
	 * @throws IllegalArgumentException if one is out of range
	 */
	public RetrySettings {
		SettingRange.require(maxRetries == null || maxRetries >= 0, "maximum number of retries", "at least 0",
				maxRetries);
		SettingRange.require(stackTraceLength >= 0, "stack trace length", "at least 0", stackTraceLength);
		if (maxPostponed != null) {
			SettingRange.requirePositive("longest time of postponing", maxPostponed);
		}
	}

	/** The cause to record for a job that is retried or buried. */
	Cause cause(Cause.Reason reason, Throwable thrown) {
		return Cause.of(reason, thrown, this.stackTraceLength);
	}

	/**
	 * The delay of the job, or else of the policy, for this failure. Its last delay is
	 * used for all further failures. A delay over 365 days is cut to them, and a negative
	 * one, as after an overflow, is no delay.
	 */
	Duration delay(Lease lease) {
		BackOff own = OwnRetries.backoff(lease.job());
		BackOffExecution delays = ((own != null) ? own : this.policy.getBackOff()).start();
		long delay = 0;
		for (int failure = 0; failure <= Math.min(lease.failures(), MANY); failure++) {
			long next = delays.nextBackOff();
			if (next < 0) {
				// BackOffExecution.STOP, if it knows no further.
				break;
			}
			delay = next;
		}
		return Duration.ofMillis(Math.min(delay, Job.MAX_DELAY.toMillis()));
	}

}
