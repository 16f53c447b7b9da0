package io.github.redisqueue;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * A piece of work: an id, a payload, headers, and optionally the time from which on it
 * may be leased. Immutable; the payload is copied on the way in and out.
 * <p>
 * The id names the job within its queue: adding it again while the job is ready, delayed
 * or leased changes nothing.
 */
public final class Job {

	/**
	 * The name of the header that tells when a job was added, in ms since 1970, should
	 * its id not tell.
	 */
	public static final String ENQUEUED = "enqueued";

	private final String id;

	private final byte[] payload;

	private final Map<String, String> headers;

	private final @Nullable Duration delay;

	private final @Nullable Instant readyAt;

	private Job(String id, byte[] payload, Map<String, String> headers, @Nullable Duration delay,
			@Nullable Instant readyAt) {
		this.id = id;
		this.payload = payload;
		this.headers = headers;
		this.delay = delay;
		this.readyAt = readyAt;
	}

	/**
	 * A job under a new id, a UUID of version 7.
	 * @param payload the payload, possibly empty
	 * @return the job
	 */
	public static Job of(byte[] payload) {
		return new Job(TimeOrderedId.next(), payload.clone(), Map.of(), null, null);
	}

	/**
	 * A job under an id of the caller's choice.
	 * @param id the id; a queue accepts 1 to 500 characters of any kind
	 * @param payload the payload, possibly empty
	 * @return the job
	 */
	public static Job of(String id, byte[] payload) {
		return new Job(id, payload.clone(), Map.of(), null, null);
	}

	/**
	 * The same job with these headers in place of its present ones.
	 * @param headers names and values
	 * @return the job
	 */
	public Job withHeaders(Map<String, String> headers) {
		return new Job(this.id, this.payload, Map.copyOf(headers), this.delay, this.readyAt);
	}

	/**
	 * The same job, not to be leased before the delay has passed since it was added, by
	 * the clock of the Redis server.
	 * @param delay the delay, rounded up to milliseconds
	 * @return the job
	 * @throws IllegalArgumentException if the delay is negative or over 100 years
	 */
	public Job withDelay(Duration delay) {
		if (delay.isNegative() || delay.compareTo(Duration.ofDays(36_500)) > 0) {
			throw new IllegalArgumentException("A delay is between zero and 36500 days, this one is " + delay);
		}
		return new Job(this.id, this.payload, this.headers, delay, null);
	}

	/**
	 * The same job, not to be leased before the given time, by the clock of the Redis
	 * server. A time in the past makes it ready at once.
	 * @param readyAt the time, rounded up to milliseconds
	 * @return the job
	 */
	public Job withReadyAt(Instant readyAt) {
		return new Job(this.id, this.payload, this.headers, null, readyAt);
	}

	/**
	 * The id.
	 * @return the id, unique within the queue
	 */
	public String id() {
		return this.id;
	}

	/**
	 * The payload.
	 * @return a copy of the payload
	 */
	public byte[] payload() {
		return this.payload.clone();
	}

	/**
	 * The size of the payload.
	 * @return the size in bytes
	 */
	public int size() {
		return this.payload.length;
	}

	/**
	 * The headers.
	 * @return the headers, unmodifiable
	 */
	public Map<String, String> headers() {
		return this.headers;
	}

	/**
	 * The delay, if one was asked for.
	 * @return the delay, or null; always null for a job that was leased
	 */
	public @Nullable Duration delay() {
		return this.delay;
	}

	/**
	 * The ready time, if one was asked for.
	 * @return the ready time, or null; always null for a job that was leased
	 */
	public @Nullable Instant readyAt() {
		return this.readyAt;
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof Job job && this.id.equals(job.id) && Arrays.equals(this.payload, job.payload)
				&& this.headers.equals(job.headers) && Objects.equals(this.delay, job.delay)
				&& Objects.equals(this.readyAt, job.readyAt);
	}

	@Override
	public int hashCode() {
		return this.id.hashCode();
	}

	@Override
	public String toString() {
		return "Job[" + this.id + ", " + this.payload.length + " bytes]";
	}

}
