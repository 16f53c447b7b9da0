package io.github.redisqueue.listener;

import java.time.Duration;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;

import org.springframework.core.retry.RetryPolicy;
import org.springframework.util.backoff.BackOffExecution;

/**
 * How a listener treats failures of its handler: which are retried, after which delay,
 * and what is recorded. The queue limits the number of retries. Thread-safe.
 */
public final class RetrySettings {

	/** The delay after the first failure of a job. */
	public static final Duration DEFAULT_DELAY = Duration.ofSeconds(1);

	/** The factor by which the delay grows with each further failure. */
	public static final double DEFAULT_MULTIPLIER = 2;

	/** The maximum delay. */
	public static final Duration DEFAULT_MAX_DELAY = Duration.ofMinutes(5);

	/** The maximum random deviation of the first delay. It grows with the delay. */
	public static final Duration DEFAULT_JITTER = Duration.ofMillis(200);

	/** Retries every exception, with the delays of the other constants. */
	public static final RetryPolicy DEFAULT_POLICY = RetryPolicy.builder()
		.maxRetries(Long.MAX_VALUE)
		.delay(DEFAULT_DELAY)
		.multiplier(DEFAULT_MULTIPLIER)
		.maxDelay(DEFAULT_MAX_DELAY)
		.jitter(DEFAULT_JITTER)
		.build();

	/** The policies known have reached their longest delay by then. */
	private static final int MANY = 1000;

	private final RetryPolicy policy;

	private final int stackTraceLength;

	RetrySettings(RetryPolicy policy, int stackTraceLength) {
		this.policy = policy;
		this.stackTraceLength = stackTraceLength;
	}

	/**
	 * Which exceptions are retried, and after which delays.
	 * @return the policy
	 */
	public RetryPolicy policy() {
		return this.policy;
	}

	/**
	 * How many characters of a stack trace a dead letter keeps.
	 * @return the maximum, at least 0
	 */
	public int stackTraceLength() {
		return this.stackTraceLength;
	}

	boolean isRetryable(Throwable thrown) {
		return this.policy.shouldRetry(thrown);
	}

	/** The failure to record for a job that is retried. */
	Failure failure(Lease lease, Throwable thrown) {
		return new Failure(delay(lease), Cause.of(Cause.Reason.FAILURES, thrown, this.stackTraceLength));
	}

	/** The failure to record if the policy fails, too. */
	static Failure failureWithoutPolicy(Throwable thrown) {
		return new Failure(DEFAULT_DELAY, Cause.of(Cause.Reason.FAILURES, thrown.getMessage()));
	}

	/** The cause to record for a job that is not retried. */
	Cause cause(Throwable thrown) {
		return Cause.of(Cause.Reason.NOT_RETRYABLE, thrown, this.stackTraceLength);
	}

	/**
	 * The delay of the policy for this failure: its first delay for the first failure,
	 * and so on. Its last delay is used for all further failures. A delay over 365 days
	 * is cut to them.
	 */
	private Duration delay(Lease lease) {
		BackOffExecution delays = this.policy.getBackOff().start();
		long delay = 0;
		for (int failure = 0; failure <= Math.min(lease.failures(), MANY); failure++) {
			long next = delays.nextBackOff();
			if (next == BackOffExecution.STOP) {
				break;
			}
			delay = next;
		}
		return Duration.ofMillis(Math.min(delay, Job.MAX_DELAY.toMillis()));
	}

}
