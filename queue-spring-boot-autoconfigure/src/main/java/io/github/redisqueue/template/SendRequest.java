package io.github.redisqueue.template;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.redisqueue.Job;
import io.github.redisqueue.LogText;
import io.github.redisqueue.annotation.QueueHeaders;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.util.Assert;

/**
 * A payload, and optionally the id, the headers and the delay or ready time of the job
 * that carries it. Immutable. It can be sent any number of times: unless it has an id,
 * each job gets a new one.
 *
 * <pre>
 * queues.send("orders", SendRequest.of(order).withId(order.number()).withDelay(Duration.ofMinutes(5)));
 * </pre>
 */
public final class SendRequest {

	private final Object payload;

	private final @Nullable String id;

	private final Map<String, String> headers;

	private final @Nullable Duration delay;

	private final @Nullable Instant readyAt;

	private SendRequest(Object payload, @Nullable String id, Map<String, String> headers, @Nullable Duration delay,
			@Nullable Instant readyAt) {
		this.payload = payload;
		this.id = id;
		this.headers = headers;
		this.delay = delay;
		this.readyAt = readyAt;
	}

	/**
	 * Creates a request for a job that has a new id and is ready at once.
	 * @param payload the payload, or a {@link Message}, whose payload and headers are
	 * used; not null
	 * @return the request
	 */
	public static SendRequest of(Object payload) {
		Assert.notNull(payload, "The payload of a job must not be null");
		if (payload instanceof Message<?> message) {
			return new SendRequest(message.getPayload(), null, simpleHeaders(message), null, null);
		}
		return new SendRequest(payload, null, Map.of(), null, null);
	}

	private static Map<String, String> simpleHeaders(Message<?> message) {
		Map<String, String> headers = new LinkedHashMap<>();
		message.getHeaders().forEach((name, value) -> {
			boolean reserved = name.equals(MessageHeaders.ID) || name.equals(MessageHeaders.TIMESTAMP)
					|| name.startsWith(QueueHeaders.PREFIX);
			if (!reserved && BeanUtils.isSimpleValueType(value.getClass())) {
				headers.put(name, (value instanceof Enum<?> constant) ? constant.name() : value.toString());
			}
		});
		return Map.copyOf(headers);
	}

	/**
	 * Returns a copy with the given id. While a job with this id is ready, delayed or
	 * leased, sending the request adds no other.
	 * @param id the id, of 1 to 500 characters
	 * @return the copy
	 */
	public SendRequest withId(String id) {
		return new SendRequest(this.payload, id, this.headers, this.delay, this.readyAt);
	}

	/**
	 * Returns a copy with the given headers only: they replace all present ones.
	 * @param headers the names and values
	 * @return the copy
	 */
	public SendRequest withHeaders(Map<String, String> headers) {
		return new SendRequest(this.payload, this.id, Map.copyOf(headers), this.delay, this.readyAt);
	}

	/**
	 * Returns a copy with one header set, and the others unchanged.
	 * @param name the name of the header
	 * @param value the value, which replaces a present one
	 * @return the copy
	 */
	public SendRequest withHeader(String name, String value) {
		return withAddedHeaders(Map.of(name, value));
	}

	/**
	 * Returns a copy with the given headers merged into the present ones.
	 * @param headers the names and values; a value replaces a present one of the same
	 * name
	 * @return the copy
	 */
	public SendRequest withAddedHeaders(Map<String, String> headers) {
		Map<String, String> merged = new LinkedHashMap<>(this.headers);
		merged.putAll(headers);
		return withHeaders(merged);
	}

	/**
	 * Returns a copy whose job becomes ready after a delay, counted from when Redis adds
	 * it.
	 * @param delay the delay, zero to 365 days, which replaces a ready time set before
	 * @return the copy
	 * @throws IllegalArgumentException if the delay is negative or over 365 days
	 */
	public SendRequest withDelay(Duration delay) {
		Assert.isTrue(!delay.isNegative() && delay.compareTo(Job.MAX_DELAY) <= 0,
				() -> "The delay of a job must be between zero and 365 days, but is " + delay);
		return new SendRequest(this.payload, this.id, this.headers, delay, null);
	}

	/**
	 * Returns a copy whose job becomes ready at the given time.
	 * @param readyAt the time by the clock of the Redis server, which replaces a delay
	 * set before
	 * @return the copy
	 */
	public SendRequest withReadyAt(Instant readyAt) {
		return new SendRequest(this.payload, this.id, this.headers, null, readyAt);
	}

	Object payload() {
		return this.payload;
	}

	@Nullable String id() {
		return this.id;
	}

	Map<String, String> headers() {
		return this.headers;
	}

	@Nullable Duration delay() {
		return this.delay;
	}

	@Nullable Instant readyAt() {
		return this.readyAt;
	}

	@Override
	public String toString() {
		return "SendRequest[" + ((this.id != null) ? LogText.shortened(this.id) : "new id") + ", "
				+ this.payload.getClass().getName() + "]";
	}

}
