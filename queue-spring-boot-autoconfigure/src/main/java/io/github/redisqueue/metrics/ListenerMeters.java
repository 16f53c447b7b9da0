package io.github.redisqueue.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.redisqueue.Lease;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;

/**
 * The meters of one listener, tagged {@code queue} and {@code listener}:
 * {@code redis.queue.handlers.active} and {@code redis.queue.wait}. Thread-safe.
 */
final class ListenerMeters {

	private final AtomicInteger active = new AtomicInteger();

	private final Gauge gauge;

	private final Timer wait;

	ListenerMeters(MeterRegistry registry, String queue, String listener) {
		Tags tags = Tags.of("queue", queue, "listener", listener);
		this.gauge = Gauge.builder("redis.queue.handlers.active", this.active, AtomicInteger::get)
			.description("Calls of the handler that are running")
			.tags(tags)
			.register(registry);
		this.wait = Timer.builder("redis.queue.wait")
			.description("Time from when a job was ready for the first time to its first handling")
			.tags(tags)
			.register(registry);
	}

	/**
	 * A handler is called. Only the first delivery of a job tells how long it waited:
	 * when it was ready again after a failure or a crash is not known.
	 */
	void handling(Lease lease) {
		this.active.incrementAndGet();
		Instant ready = (lease.attempt() == 1) ? ReadyTime.of(lease.job()) : null;
		if (ready != null) {
			Duration waited = Duration.between(ready, Instant.now());
			// The clocks of two machines differ.
			this.wait.record(waited.isNegative() ? Duration.ZERO : waited);
		}
	}

	/** The listener is there no more. */
	void remove(MeterRegistry registry) {
		registry.remove(this.gauge);
		registry.remove(this.wait);
	}

	void handled() {
		this.active.decrementAndGet();
	}

}
