package io.github.redisqueue.console;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import io.github.redisqueue.thread.DaemonThreads;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Counts all queues every few seconds while a page is open, and every ten seconds
 * otherwise, and keeps what it has counted for a quarter of an hour. However many look,
 * it counts as often. Thread-safe.
 */
final class QueueSampler implements AutoCloseable {

	/** How long after a request it is clear that nobody looks any more. */
	private static final Duration PATIENCE = Duration.ofSeconds(30);

	/** How often to count although nobody looks: charts shall have a past. */
	private static final Duration IDLE = Duration.ofSeconds(10);

	private static final Log logger = LogFactory.getLog(QueueSampler.class);

	/** Counts all queues, as the endpoint {@code queues} shows them; may block. */
	private final Supplier<Map<String, Object>> queues;

	private final QueueActivity activity;

	/** One of its own: it waits for Redis. */
	private final ScheduledThreadPoolExecutor thread;

	/** By the names of the queues. Only a sample changes the map, one at a time. */
	private final Map<String, QueueHistory> histories = new ConcurrentHashMap<>();

	/** When somebody last asked, in terms of {@link System#nanoTime()}. */
	private volatile long watchedAt = System.nanoTime() - PATIENCE.toNanos();

	/** Null before the first one, and after a change. */
	private volatile @Nullable Sample latest;

	/** How many changes there were: a sample that one has overtaken is not kept. */
	private final AtomicInteger changes = new AtomicInteger();

	/** How often to count while a page is open, in nanoseconds. */
	private final long refresh;

	/** When a sample last went into the histories, in terms of the same clock. */
	private long recordedAt;

	QueueSampler(Supplier<Map<String, Object>> queues, QueueActivity activity, Duration refresh) {
		this.queues = queues;
		this.activity = activity;
		this.refresh = refresh.toNanos();
		this.recordedAt = System.nanoTime() - this.refresh;
		this.thread = new ScheduledThreadPoolExecutor(1, DaemonThreads.named("queue-console-"));
		this.thread.scheduleWithFixedDelay(this::sampleIfDue, refresh.toNanos(), refresh.toNanos(),
				TimeUnit.NANOSECONDS);
	}

	void watch() {
		this.watchedAt = System.nanoTime();
	}

	/** Counts on the thread of the caller if there is no sample. */
	Sample latest() {
		watch();
		Sample present = this.latest;
		return (present != null) ? present : sample(true);
	}

	/** Something has changed, and whoever looks next is to see it. */
	void forget() {
		this.changes.incrementAndGet();
		this.latest = null;
	}

	/** What is known of the past of a queue that was counted. */
	Optional<QueueHistory> history(String queue) {
		return Optional.ofNullable(this.histories.get(queue));
	}

	private void sampleIfDue() {
		long now = System.nanoTime();
		Sample present = this.latest;
		if (now - this.watchedAt < PATIENCE.toNanos() || present == null || now - present.nanos() >= IDLE.toNanos()) {
			try {
				sample(false);
			}
			catch (RuntimeException ex) {
				logger.error("The console could not count the queues, and tries again", ex);
			}
		}
	}

	/** Counts all queues. Who had to wait for another one may take its sample. */
	private synchronized Sample sample(boolean unlessPresent) {
		Sample present = this.latest;
		if (unlessPresent && present != null) {
			return present;
		}
		int before = this.changes.get();
		Map<String, Object> shown = this.queues.get();
		Sample sample = new Sample(Instant.now(), System.nanoTime(), shown);
		// Rates over the moment since the sample before would mislead.
		if (sample.nanos() - this.recordedAt >= this.refresh / 2) {
			this.recordedAt = sample.nanos();
			record(sample);
		}
		if (before == this.changes.get()) {
			this.latest = sample;
		}
		return sample;
	}

	private void record(Sample sample) {
		Set<String> names = new HashSet<>();
		for (Map<String, Object> queue : sample.queues()) {
			String name = String.valueOf(queue.get("name"));
			names.add(name);
			if (queue.get("counts") instanceof Map<?, ?> counts) {
				this.histories.computeIfAbsent(name, (added) -> new QueueHistory())
					.add(sample.at(), counts, this.activity.take(name));
			}
		}
		this.histories.keySet().retainAll(names);
		this.activity.retain(names);
	}

	@Override
	public void close() {
		this.thread.shutdownNow();
	}

	/**
	 * All queues at one time.
	 *
	 * @param nanos the same in terms of {@link System#nanoTime()}
	 */
	record Sample(Instant at, long nanos, Map<String, Object> shown) {

		@SuppressWarnings("unchecked")
		List<Map<String, Object>> queues() {
			return (List<Map<String, Object>>) this.shown.getOrDefault("queues", List.of());
		}

	}

}
