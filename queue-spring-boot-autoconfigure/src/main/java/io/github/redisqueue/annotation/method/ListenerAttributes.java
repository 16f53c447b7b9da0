package io.github.redisqueue.annotation.method;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.redisqueue.annotation.Backoff;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.listener.JobErrorHandler;
import io.github.redisqueue.listener.JobHandler;
import org.jspecify.annotations.Nullable;

import org.springframework.core.task.AsyncTaskExecutor;

/**
 * The values of the attributes of a {@link QueueListener}.
 */
record ListenerAttributes(QueueListener annotation, AttributeValues values) {

	private static final Pattern WEIGHTED = Pattern.compile("(.*):(\\d{1,9})");

	private static final int MAX_WEIGHT = 1000;

	List<ListenerDefinition.Queue> queues() {
		String queue = this.values.text("queue", this.annotation.queue());
		List<String> several = Arrays.stream(this.annotation.queues())
			.flatMap((text) -> Arrays.stream(this.values.text("queues", text).split(",")))
			.map(String::trim)
			.filter((text) -> !text.isEmpty())
			.toList();
		refuseIf(queue.isEmpty() == several.isEmpty(),
				queue.isEmpty() ? "has no queue name" : "has both a queue and queues",
				"Set the name of the queue, as in @QueueListener(\"orders\"), or of several, as in"
						+ " @QueueListener(queues = { \"critical\", \"default\" }).");
		return several.isEmpty() ? List.of(new ListenerDefinition.Queue(queue, 0)) : weighted(several);
	}

	/** Queues that have weights, or have none. */
	private List<ListenerDefinition.Queue> weighted(List<String> texts) {
		List<ListenerDefinition.Queue> queues = texts.stream().map(this::weighted).toList();
		Set<String> names = new HashSet<>();
		for (ListenerDefinition.Queue queue : queues) {
			refuseIf(!names.add(queue.name()), "names queue '" + queue.name() + "' twice", "Name each queue once.");
		}
		refuseIf(queues.stream().map((queue) -> queue.weight() > 0).distinct().count() > 1,
				"has weights for some of its queues: " + String.join(", ", texts),
				"Give each queue a weight, as in \"critical:6\", or none to serve them strictly in their order.");
		return queues;
	}

	private ListenerDefinition.Queue weighted(String text) {
		Matcher weighted = WEIGHTED.matcher(text);
		if (!weighted.matches()) {
			return new ListenerDefinition.Queue(text, 0);
		}
		int weight = Integer.parseInt(weighted.group(2));
		refuseIf(weight < 1 || weight > MAX_WEIGHT, "has a queue with a weight that is out of range: " + text,
				"Set the weight to a number between 1 and " + MAX_WEIGHT + ".");
		return new ListenerDefinition.Queue(weighted.group(1), weight);
	}

	private void refuseIf(boolean wrong, String what, String action) {
		this.values.listener().refuseIf(wrong, what, action);
	}

	/** Whether the method takes batches, or null if the annotation does not say. */
	@Nullable Boolean batch() {
		return this.values.flag("batch", this.annotation.batch());
	}

	String id(String defaultId) {
		String id = this.values.text("id", this.annotation.id());
		return id.isEmpty() ? defaultId : id;
	}

	/** Refuses attributes that are about batches if the handler takes none. */
	void checkBatch(JobHandler handler) {
		String about = this.annotation.batchSize() + this.annotation.batchWait();
		refuseIf(!handler.takesBatches() && !about.isEmpty(), "has a batchSize or a batchWait, but takes no batches",
				"Set batch = \"true\", and take a List, or remove the attributes.");
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
		Map.of("retryFor", List.of(of.retryFor()), "neverRetry", List.of(of.neverRetry()))
			.forEach((attribute, types) -> {
				if (!types.isEmpty()) {
					set.put(attribute, types);
				}
			});
		return set;
	}

	ListenerDefinition.Beans beans() {
		return new ListenerDefinition.Beans(
				this.values.bean("errorHandler", this.annotation.errorHandler(), JobErrorHandler.class),
				this.values.bean("executor", this.annotation.executor(), AsyncTaskExecutor.class));
	}

}
