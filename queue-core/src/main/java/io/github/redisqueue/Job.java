package io.github.redisqueue;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * A piece of work: an id, a payload, headers, and optionally a delay or a ready time.
 * Immutable; the payload is copied on the way in and out. The methods that begin with
 * {@code with} return a changed copy.
 * <p>
 * The id is unique within the queue: adding a job again while it is ready, delayed or
 * leased has no effect.
 */
public final class Job {

	/**
	 * The name of the header with the time at which a job was added, in ms since 1970.
	 * Without this header and {@link #READY_AT}, a queue takes the age of a job from its
	 * id if that is a UUID of version 7.
	 */
	public static final String ENQUEUED = "enqueued";

	/**
	 * The name of the header with the ready time of a delayed job, in ms since 1970. The
	 * age of a job goes from that time, if it has come, and not from {@link #ENQUEUED}.
	 */
	public static final String READY_AT = "ready-at";

	/**
	 * The longest delay, of a new job and before a retry: 365 days. A
	 * {@linkplain #withReadyAt(Instant) ready time} may be any time.
	 */
	public static final Duration MAX_DELAY = Duration.ofDays(365);

	private final String id;

	final byte[] payload;

	private final Map<String, String> headers;

	private final @Nullable Duration delay;

	private final @Nullable Instant readyAt;

	private final @Nullable String group;

	Job(String id, byte[] payload, Map<String, String> headers, @Nullable Duration delay, @Nullable Instant readyAt,
			@Nullable String group) {
		this.id = id;
		this.payload = payload;
		this.headers = headers;
		this.delay = delay;
		this.readyAt = readyAt;
		this.group = group;
	}

	/**
	 * {@return a job under a new id, a UUID of version 7}
	 * @param payload the payload, possibly empty
	 */
	public static Job of(byte[] payload) {
		return of(TimeOrderedId.next(), payload);
	}

	/**
	 * {@return a job under an id of the caller's choice}
	 * @param id the id; a queue accepts 1 to 500 characters of any kind
	 * @param payload the payload, possibly empty
	 */
	public static Job of(String id, byte[] payload) {
		return SharedPayload.job(id, payload.clone());
	}

	/**
	 * {@return the same job with one more header, or with another value of it}
	 * @param name the name of the header
	 * @param value its value
	 */
	public Job withHeader(String name, String value) {
		return withAddedHeaders(Map.of(name, value));
	}

	/**
	 * {@return the same job with further headers, or with other values of them}
	 * @param headers names and values
	 */
	public Job withAddedHeaders(Map<String, String> headers) {
		Map<String, String> merged = new HashMap<>(this.headers);
		merged.putAll(headers);
		return withHeaders(merged);
	}

	/**
	 * {@return the same job with these headers and no others}
	 * @param headers names and values
	 */
	public Job withHeaders(Map<String, String> headers) {
		return new Job(this.id, this.payload, Map.copyOf(headers), this.delay, this.readyAt, this.group);
	}

	/**
	 * {@return the same job with a delay: it becomes ready when the delay has passed
	 * since it was added, by the clock of the Redis server} Replaces a ready time.
	 * @param delay the delay, zero to 365 days, rounded up to milliseconds
	 * @throws IllegalArgumentException if the delay is negative or over 365 days
	 */
	public Job withDelay(Duration delay) {
		AllowedRange.check("The delay of a job", Duration.ZERO, delay);
		return new Job(this.id, this.payload, this.headers, delay, null, this.group);
	}

	/**
	 * {@return the same job with a ready time: it becomes ready at that time by the clock
	 * of the Redis server, at once if the time is in the past} Replaces a delay.
	 * @param readyAt the time, rounded up to milliseconds
	 */
	public Job withReadyAt(Instant readyAt) {
		return new Job(this.id, this.payload, this.headers, null, readyAt, this.group);
	}

	/**
	 * {@return the same job in a group, for example that of a customer} Of the jobs of a
	 * group, only some are open at a time, by default one, so they are leased in the
	 * order in which they were added.
	 * @param group the name of the group, 1 to 200 bytes in UTF-8 without control
	 * characters
	 * @throws IllegalArgumentException if the name is not allowed
	 * @see Groups
	 */
	public Job withGroup(String group) {
		return new Job(this.id, this.payload, this.headers, this.delay, this.readyAt, Groups.check(group));
	}

	/**
	 * {@return the id, unique within the queue}
	 */
	public String id() {
		return this.id;
	}

	/**
	 * {@return a copy of the payload}
	 */
	public byte[] payload() {
		return this.payload.clone();
	}

	/**
	 * {@return the size of the payload in bytes}
	 */
	public int size() {
		return this.payload.length;
	}

	/**
	 * {@return the headers, unmodifiable}
	 */
	public Map<String, String> headers() {
		return this.headers;
	}

	/**
	 * {@return the delay, or null; always null for a job that was leased}
	 */
	public @Nullable Duration delay() {
		return this.delay;
	}

	/**
	 * {@return the ready time, or null; always null for a job that was leased}
	 */
	public @Nullable Instant readyAt() {
		return this.readyAt;
	}

	/**
	 * {@return the name of the group, or null if the job belongs to none}
	 */
	public @Nullable String group() {
		return this.group;
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof Job job && this.id.equals(job.id) && Arrays.equals(this.payload, job.payload)
				&& this.headers.equals(job.headers) && Objects.equals(this.delay, job.delay)
				&& Objects.equals(this.readyAt, job.readyAt) && Objects.equals(this.group, job.group);
	}

	@Override
	public int hashCode() {
		return this.id.hashCode();
	}

	@Override
	public String toString() {
		return "Job[" + LogText.shortened(this.id) + ", " + this.payload.length + " bytes]";
	}

}
