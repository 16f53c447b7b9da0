package io.github.redisqueue.template;

import java.nio.charset.StandardCharsets;

import io.github.redisqueue.LogText;
import io.github.redisqueue.script.LosslessUtf8;
import io.github.redisqueue.type.JobTypes;
import org.jspecify.annotations.Nullable;

import org.springframework.messaging.Message;
import org.springframework.messaging.converter.MessageConversionException;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.support.MessageHeaderAccessor;

/**
 * Converts what an application sends to the payloads of jobs. Thread-safe.
 */
final class PayloadWriter {

	private final MessageConverter converter;

	private final JobTypes types;

	PayloadWriter(MessageConverter converter, JobTypes types) {
		this.converter = converter;
		this.types = types;
	}

	/** The logical name of the type of a payload, if it has one. */
	@Nullable String typeOf(Object payload) {
		return this.types.ofPayload(payload.getClass());
	}

	byte[] toBytes(Object payload) {
		if (payload instanceof String text) {
			check(text);
		}
		// These headers are discarded: leaving them mutable saves an id and a copy.
		MessageHeaderAccessor headers = new MessageHeaderAccessor();
		headers.setLeaveMutable(true);
		Message<?> message = this.converter.toMessage(payload, headers.getMessageHeaders());
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
