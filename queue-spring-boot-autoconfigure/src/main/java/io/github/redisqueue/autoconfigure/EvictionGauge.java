package io.github.redisqueue.autoconfigure;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Shows whether Redis may delete jobs. Reading it lets Redis be asked soon, and does not
 * wait for the answer.
 */
final class EvictionGauge implements MeterBinder {

	private final EvictionCheck check;

	EvictionGauge(EvictionCheck check) {
		this.check = check;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		Gauge.builder("redis.queue.eviction", this, EvictionGauge::value)
			.description(
					"Whether Redis may delete jobs when its memory is full, 0 or 1; NaN if the policy is not known")
			.register(registry);
	}

	private double value() {
		Boolean evicts = this.check.evicts();
		if (evicts == null) {
			return Double.NaN;
		}
		return evicts ? 1 : 0;
	}

}
