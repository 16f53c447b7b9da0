package io.github.redisqueue.annotation;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.listener.JobErrorHandler;
import io.github.redisqueue.listener.JobHandler;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.task.AsyncTaskExecutor;

/**
 * The values of the attributes of a {@link QueueListener}.
 */
final class ListenerAttributes {

	private final ListenerPlace listener;

	private final QueueListener annotation;

	private final AttributeValues values;

	ListenerAttributes(ListenerPlace listener, QueueListener annotation, ConfigurableBeanFactory beans) {
		this.listener = listener;
		this.annotation = annotation;
		this.values = new AttributeValues(listener, beans);
	}

	List<ServedQueue> queues() {
		String queue = this.values.text("queue", this.annotation.queue());
		List<String> several = Arrays.stream(this.annotation.queues())
			.flatMap((text) -> Arrays.stream(this.values.text("queues", text).split(",")))
			.map(String::trim)
			.filter((text) -> !text.isEmpty())
			.toList();
		if (queue.isEmpty() == several.isEmpty()) {
			throw this.listener.invalid(queue.isEmpty() ? "has no queue name" : "has both a queue and queues",
					"Set the name of the queue, as in @QueueListener(\"orders\"), or of several, as in"
							+ " @QueueListener(queues = { \"critical\", \"default\" }).");
		}
		return several.isEmpty() ? List.of(new ServedQueue(queue, 0)) : ServedQueues.parse(this.listener, several);
	}

	/** Whether the method takes batches, or null if the annotation does not say. */
	@Nullable Boolean batch() {
		return this.values.flag("batch", this.annotation.batch());
	}

	String id() {
		String id = this.values.text("id", this.annotation.id());
		return id.isEmpty() ? this.listener.defaultId() : id;
	}

	/** Refuses attributes that are about batches if the handler takes none. */
	void checkBatch(JobHandler handler) {
		String about = this.annotation.batchSize() + this.annotation.batchWait();
		if (!handler.takesBatches() && !about.isEmpty()) {
			throw this.listener.invalid("has a batchSize or a batchWait, but takes no batches",
					"Set batch = \"true\", and take a List, or remove the attributes.");
		}
	}

	/**
	 * The attributes that override properties, by their names, as far as they are set.
	 */
	Map<String, Object> overrides() {
		QueueListener of = this.annotation;
		Backoff backoff = of.backoff();
		Map<String, Object> set = this.values.texts(Map.of("concurrency", of.concurrency(), "prefetch", of.prefetch(),
				"ackMode", of.ackMode(), "autoStartup", of.autoStartup(), "batchSize", of.batchSize(), "batchWait",
				of.batchWait(), "maxRetries", of.maxRetries()));
		set.putAll(this.values.texts(Map.of("backoff.delay", backoff.delay(), "backoff.multiplier",
				backoff.multiplier(), "backoff.maxDelay", backoff.maxDelay(), "backoff.jitter", backoff.jitter())));
		put(set, "retryFor", of.retryFor());
		put(set, "neverRetry", of.neverRetry());
		return set;
	}

	private static void put(Map<String, Object> set, String attribute, Class<? extends Throwable>[] types) {
		if (types.length > 0) {
			set.put(attribute, List.of(types));
		}
	}

	ListenerBeans beans() {
		return new ListenerBeans(
				this.values.bean("errorHandler", this.annotation.errorHandler(), JobErrorHandler.class),
				this.values.bean("executor", this.annotation.executor(), AsyncTaskExecutor.class));
	}

}
