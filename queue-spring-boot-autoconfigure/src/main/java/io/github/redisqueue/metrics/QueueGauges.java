package io.github.redisqueue.metrics;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

import io.github.redisqueue.Obstacle;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.background.ApplicationThreads;
import io.github.redisqueue.background.LastAnswer;
import io.github.redisqueue.background.OutageBackoff;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;

/**
 * Gauges of all queues that the application uses. The values come from Redis, so every
 * instance reports the same: aggregate instances with the maximum, not the sum.
 * Thread-safe.
 */
public final class QueueGauges implements MeterBinder, AutoCloseable {

	private final WorkQueues queues;

	private final Predicate<String> enabled;

	private final Predicate<String> cleaned;

	private final ApplicationThreads threads;

	/** For each queue one in each registry. */
	private final List<OfQueue> all = new CopyOnWriteArrayList<>();

	private final Runnable watching = () -> this.all.forEach((gauges) -> gauges.counts.keepRecent());

	/**
	 * Creates gauges that are not bound to a registry yet.
	 * @param enabled whether the queue with a name has meters
	 * @param cleaned whether the application cleans the queue with a name: of others it
	 * may not be allowed to count the jobs, so it does not before somebody reads the
	 * gauges
	 */
	public QueueGauges(WorkQueues queues, Predicate<String> enabled, Predicate<String> cleaned,
			ApplicationThreads threads) {
		this.queues = queues;
		this.enabled = enabled;
		this.cleaned = cleaned;
		this.threads = threads;
		queues.onForget(this::forget);
		threads.watch(this.watching);
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		this.queues.onQueue((queue) -> {
			if (this.enabled.test(queue.name())) {
				OfQueue gauges = new OfQueue(queue, registry, this.threads);
				this.all.add(gauges);
				if (this.cleaned.test(queue.name())) {
					gauges.counts.ask();
				}
			}
		});
	}

	/** {@link QueueMeters} removes the gauges from the registry. */
	private void forget(WorkQueue queue) {
		this.all.stream().filter((gauges) -> gauges.queue == queue).forEach(OfQueue::end);
		this.all.removeIf((gauges) -> gauges.queue == queue);
	}

	/** Asks Redis no more. The gauges show what is known. */
	@Override
	public void close() {
		this.threads.unwatch(this.watching);
		this.all.forEach(OfQueue::end);
	}

	/** The gauges of one queue in one registry. Nobody who reads them waits. */
	private static final class OfQueue {

		private final WorkQueue queue;

		private final MeterRegistry registry;

		private final Tags tags;

		private final OutageBackoff backoff;

		private final LastAnswer<QueueCounts> counts;

		private volatile boolean ended;

		OfQueue(WorkQueue queue, MeterRegistry registry, ApplicationThreads threads) {
			this.queue = queue;
			this.registry = registry;
			this.tags = Tags.of("queue", queue.name());
			this.backoff = threads.outages()
				.backoff("count the jobs of", queue.name(), "their gauges show NaN after a minute");
			this.counts = new LastAnswer<>(this::count, threads.counter());
			gauge("redis.queue.ready", "Jobs that are ready to be leased", this.tags, QueueCounts::ready);
			gauge("redis.queue.leases", "Jobs that are leased by workers", this.tags, QueueCounts::leased);
			gauge("redis.queue.delayed", "Jobs that are delayed to a later time", this.tags, QueueCounts::delayed);
			gauge("redis.queue.waiting", "Jobs that wait for others of their group", this.tags, QueueCounts::waiting);
			gauge("redis.queue.dead.letters", "Dead letters", this.tags, QueueCounts::dead);
			time("redis.queue.oldest.age", "How long the oldest ready job has waited", () -> value(OfQueue::oldestAge));
			time("redis.queue.counts.age", "Time since Redis told what the gauges of the queue show",
					() -> nanos(this.counts.age()));
			for (Obstacle obstacle : Obstacle.values()) {
				gauge("redis.queue.obstacle",
						"Whether the reason keeps jobs that are ready, or wait in their group, from being leased, 0 or 1",
						this.tags.and("reason", obstacle.name().toLowerCase(Locale.ROOT)),
						(present) -> present.obstacles().contains(obstacle) ? 1 : 0);
			}
		}

		private void gauge(String name, String description, Tags tags, ToDoubleFunction<QueueCounts> count) {
			Gauge.builder(name, () -> value(count)).description(description).tags(tags).register(this.registry);
		}

		private void time(String name, String description, Supplier<Number> nanos) {
			TimeGauge.builder(name, nanos, TimeUnit.NANOSECONDS)
				.description(description)
				.tags(this.tags)
				.register(this.registry);
		}

		private double value(ToDoubleFunction<QueueCounts> count) {
			QueueCounts present = this.counts.get();
			return (present != null) ? count.applyAsDouble(present) : Double.NaN;
		}

		/** NaN if the age is unknown, for example that of jobs of other clients. */
		private static double oldestAge(QueueCounts counts) {
			return (counts.ready() == 0) ? 0 : nanos(counts.oldestAge());
		}

		private static double nanos(@Nullable Duration age) {
			return (age != null) ? age.toNanos() : Double.NaN;
		}

		/** Waits for Redis, on a thread that counts; null if that has failed. */
		private @Nullable QueueCounts count() {
			if (this.ended) {
				return null;
			}
			try {
				QueueCounts counted = this.queue.counts();
				this.backoff.onSuccess();
				return counted;
			}
			catch (RuntimeException ex) {
				this.backoff.onFailure(ex);
				return null;
			}
		}

		/** Redis is asked no more, and failures are not logged. */
		void end() {
			this.ended = true;
			this.backoff.end();
		}

	}

}
