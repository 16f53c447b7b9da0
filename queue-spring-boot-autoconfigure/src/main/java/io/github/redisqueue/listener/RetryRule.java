package io.github.redisqueue.listener;

import java.time.Duration;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Lease;

import org.springframework.core.retry.RetryPolicy;
import org.springframework.util.backoff.BackOffExecution;

/**
 * Decides what becomes of a job whose handler failed. How often it is retried is the
 * queue's matter. Thread-safe.
 */
final class RetryRule {

	private final RetryPolicy policy;

	private final int stackTraceLength;

	RetryRule(RetrySettings settings) {
		this.policy = settings.policy();
		this.stackTraceLength = settings.stackTraceLength();
	}

	boolean isRetryable(Throwable thrown) {
		return this.policy.shouldRetry(thrown);
	}

	/** For a job that is retried. */
	Failure failure(Lease lease, Throwable thrown) {
		return new Failure(delay(lease), Cause.of(Cause.Reason.FAILURES, thrown, this.stackTraceLength));
	}

	/** For a job that is not. */
	Cause cause(Throwable thrown) {
		return Cause.of(Cause.Reason.NOT_RETRYABLE, thrown, this.stackTraceLength);
	}

	/** The policy's delay number n for failure number n; its last one for all further. */
	private Duration delay(Lease lease) {
		BackOffExecution delays = this.policy.getBackOff().start();
		long delay = 0;
		for (int failure = 0; failure <= lease.failures(); failure++) {
			long next = delays.nextBackOff();
			if (next == BackOffExecution.STOP) {
				break;
			}
			delay = next;
		}
		return Duration.ofMillis(delay);
	}

}
