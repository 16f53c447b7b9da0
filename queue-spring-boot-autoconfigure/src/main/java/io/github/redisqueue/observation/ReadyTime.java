package io.github.redisqueue.observation;

import java.time.Duration;
import java.time.Instant;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.TimeOrderedId;
import org.jspecify.annotations.Nullable;

/**
 * When a job was ready for the first time, as far as its headers and its id tell, by the
 * clock of its sender.
 */
public final class ReadyTime {

	private ReadyTime() {
	}

	/**
	 * {@return the ready time of a job that is sent now, or null if it is ready at once,
	 * or not before {@link TimeOrderedId#LATEST}}
	 * @param delay the delay, or null
	 * @param readyAt the ready time, or null
	 */
	public static @Nullable Instant ahead(@Nullable Duration delay, @Nullable Instant readyAt) {
		if (delay == null && readyAt == null) {
			return null;
		}
		Instant now = Instant.now();
		Instant ready = (delay != null) ? now.plus(delay) : readyAt;
		return (ready != null && ready.isAfter(now) && ready.isBefore(TimeOrderedId.LATEST)) ? ready : null;
	}

	/**
	 * {@return the ready time of a job that was sent with one or with a delay, otherwise
	 * when it was sent; null if that is not known, as for jobs of other clients}
	 * @param job the job
	 */
	public static @Nullable Instant of(Job job) {
		String header = job.headers().get(Job.READY_AT);
		if (header != null) {
			return parse(header);
		}
		// An id of the application may be older than the job.
		Instant sent = parse(job.headers().get(Job.ENQUEUED));
		return (sent != null) ? sent : TimeOrderedId.timeOf(job.id());
	}

	/**
	 * {@return how long a job has waited for its first handling, which begins now, or
	 * null if that is not known} When a job was ready again after a failure, a crash or a
	 * postponement is not known.
	 * @param lease the lease of the job
	 */
	public static @Nullable Duration waited(Lease lease) {
		Instant ready = lease.isFirst() ? of(lease.job()) : null;
		if (ready == null) {
			return null;
		}
		Duration waited = Duration.between(ready, Instant.now());
		// The clocks of two machines differ.
		return waited.isNegative() ? Duration.ZERO : waited;
	}

	private static @Nullable Instant parse(@Nullable String millis) {
		try {
			return (millis != null) ? Instant.ofEpochMilli(Long.parseLong(millis)) : null;
		}
		catch (NumberFormatException ex) {
			return null;
		}
	}

}
