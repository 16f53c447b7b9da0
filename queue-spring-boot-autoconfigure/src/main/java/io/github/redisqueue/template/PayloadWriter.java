package io.github.redisqueue.template;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import io.github.redisqueue.Job;
import io.github.redisqueue.LogText;
import io.github.redisqueue.script.LosslessUtf8;
import io.github.redisqueue.type.JobTypes;
import org.jspecify.annotations.Nullable;

import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.converter.MessageConversionException;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.support.MessageHeaderAccessor;
import org.springframework.util.Assert;

/**
 * Converts what an application sends to the payloads of jobs. Thread-safe.
 */
public final class PayloadWriter {

	/** What converters put into these headers is lost. They save an id and a copy. */
	private static final MessageHeaders DISCARDED = new MessageHeaderAccessor() {

		{
			setLeaveMutable(true);
		}

		@Override
		public void setHeader(String name, @Nullable Object value) {
		}

	}.getMessageHeaders();

	private final MessageConverter converter;

	private final JobTypes types;

	/** The converter converts payloads to {@code byte[]} or {@code String}. */
	public PayloadWriter(MessageConverter converter, JobTypes types) {
		this.converter = converter;
		this.types = types;
	}

	/**
	 * {@return a job with the payload and the headers that those of a schedule carry}
	 * @param payload the payload, a message, or a {@link SendRequest} with a payload and
	 * headers only; null is an empty payload
	 * @throws IllegalArgumentException if it is a request that says more than a schedule
	 * can
	 * @throws MessageConversionException if the payload cannot be converted
	 */
	public Job ofSchedule(@Nullable Object payload) {
		if (payload == null) {
			return Job.of(new byte[0]);
		}
		SendRequest request = (payload instanceof SendRequest prepared) ? prepared : SendRequest.of(payload);
		Job options = request.options;
		Assert.isTrue(
				request.id == null && options.group() == null && options.delay() == null && options.readyAt() == null
						&& request.afterCommit == null && !request.replacing,
				"The request of a schedule has a payload and headers, but no id, no group, no delay, no ready time, and"
						+ " nothing about transactions");
		String type = typeOf(request.payload);
		return Job.of(toBytes(request.payload))
			.withHeaders((type != null) ? Map.of(JobTypes.HEADER, type) : Map.of())
			.withAddedHeaders(options.headers());
	}

	/** The logical name of the type of a payload, if it has one. */
	@Nullable String typeOf(Object payload) {
		return this.types.ofPayload(payload.getClass());
	}

	/**
	 * The bytes that a job carries.
	 * @throws MessageConversionException if the payload cannot be converted
	 */
	byte[] toBytes(Object payload) {
		if (payload instanceof String text) {
			check(text);
		}
		Message<?> message = this.converter.toMessage(payload, DISCARDED);
		Object converted = (message != null) ? message.getPayload() : null;
		if (converted instanceof byte[] bytes) {
			return bytes;
		}
		if (converted instanceof String text) {
			if (converted != payload) {
				check(text);
			}
			return text.getBytes(StandardCharsets.UTF_8);
		}
		throw new MessageConversionException("No message converter can write a payload of type "
				+ payload.getClass().getName() + ". For JSON, add spring-boot-starter-jackson. Otherwise send a String "
				+ "or a byte[], or define a MessageConverter bean with @QueueMessageConverter");
	}

	/** UTF-8 has no bytes for half a character, and would have a question mark for it. */
	private static void check(String text) {
		if (!LosslessUtf8.isWellFormed(text)) {
			throw new MessageConversionException("A payload must be valid Unicode text, but '" + LogText.shortened(text)
					+ "' has an unpaired surrogate. Cut texts between characters, or send a byte[]");
		}
	}

}
