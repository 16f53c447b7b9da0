package io.github.redisqueue.template;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Job;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;

import org.springframework.messaging.converter.MessageConverter;

/**
 * Sends to queues. Thread-safe.
 */
public final class QueueTemplate implements QueueOperations {

	private final WorkQueues queues;

	private final OutgoingJobs jobs;

	/**
	 * A template.
	 * @param queues the queues
	 * @param converter writes payloads, as {@code byte[]} or {@code String}
	 */
	public QueueTemplate(WorkQueues queues, MessageConverter converter) {
		this.queues = queues;
		this.jobs = new OutgoingJobs(converter);
	}

	@Override
	public SendResult send(String queue, Object payload) {
		return sendAll(queue, List.of(payload)).get(0);
	}

	@Override
	public List<SendResult> sendAll(String queue, Collection<?> payloads) {
		WorkQueue target = this.queues.get(queue);
		List<Job> batch = new ArrayList<>(payloads.size());
		AddMode mode = AddMode.UNIQUE;
		for (Object payload : payloads) {
			SendRequest outgoing = (payload instanceof SendRequest prepared) ? prepared : SendRequest.of(payload);
			if (outgoing.id() != null) {
				mode = AddMode.IF_ABSENT;
			}
			batch.add(this.jobs.toJob(outgoing));
		}
		Set<String> added = batch.isEmpty() ? Set.of() : target.add(batch, mode);
		boolean all = added.size() == batch.size();
		// Of two with one id, the first was added.
		Set<String> rest = all ? Set.of() : new HashSet<>(added);
		List<SendResult> sent = new ArrayList<>(batch.size());
		batch.forEach((job) -> sent.add(new SendResult(job.id(), all || rest.remove(job.id()))));
		return sent;
	}

}
