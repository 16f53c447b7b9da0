package io.github.redisqueue.template;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.redisqueue.Job;
import io.github.redisqueue.TimeOrderedId;

import org.springframework.messaging.Message;
import org.springframework.messaging.converter.MessageConversionException;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.support.MessageHeaderAccessor;

/**
 * Turns what is sent into jobs.
 */
final class OutgoingJobs {

	private final MessageConverter converter;

	OutgoingJobs(MessageConverter converter) {
		this.converter = converter;
	}

	Job toJob(SendRequest outgoing) {
		byte[] bytes = toBytes(outgoing.payload());
		Job job = (outgoing.id() != null) ? Job.of(outgoing.id(), bytes) : Job.of(bytes);
		Map<String, String> headers = headers(outgoing);
		if (!headers.isEmpty()) {
			job = job.withHeaders(headers);
		}
		if (outgoing.delay() != null) {
			return job.withDelay(outgoing.delay());
		}
		return (outgoing.readyAt() != null) ? job.withReadyAt(outgoing.readyAt()) : job;
	}

	/** An id that does not tell when it was made is helped by a header that does. */
	private static Map<String, String> headers(SendRequest outgoing) {
		if (outgoing.id() == null || TimeOrderedId.timeOf(outgoing.id()) != null) {
			return outgoing.headers();
		}
		Map<String, String> headers = new LinkedHashMap<>();
		headers.put(Job.ENQUEUED, Long.toString(System.currentTimeMillis()));
		headers.putAll(outgoing.headers());
		return headers;
	}

	private byte[] toBytes(Object payload) {
		// Nobody reads these headers: so they are made without an id and a copy.
		MessageHeaderAccessor headers = new MessageHeaderAccessor();
		headers.setLeaveMutable(true);
		Message<?> message = this.converter.toMessage(payload, headers.getMessageHeaders());
		Object written = (message != null) ? message.getPayload() : null;
		if (written instanceof byte[] bytes) {
			return bytes;
		}
		if (written instanceof String text) {
			return text.getBytes(StandardCharsets.UTF_8);
		}
		throw new MessageConversionException(
				"No converter writes a payload of type " + payload.getClass().getName() + ". JSON needs Jackson: add "
						+ "spring-boot-starter-jackson, send a String or a byte[], or define a MessageConverter bean "
						+ "named 'queueMessageConverter'");
	}

}
