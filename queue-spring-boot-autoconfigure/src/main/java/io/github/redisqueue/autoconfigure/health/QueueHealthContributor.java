package io.github.redisqueue.autoconfigure.health;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

import io.github.redisqueue.ScheduleState;
import io.github.redisqueue.listener.ListenerStatus;
import io.github.redisqueue.listener.ListenerTrouble;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerRegistry;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributors;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * The health of the queues that this application listens to. A queue is DOWN if one of
 * its listeners cannot do its work for some time, or waits for a reply for longer than
 * any call may take, if a schedule does not fire though it is due, or if Redis may delete
 * jobs. A listener that was stopped, and a queue that was paused, are as they should be.
 * Shows what is known, and never waits. Thread-safe.
 *
 * @param downAfter how long a listener of a queue must be unable to work before it is
 * DOWN
 * @param longestCall how long a call may take, if nothing goes wrong here
 */
public record QueueHealthContributor(QueueListenerRegistry listeners, Function<String, Duration> downAfter,
		EvictionCheck eviction, Function<String, List<ScheduleState>> schedules,
		Duration longestCall) implements CompositeHealthContributor {

	/** From when on a schedule is late. Until then, an instance may be about to plan. */
	private static final Duration LATE = Duration.ofMinutes(1);

	private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

	@Override
	public @Nullable HealthIndicator getContributor(String name) {
		List<QueueListenerContainer> own = this.listeners.of(name);
		return own.isEmpty() ? null : () -> health(name, own);
	}

	/** The queues are those of now, as listeners may come and go at any time. */
	@Override
	public Stream<HealthContributors.Entry> stream() {
		return this.listeners.all()
			.stream()
			.flatMap((listener) -> listener.queueNames().stream())
			.distinct()
			.map((queue) -> new HealthContributors.Entry(queue,
					(HealthIndicator) () -> health(queue, this.listeners.of(queue))));
	}

	Health health(String queue, List<QueueListenerContainer> listeners) {
		Duration downAfter = this.downAfter.apply(queue);
		Health.Builder health = Health.up().withDetail("queue", queue);
		Map<String, Object> states = new LinkedHashMap<>();
		for (QueueListenerContainer listener : listeners) {
			ListenerStatus status = listener.status(queue);
			Map<String, Object> details = new LinkedHashMap<>();
			details.put("state", state(status));
			tell(health, details, "cannotLease", status.leasing(), downAfter);
			tell(health, details, "getsNoThread", status.threads(), downAfter);
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
		// Nobody handles the jobs of a queue that is paused, on purpose.
		boolean paused = listeners.stream().anyMatch((listener) -> listener.status(queue).queuePaused());
		tellLateSchedules(health, queue, paused ? FOREVER : downAfter);
		String warning = this.eviction.warning();
		if (warning != null) {
			health.down().withDetail("eviction", warning);
		}
		return health.build();
	}

	private void tellLateSchedules(Health.Builder health, String queue, Duration downAfter) {
		Map<String, Object> late = new LinkedHashMap<>();
		for (ScheduleState state : this.schedules.apply(queue)) {
			Duration time = state.firings().late();
			if (time.compareTo(LATE) >= 0) {
				late.put(state.schedule().id(),
						Map.of("due", String.valueOf(state.firings().next()), "late", time.toString()));
				if (time.compareTo(downAfter) >= 0) {
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
