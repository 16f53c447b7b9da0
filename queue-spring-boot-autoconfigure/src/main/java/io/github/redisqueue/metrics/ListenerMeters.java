package io.github.redisqueue.metrics;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.github.redisqueue.Lease;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;

/**
 * The meters of one listener, tagged {@code queue} and {@code listener}. Thread-safe.
 */
final class ListenerMeters {

	private final Timer wait;

	ListenerMeters(MeterRegistry registry, String queue, String listener, ListenerStates states) {
		Tags tags = Tags.of("queue", queue, "listener", listener);
		Supplier<ListenerStates.State> state = () -> states.of(queue, listener);
		this.wait = Timer.builder("redis.queue.wait")
			.description("Time from when a job was ready for the first time to its first handling")
			.tags(tags)
			.register(registry);
		Gauge.builder("redis.queue.handlers.active", () -> state.get().handling())
			.description("Jobs that handlers of the listener handle now")
			.tags(tags)
			.register(registry);
		Gauge.builder("redis.queue.handlers.max", () -> state.get().concurrency())
			.description("Jobs that the listener may handle at the same time; 0 if it is stopped")
			.tags(tags)
			.register(registry);
		Gauge.builder("redis.queue.listener.paused", () -> state.get().paused() ? 1 : 0)
			.description("Whether the listener leases no jobs because it or the queue is paused, 0 or 1")
			.tags(tags)
			.register(registry);
		TimeGauge.builder("redis.queue.listener.stalled", () -> state.get().stalled().toNanos(), TimeUnit.NANOSECONDS)
			.description("Time for which the listener has been unable to lease jobs, or to get a thread for them")
			.tags(tags)
			.register(registry);
	}

	/** A handler is called. */
	void handling(Lease lease) {
		Duration waited = ReadyTime.waited(lease);
		if (waited != null) {
			this.wait.record(waited);
		}
	}

}
