package io.github.redisqueue.metrics;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
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

	private final WorkQueues queues;

	private final Function<String, MetricsSettings> settings;

	private final Outages outages;

	/**
	 * Creates gauges that are not bound to a registry yet.
	 * @param queues the queues
	 * @param settings returns the settings for the name of a queue
	 * @param outages logs when the jobs cannot be counted
	 */
	public QueueGauges(WorkQueues queues, Function<String, MetricsSettings> settings, Outages outages) {
		this.queues = queues;
		this.settings = settings;
		this.outages = outages;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		this.queues.onQueue((queue) -> bind(queue, registry));
	}

	private void bind(WorkQueue queue, MeterRegistry registry) {
		MetricsSettings settings = this.settings.apply(queue.name());
		if (!settings.enabled()) {
			return;
		}
		CachedCounts counts = new CachedCounts(queue, settings.refreshInterval(), this.outages);
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
