package io.github.redisqueue.template;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import io.github.redisqueue.Job;
import io.github.redisqueue.LogText;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.annotation.QueueHeaders;
import io.github.redisqueue.listener.OwnRetries;
import io.github.redisqueue.type.JobTypes;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.util.Assert;

/**
 * A payload, and what else there is to say of the job that carries it. Immutable. It can
 * be sent any number of times: unless it has an id, each job gets a new one. All methods
 * throw {@link IllegalArgumentException} if an argument is null.
 *
 * <pre>
 * queues.send("orders", SendRequest.of(order).withId(order.number()).withDelay(Duration.ofMinutes(5)));
 * </pre>
 */
public final class SendRequest {

	private static final int MAX_ID_LENGTH = 500;

	/** What the library writes for a job, and does not hold for another one. */
	private static final Set<String> WRITTEN = Set.of(JobTypes.HEADER, Job.READY_AT, Job.ENQUEUED,
			OwnRetries.MAX_RETRIES, OwnRetries.BACKOFF, Schedule.ID_HEADER, Schedule.FIRING_HEADER);

	/** Its id and its payload are not used. */
	private static final Job NO_OPTIONS = Job.of("any", new byte[0]);

	final Object payload;

	/** Null for a new one each time that the request is sent. */
	final @Nullable String id;

	/** The group, the headers, and the delay or ready time of the job. */
	final Job options;

	final boolean replacing;

	/** Null if the template decides. */
	final @Nullable Boolean afterCommit;

	private SendRequest(Object payload, @Nullable String id, Job options, boolean replacing,
			@Nullable Boolean afterCommit) {
		this.payload = payload;
		this.id = id;
		this.options = options;
		this.replacing = replacing;
		this.afterCommit = afterCommit;
	}

	/**
	 * Creates a request for a job that has a new id and is ready at once.
	 * @param payload the payload, or a {@link Message}, whose payload and headers are
	 * used
	 * @return the request
	 */
	public static SendRequest of(Object payload) {
		return of(payload, "The payload of a job");
	}

	/** The error says what the payload is, which may be null in spite of the contract. */
	static SendRequest of(@Nullable Object payload, String what) {
		Object content = (payload instanceof Message<?> message) ? message.getPayload() : payload;
		Assert.notNull(content,
				() -> what + " must not be null. For a job without a payload, send an empty byte[] or String");
		return new SendRequest(content, null,
				(payload instanceof Message<?> message) ? NO_OPTIONS.withHeaders(simpleHeaders(message)) : NO_OPTIONS,
				false, null);
	}

	/** Of a message that a handler has received, too, and without those that are null. */
	private static Map<String, String> simpleHeaders(Message<?> message) {
		Map<String, String> headers = new LinkedHashMap<>();
		message.getHeaders().forEach((name, value) -> {
			boolean reserved = name.equals(MessageHeaders.ID) || name.equals(MessageHeaders.TIMESTAMP)
					|| name.startsWith(QueueHeaders.PREFIX) || WRITTEN.contains(name);
			if (!reserved && value != null && BeanUtils.isSimpleValueType(value.getClass())) {
				headers.put(name, (value instanceof Enum<?> constant) ? constant.name() : value.toString());
			}
		});
		return headers;
	}

	/**
	 * {@return a copy with the given id} While a job with this id is ready, delayed,
	 * waiting or leased, sending the request adds no other.
	 * @param id the id, of 1 to 500 characters
	 * @throws IllegalArgumentException if the id is empty, too long or no valid Unicode
	 * text
	 */
	public SendRequest withId(String id) {
		Assert.notNull(id, "The id of a job must not be null. For a new id, do not call withId");
		Assert.isTrue(!id.isEmpty() && id.length() <= MAX_ID_LENGTH,
				() -> "A job id must have 1 to " + MAX_ID_LENGTH + " characters, but has " + id.length());
		Assert.isTrue(StandardCharsets.UTF_8.newEncoder().canEncode(id),
				() -> "A job id must be valid Unicode text, but '" + LogText.of(id) + "' has an unpaired surrogate");
		return new SendRequest(this.payload, id, this.options, this.replacing, this.afterCommit);
	}

	private SendRequest with(Job options) {
		return new SendRequest(this.payload, this.id, options, this.replacing, this.afterCommit);
	}

	/**
	 * {@return a copy whose job belongs to a {@linkplain Job#withGroup(String) group}}
	 * Needs a queue with {@code redis-queue.queues.<name>.groups.enabled}; others refuse
	 * the job.
	 * @param group the name of the group, 1 to 200 bytes in UTF-8 without control
	 * characters
	 * @throws IllegalArgumentException if the name is not allowed
	 */
	public SendRequest withGroup(String group) {
		Assert.notNull(group, "The group of a job must not be null. For no group, do not call withGroup");
		return with(this.options.withGroup(group));
	}

	/**
	 * {@return a copy with the given headers only: they replace all present ones}
	 * @param headers the names and values
	 */
	public SendRequest withHeaders(Map<String, String> headers) {
		checkHeaders(headers);
		return with(this.options.withHeaders(headers));
	}

