package io.github.redisqueue.autoconfigure.health;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.github.redisqueue.ScheduleState;
import io.github.redisqueue.listener.ListenerStatus;
import io.github.redisqueue.listener.ListenerTrouble;
import io.github.redisqueue.listener.QueueListenerContainer;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * The health of a queue: DOWN if one of its listeners cannot do its work for some time,
 * or waits for a reply for longer than any call may take, if a schedule does not fire
 * though it is due, or if Redis may delete jobs. A listener that was stopped, and a queue
 * that was paused, are as they should be. Shows what is known, and never waits.
 */
final class QueueHealthIndicator implements HealthIndicator {

	/** From when on a schedule is late. Until then, an instance may be about to plan. */
	private static final Duration LATE = Duration.ofMinutes(1);

	private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

	private final String queue;

	private final List<QueueListenerContainer> listeners;

	private final Duration downAfter;

	private final Duration longestCall;

	private final EvictionCheck eviction;

	private final Supplier<List<ScheduleState>> schedules;

	QueueHealthIndicator(String queue, List<QueueListenerContainer> listeners, Duration downAfter, Duration longestCall,
			EvictionCheck eviction, Supplier<List<ScheduleState>> schedules) {
		this.queue = queue;
		this.listeners = listeners;
		this.downAfter = downAfter;
		this.longestCall = longestCall;
		this.eviction = eviction;
		this.schedules = schedules;
	}

	@Override
	public Health health() {
		Health.Builder health = Health.up().withDetail("queue", this.queue);
		Map<String, Object> states = new LinkedHashMap<>();
		for (QueueListenerContainer listener : this.listeners) {
			ListenerStatus status = listener.status(this.queue);
			Map<String, Object> details = new LinkedHashMap<>();
			details.put("state", state(status));
			tell(health, details, "cannotLease", status.leasing(), this.downAfter);
			tell(health, details, "getsNoThread", status.threads(), this.downAfter);
			// They may as well be slow, which no restart mends.
			tell(health, details, "handlersBusy", status.work().busy(), FOREVER);
			ListenerTrouble call = status.work().unanswered();
			if (call != null && call.age().compareTo(this.longestCall) >= 0) {
				// It should have failed long ago, so waiting will not help.
				tell(health, details, "hangs", call, Duration.ZERO);
			}
			states.put(listener.id(), details);
		}
		health.withDetail("listeners", states);
		tellLateSchedules(health);
		String warning = this.eviction.warning();
		if (warning != null) {
			health.down().withDetail("eviction", warning);
		}
		return health.build();
	}

	/** Nobody handles the jobs of a queue that is paused, on purpose. */
	private void tellLateSchedules(Health.Builder health) {
		boolean paused = this.listeners.stream().anyMatch((listener) -> listener.status(this.queue).queuePaused());
		Map<String, Object> late = new LinkedHashMap<>();
		for (ScheduleState state : this.schedules.get()) {
			Duration time = state.firings().late();
			if (time.compareTo(LATE) >= 0) {
				late.put(state.schedule().id(),
						Map.of("due", String.valueOf(state.firings().next()), "late", time.toString()));
				if (!paused && time.compareTo(this.downAfter) >= 0) {
					health.down();
				}
			}
		}
		if (!late.isEmpty()) {
			health.withDetail("lateSchedules", late);
		}
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

	private static void tell(Health.Builder health, Map<String, Object> details, String name,
			@Nullable ListenerTrouble trouble, Duration downAfter) {
		if (trouble != null) {
			details.put(name, Map.of("since", trouble.since().toString(), "reason", trouble.reason()));
			if (trouble.age().compareTo(downAfter) >= 0) {
				health.down();
			}
		}
	}

}
