package io.github.redisqueue.template;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.redisqueue.annotation.QueueHeaders;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.util.Assert;

/**
 * Something to send, and how. Immutable.
 *
 * <pre>
 * queues.send("orders", SendRequest.of(order).id(order.number()).delay(Duration.ofMinutes(5)));
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
	 * A payload, to be sent under a new id, ready at once.
	 * @param payload the payload; or a {@link Message}, whose payload and headers are
	 * taken
	 * @return what to send
	 */
	public static SendRequest of(Object payload) {
		if (payload instanceof Message<?> message) {
			return new SendRequest(message.getPayload(), null, texts(message.getHeaders()), null, null);
		}
		Assert.notNull(payload, "A job has a payload, this one is null");
		return new SendRequest(payload, null, Map.of(), null, null);
	}

	private static Map<String, String> texts(MessageHeaders headers) {
		Map<String, String> texts = new LinkedHashMap<>();
		headers.forEach((name, value) -> {
			boolean own = name.equals(MessageHeaders.ID) || name.equals(MessageHeaders.TIMESTAMP)
					|| name.startsWith(QueueHeaders.PREFIX);
			if (!own && BeanUtils.isSimpleValueType(value.getClass())) {
				texts.put(name, (value instanceof Enum<?> constant) ? constant.name() : value.toString());
			}
		});
		return Map.copyOf(texts);
	}

	/**
	 * The same under an id of the caller's choice. As long as a job with this id is
	 * ready, delayed or leased, it is not added again.
	 * @param id the id, of 1 to 500 characters
	 * @return what to send
	 */
	public SendRequest id(String id) {
		return new SendRequest(this.payload, id, this.headers, this.delay, this.readyAt);
	}

	/**
	 * The same with one header more.
	 * @param name the name of the header
	 * @param value its value
	 * @return what to send
	 */
	public SendRequest header(String name, String value) {
		return headers(Map.of(name, value));
	}

	/**
	 * The same with more headers.
	 * @param headers names and values, which replace values under the same names
	 * @return what to send
	 */
	public SendRequest headers(Map<String, String> headers) {
		Map<String, String> all = new LinkedHashMap<>(this.headers);
		all.putAll(headers);
		return new SendRequest(this.payload, this.id, Map.copyOf(all), this.delay, this.readyAt);
	}

	/**
	 * The same, to be handled not before the delay has passed since it was sent.
	 * @param delay the delay, in place of a ready time given before
	 * @return what to send
	 */
	public SendRequest delay(Duration delay) {
		return new SendRequest(this.payload, this.id, this.headers, delay, null);
	}

	/**
	 * The same, to be handled not before the given time.
	 * @param readyAt the time by the clock of the Redis server, in place of a delay given
	 * before
	 * @return what to send
	 */
	public SendRequest readyAt(Instant readyAt) {
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
		return "SendRequest[" + ((this.id != null) ? this.id : "new id") + ", " + this.payload.getClass().getName()
				+ "]";
	}

}
