package io.github.redisqueue.annotation;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import io.github.redisqueue.listener.AckMode;
import io.github.redisqueue.listener.BatchSettings;
import io.github.redisqueue.listener.JobErrorHandler;
import io.github.redisqueue.listener.JobHandler;
import io.github.redisqueue.listener.ListenerSettings;
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

	ListenerOverrides overrides() {
		return new ListenerOverrides(
				this.values.number("concurrency", this.annotation.concurrency(), 1, ListenerSettings.MAX_CONCURRENCY),
				this.values.number("prefetch", this.annotation.prefetch(), 0, Integer.MAX_VALUE), ackMode(),
				this.values.flag("autoStartup", this.annotation.autoStartup()),
				new ListenerOverrides.Batch(
						this.values.number("batchSize", this.annotation.batchSize(), 1, BatchSettings.MAX_SIZE),
						this.values.duration("batchWait", this.annotation.batchWait(), Duration.ZERO)),
				retry());
	}

	ListenerBeans beans() {
		return new ListenerBeans(
				this.values.bean("errorHandler", this.annotation.errorHandler(), JobErrorHandler.class),
				this.values.bean("executor", this.annotation.executor(), AsyncTaskExecutor.class));
	}

	private RetryOverrides retry() {
		Backoff backoff = this.annotation.backoff();
		RetryOverrides.Delays delays = new RetryOverrides.Delays(
				this.values.duration("backoff.delay", backoff.delay(), Duration.ZERO),
				this.values.decimal("backoff.multiplier", backoff.multiplier(), 1, 1000),
				this.values.duration("backoff.maxDelay", backoff.maxDelay(), Duration.ofMillis(1)),
				this.values.duration("backoff.jitter", backoff.jitter(), Duration.ZERO));
		return new RetryOverrides(this.values.number("maxRetries", this.annotation.maxRetries(), 0, Integer.MAX_VALUE),
				delays, orNull(this.annotation.retryFor()), orNull(this.annotation.neverRetry()));
	}

	private static @Nullable List<Class<? extends Throwable>> orNull(Class<? extends Throwable>[] types) {
		return (types.length > 0) ? List.of(types) : null;
	}

	/** Ignores upper and lower case, as properties do. */
	private @Nullable AckMode ackMode() {
		String text = this.values.text("ackMode", this.annotation.ackMode());
		return switch (text.toLowerCase(Locale.ROOT)) {
			case "" -> null;
			case "after" -> AckMode.AFTER;
			case "before" -> AckMode.BEFORE;
			case "manual" -> AckMode.MANUAL;
			default -> throw this.values.invalid("ackMode", text, "after, before or manual");
		};
	}

}
