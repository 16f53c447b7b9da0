package io.github.redisqueue.template;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Job;
import io.github.redisqueue.TimeOrderedId;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;

import org.springframework.messaging.Message;
import org.springframework.messaging.converter.MessageConversionException;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.support.MessageHeaderAccessor;

/**
 * Converts payloads, and adds the jobs to the queues. Thread-safe.
 */
public final class QueueTemplate implements QueueOperations {

	private final WorkQueues queues;

	private final MessageConverter converter;

	/**
	 * Creates a template.
	 * @param queues the queues of the application
	 * @param converter converts payloads to {@code byte[]} or {@code String}
	 */
	public QueueTemplate(WorkQueues queues, MessageConverter converter) {
		this.queues = queues;
		this.converter = converter;
	}

	@Override
	public SendResult send(String queue, Object payload) {
		return sendAll(queue, Collections.singletonList(payload)).get(0);
	}

	@Override
	public List<SendResult> sendAll(String queue, Collection<?> payloads) {
		WorkQueue target = this.queues.get(queue);
		List<Job> jobs = new ArrayList<>(payloads.size());
		AddMode mode = AddMode.UNCHECKED;
		for (Object payload : payloads) {
			SendRequest request = (payload instanceof SendRequest prepared) ? prepared : SendRequest.of(payload);
			if (request.id() != null) {
				mode = AddMode.IF_ABSENT;
			}
			jobs.add(toJob(request));
		}
		return jobs.isEmpty() ? List.of() : results(jobs, target.add(jobs, mode));
	}

	private static List<SendResult> results(List<Job> jobs, Set<String> added) {
		boolean allAdded = added.size() == jobs.size();
		// Of two jobs with the same id, Redis added the first.
		Set<String> remaining = allAdded ? Set.of() : new HashSet<>(added);
		return jobs.stream().map((job) -> new SendResult(job.id(), allAdded || remaining.remove(job.id()))).toList();
	}

	/**
	 * The only place where a request becomes a job. A request without an id gets a new
	 * one here, so that it can be sent several times.
	 */
	private Job toJob(SendRequest request) {
		byte[] payload = toBytes(request.payload());
		Job job = (request.id() != null) ? Job.of(request.id(), payload) : Job.of(payload);
		Map<String, String> headers = headers(request);
		if (!headers.isEmpty()) {
			job = job.withHeaders(headers);
		}
		if (request.delay() != null) {
			return job.withDelay(request.delay());
		}
		return (request.readyAt() != null) ? job.withReadyAt(request.readyAt()) : job;
	}

	/** Adds the time of sending, unless the id contains it. */
	private static Map<String, String> headers(SendRequest request) {
		if (request.id() == null || TimeOrderedId.timeOf(request.id()) != null) {
			return request.headers();
		}
		Map<String, String> headers = new LinkedHashMap<>();
		headers.put(Job.ENQUEUED, Long.toString(System.currentTimeMillis()));
		headers.putAll(request.headers());
		return headers;
	}

	private byte[] toBytes(Object payload) {
		// These headers are discarded: leaving them mutable saves an id and a copy.
		MessageHeaderAccessor headers = new MessageHeaderAccessor();
		headers.setLeaveMutable(true);
		Message<?> message = this.converter.toMessage(payload, headers.getMessageHeaders());
		Object converted = (message != null) ? message.getPayload() : null;
		if (converted instanceof byte[] bytes) {
			return bytes;
		}
		if (converted instanceof String text) {
			return text.getBytes(StandardCharsets.UTF_8);
		}
		throw new MessageConversionException("No message converter can write a payload of type "
				+ payload.getClass().getName() + ". For JSON, add spring-boot-starter-jackson. Otherwise send a String "
				+ "or a byte[], or define a MessageConverter bean named 'queueMessageConverter'");
	}

}
