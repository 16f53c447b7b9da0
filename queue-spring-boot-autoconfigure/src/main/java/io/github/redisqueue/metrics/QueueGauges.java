package io.github.redisqueue.metrics;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

import io.github.redisqueue.Obstacle;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.background.Outages;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Gauges of all queues that the application uses, tagged {@code queue}:
 * {@code redis.queue.length}, {@code redis.queue.leases}, {@code redis.queue.delayed},
 * {@code redis.queue.waiting}, {@code redis.queue.dead.letters} and
 * {@code redis.queue.oldest.age}. Those of {@code redis.queue.obstacle} are also tagged
 * {@code reason}. The values come from Redis, so every instance reports the same:
 * aggregate instances with the maximum, not the sum. Thread-safe.
 */
public final class QueueGauges implements MeterBinder {

	/** A scrape reads all gauges in succession, and its interval is longer. */
	private static final Duration MAX_AGE = Duration.ofSeconds(1);

	private final WorkQueues queues;

	private final Predicate<String> enabled;

	private final Outages outages;

	/**
	 * Creates gauges that are not bound to a registry yet.
	 * @param queues the queues
	 * @param enabled whether the queue with a name has meters
	 * @param outages logs when the jobs cannot be counted
	 */
	public QueueGauges(WorkQueues queues, Predicate<String> enabled, Outages outages) {
		this.queues = queues;
		this.enabled = enabled;
		this.outages = outages;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		this.queues.onQueue((queue) -> bind(queue, registry));
	}

	private void bind(WorkQueue queue, MeterRegistry registry) {
		if (!this.enabled.test(queue.name())) {
			return;
		}
		CachedCounts counts = new CachedCounts(queue, MAX_AGE, this.outages);
		gauge(registry, queue, "redis.queue.length", "Jobs that are ready to be leased", counts, QueueCounts::ready);
		gauge(registry, queue, "redis.queue.leases", "Jobs that are leased by workers", counts, QueueCounts::leased);
		gauge(registry, queue, "redis.queue.delayed", "Jobs that are delayed to a later time", counts,
				QueueCounts::delayed);
		gauge(registry, queue, "redis.queue.waiting", "Jobs that wait for others of their group", counts,
				QueueCounts::waiting);
		gauge(registry, queue, "redis.queue.dead.letters", "Dead letters", counts, QueueCounts::dead);
		TimeGauge
			.builder("redis.queue.oldest.age", counts, TimeUnit.NANOSECONDS,
					(cached) -> cached.get(QueueGauges::oldestAge))
			.description("Time since the oldest ready job was added to the queue")
			.tag("queue", queue.name())
			.strongReference(true)
			.register(registry);
		for (Obstacle obstacle : Obstacle.values()) {
			Gauge
				.builder("redis.queue.obstacle", counts,
						(cached) -> cached.get((present) -> present.obstacles().contains(obstacle) ? 1 : 0))
				.description(
						"Whether the reason keeps jobs that are ready, or wait in their group, from being leased, 0 or 1")
				.tag("queue", queue.name())
				.tag("reason", obstacle.name().toLowerCase(Locale.ROOT))
				.strongReference(true)
				.register(registry);
		}
	}

	private static void gauge(MeterRegistry registry, WorkQueue queue, String name, String description,
			CachedCounts counts, ToDoubleFunction<QueueCounts> count) {
		Gauge.builder(name, counts, (cached) -> cached.get(count))
			.description(description)
			.tag("queue", queue.name())
			.strongReference(true)
			.register(registry);
	}

	/** In nanoseconds; NaN if unknown, for example for jobs of other clients. */
	private static double oldestAge(QueueCounts counts) {
		if (counts.ready() == 0) {
			return 0;
		}
		Duration age = counts.oldestAge();
		return (age != null) ? age.toNanos() : Double.NaN;
	}

}