	/**
	 * {@return a copy with one more header}
	 * @param name the name of the header, not {@code payload-type}, which the library
	 * sets
	 * @param value the value, which replaces a present one
	 */
	public SendRequest withHeader(String name, String value) {
		checkHeader(name, value);
		return with(this.options.withHeader(name, value));
	}

	/**
	 * {@return a copy with further headers}
	 * @param headers as for {@link #withHeader(String, String)}
	 */
	public SendRequest withAddedHeaders(Map<String, String> headers) {
		checkHeaders(headers);
		return with(this.options.withAddedHeaders(headers));
	}

	private static void checkHeaders(Map<String, String> headers) {
		Assert.notNull(headers, "The headers of a job must not be null. For no headers, pass an empty map");
		headers.forEach(SendRequest::checkHeader);
	}

	private static void checkHeader(@Nullable String name, @Nullable String value) {
		Assert.notNull(name, "The name of a header must not be null");
		Assert.isTrue(!name.equals(JobTypes.HEADER), () -> "The header '" + JobTypes.HEADER
				+ "' has the logical name of the payload's type, and is set by the library. Give the class of the payload"
				+ " a name with @JobType or redis-queue.types.<name>, and leave the header out");
		Assert.notNull(value, () -> "The value of the header '" + LogText.shortened(name)
				+ "' must not be null. Leave the header out, or pass an empty text");
	}

	/**
	 * {@return a copy whose job becomes ready after a delay, counted from when Redis adds
	 * it}
	 * @param delay the delay, zero to 365 days, which replaces a delay set before
	 * @throws IllegalArgumentException if the delay is negative or over 365 days, or if
	 * this request has a ready time
	 */
	public SendRequest withDelay(Duration delay) {
		Assert.notNull(delay, "The delay of a job must not be null. For no delay, do not call withDelay");
		Assert.isTrue(this.options.readyAt() == null,
				() -> "A job has either a delay or a ready time. This request has the ready time "
						+ this.options.readyAt() + ", so it cannot have the delay " + delay
						+ " too. Call either withDelay or withReadyAt");
		return with(this.options.withDelay(delay));
	}

	/**
	 * {@return a copy whose job becomes ready at the given time} Jobs without a group
	 * that have the same ready time become ready in any order.
	 * @param readyAt the time by the clock of the Redis server, which replaces a ready
	 * time set before
	 * @throws IllegalArgumentException if this request has a delay
	 */
	public SendRequest withReadyAt(Instant readyAt) {
		Assert.notNull(readyAt, "The ready time of a job must not be null. For none, do not call withReadyAt");
		Assert.isTrue(this.options.delay() == null,
				() -> "A job has either a delay or a ready time. This request has the delay " + this.options.delay()
						+ ", so it cannot have the ready time " + readyAt
						+ " too. Call either withDelay or withReadyAt");
		return with(this.options.withReadyAt(readyAt));
	}

	/**
	 * {@return a copy whose job is retried at most so often, and no more often than its
	 * queue and its listener allow} Sets the header {@value OwnRetries#MAX_RETRIES}.
	 * @param maxRetries the number of retries, at least 0
	 * @throws IllegalArgumentException if the number is negative
	 */
	public SendRequest withMaxRetries(int maxRetries) {
		Assert.isTrue(maxRetries >= 0, () -> "The number of retries of a job must be at least 0, but is " + maxRetries);
		return withHeader(OwnRetries.MAX_RETRIES, Integer.toString(maxRetries));
	}

	/**
	 * {@return a copy whose job has delays of its own between its retries, instead of
	 * those of its listener} Each deviates at random by up to a fifth of the first. Sets
	 * the header {@value OwnRetries#BACKOFF}.
	 * @param delay the delay before the first retry, 1 ms to 365 days
	 * @param multiplier the factor from one delay to the next, at least 1
	 * @param maxDelay the longest delay, at least the first one, at most 365 days
	 * @throws IllegalArgumentException if an argument is out of range
	 */
	public SendRequest withBackoff(Duration delay, double multiplier, Duration maxDelay) {
		return withHeader(OwnRetries.BACKOFF, OwnRetries.backoff(delay, multiplier, maxDelay));
	}

	/**
	 * {@return a copy that replaces a job with its id, or one that leaves it unchanged,
	 * which is the default} To replace a job is to cancel it, as by
	 * {@link QueueOperations#cancel}, and to send the other one in one step.
	 * @param replacing whether to replace a job with this id, which is needed
	 */
	public SendRequest withReplacing(boolean replacing) {
		return new SendRequest(this.payload, this.id, this.options, replacing, this.afterCommit);
	}

	/**
	 * {@return a copy that is sent after the commit of the current Spring transaction,
	 * and not at all after a rollback; or one that is sent at once, as it always is
	 * outside of a transaction}
	 * @param afterCommit whether to send the request after the commit, in place of what
	 * {@code redis-queue.template.after-commit} says
	 */
	public SendRequest withAfterCommit(boolean afterCommit) {
		return new SendRequest(this.payload, this.id, this.options, this.replacing, afterCommit);
	}

	@Override
	public String toString() {
		return "SendRequest[" + ((this.id != null) ? LogText.shortened(this.id) : "new id") + ", "
				+ this.payload.getClass().getName() + "]";
	}

}
