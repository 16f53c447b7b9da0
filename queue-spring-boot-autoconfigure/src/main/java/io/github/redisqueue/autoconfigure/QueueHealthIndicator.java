package io.github.redisqueue.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.listener.ListenerStatus;
import io.github.redisqueue.listener.ListenerTrouble;
import io.github.redisqueue.listener.QueueListenerContainer;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * The health of a queue: DOWN if one of its listeners cannot do its work for some time,
 * or if Redis may delete jobs. A listener that was stopped, and a queue that was paused,
 * are as they should be. Shows what is known, and waits for nothing.
 */
final class QueueHealthIndicator implements HealthIndicator {

	private final String queue;

	private final List<QueueListenerContainer> listeners;

	private final Duration downAfter;

	private final EvictionCheck eviction;

	QueueHealthIndicator(String queue, List<QueueListenerContainer> listeners, Duration downAfter,
			EvictionCheck eviction) {
		this.queue = queue;
		this.listeners = listeners;
		this.downAfter = downAfter;
		this.eviction = eviction;
	}

	@Override
	public Health health() {
		Health.Builder health = Health.up().withDetail("queue", this.queue);
		Map<String, Object> states = new LinkedHashMap<>();
		for (QueueListenerContainer listener : this.listeners) {
			ListenerStatus status = listener.status(this.queue);
			Map<String, Object> details = new LinkedHashMap<>();
			details.put("state", state(status));
			tell(health, details, "cannotLease", status.leasing());
			tell(health, details, "getsNoThread", status.threads());
			states.put(listener.id(), details);
		}
		health.withDetail("listeners", states);
		this.eviction.refresh();
		String warning = this.eviction.warning();
		if (warning != null) {
			health.down().withDetail("eviction", warning);
		}
		return health.build();
	}

	private static String state(ListenerStatus status) {
		if (!status.running()) {
			return "stopped";
		}
		if (status.paused()) {
			return "paused";
		}
		return status.queuePaused() ? "running, but the queue is paused" : "running";
	}

	private void tell(Health.Builder health, Map<String, Object> details, String name,
			@Nullable ListenerTrouble trouble) {
		if (trouble != null) {
			details.put(name, Map.of("since", trouble.since().toString(), "reason", trouble.reason()));
			if (trouble.age().compareTo(this.downAfter) >= 0) {
				health.down();
			}
		}
	}

}
