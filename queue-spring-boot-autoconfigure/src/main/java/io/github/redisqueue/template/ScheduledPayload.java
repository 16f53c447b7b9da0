package io.github.redisqueue.template;

import java.util.LinkedHashMap;
import java.util.Map;

import io.github.redisqueue.Schedule;
import io.github.redisqueue.type.JobTypes;
import org.jspecify.annotations.Nullable;

import org.springframework.messaging.converter.MessageConverter;
import org.springframework.util.Assert;

/**
 * The payload and the headers of the jobs of a schedule, converted as a
 * {@link QueueTemplate} converts what it sends. Immutable.
 */
public final class ScheduledPayload {

	/** No payload, and no headers. */
	public static final ScheduledPayload EMPTY = new ScheduledPayload(new byte[0], Map.of());

	private final byte[] payload;

	private final Map<String, String> headers;

	private ScheduledPayload(byte[] payload, Map<String, String> headers) {
		this.payload = payload;
		this.headers = headers;
	}

	/**
	 * Converts a payload.
	 * @param payload the payload, a message, or a {@link SendRequest} with a payload and
	 * headers only
	 * @param converter converts the payload to {@code byte[]} or {@code String}
	 * @param types the logical names of payload types, which jobs carry
	 * @return the converted payload
	 * @throws IllegalArgumentException if the payload is null, or a request that says
	 * more than a schedule can
	 * @throws org.springframework.messaging.converter.MessageConversionException if the
	 * payload cannot be converted
	 */
	public static ScheduledPayload of(@Nullable Object payload, MessageConverter converter, JobTypes types) {
		SendRequest request = (payload instanceof SendRequest prepared) ? prepared
				: SendRequest.of(payload, "The payload of a schedule");
		Assert.isTrue(saysNothingMore(request),
				"The request of a schedule has a payload and headers, but no id, no group, no delay, no ready time, and"
						+ " nothing about transactions");
		PayloadWriter writer = new PayloadWriter(converter, types);
		Map<String, String> headers = new LinkedHashMap<>();
		String type = writer.typeOf(request.payload());
		if (type != null) {
			headers.put(JobTypes.HEADER, type);
		}
		headers.putAll(request.headers());
		return new ScheduledPayload(writer.toBytes(request.payload()), headers);
	}

	private static boolean saysNothingMore(SendRequest request) {
		return request.id() == null && request.group() == null && request.delay() == null && request.readyAt() == null
				&& request.afterCommit() == null && !request.replacing();
	}

	/**
	 * The same with further headers.
	 * @param further names and values; a value replaces a present one of the same name
	 * @return the payload and all headers
	 */
	public ScheduledPayload withAddedHeaders(Map<String, String> further) {
		Map<String, String> all = new LinkedHashMap<>(this.headers);
		all.putAll(further);
		return new ScheduledPayload(this.payload, all);
	}

	/**
	 * Sets the payload and the headers of a schedule.
	 * @param schedule what builds the schedule
	 * @return the same builder
	 */
	public Schedule.Builder addTo(Schedule.Builder schedule) {
		return schedule.payload(this.payload).headers(this.headers);
	}

}
