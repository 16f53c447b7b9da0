package io.github.redisqueue.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

import io.github.redisqueue.ScheduleState;
import io.github.redisqueue.ScheduleState.Firings;
import io.github.redisqueue.scheduling.ScheduleStates;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;

/**
 * The meters of all schedules of the queues that the application handles, tagged
 * {@code queue} and {@code schedule}: {@code redis.queue.schedule.firings} and
 * {@code redis.queue.schedule.skipped}, which count for all instances since the schedule
 * exists, {@code redis.queue.schedule.late} and {@code redis.queue.schedule.next}. They
 * show what the planner has last seen in Redis, so every instance reports the same:
 * aggregate instances with the maximum, not the sum. Thread-safe.
 *
 * @param enabled whether the queue with a name has meters
 */
public record ScheduleMeters(ScheduleStates states, Predicate<String> enabled) implements MeterBinder {

	@Override
	public void bindTo(MeterRegistry registry) {
		Map<String, OfQueue> queues = new ConcurrentHashMap<>();
		this.states.observe((queue, seen) -> {
			if (this.enabled.test(queue)) {
				queues
					.computeIfAbsent(queue,
							(name) -> new OfQueue(registry, this.states, name, new ConcurrentHashMap<>()))
					.saw(seen);
				if (seen.isEmpty()) {
					queues.remove(queue);
				}
			}
		});
	}

	/**
	 * The meters of the schedules of one queue, which come and go with them.
	 *
	 * @param byId by the ids of the schedules
	 */
	private record OfQueue(MeterRegistry registry, ScheduleStates states, String queue, Map<String, List<Meter>> byId) {

		synchronized void saw(List<ScheduleState> seen) {
			List<String> present = seen.stream().map((state) -> state.schedule().id()).toList();
			this.byId.keySet().removeIf((id) -> !present.contains(id) && remove(id));
			present.forEach((id) -> this.byId.computeIfAbsent(id, this::register));
		}

		private boolean remove(String id) {
			this.byId.getOrDefault(id, List.of()).forEach(this.registry::remove);
			return true;
		}

		private List<Meter> register(String id) {
			return List.of(
					counter("redis.queue.schedule.firings", "Jobs that the schedule has added", id, Firings::fired),
					counter("redis.queue.schedule.skipped", "Firings that were skipped", id, Firings::skipped),
					gauge("redis.queue.schedule.late", "Time for which the next firing has been due", id,
							Firings::late),
					gauge("redis.queue.schedule.next", "Time until the next firing that is planned", id,
							OfQueue::untilNext));
		}

		private Meter counter(String name, String description, String id, ToDoubleFunction<Firings> count) {
			// A counter must not fall while Redis is away.
			return FunctionCounter
				.builder(name, this.states,
						(states) -> firings(states.lastOf(this.queue), id).map(count::applyAsDouble).orElse(0.0))
				.description(description)
				.tags("queue", this.queue, "schedule", id)
				.register(this.registry);
		}

		private Meter gauge(String name, String description, String id, Function<Firings, @Nullable Duration> time) {
			return TimeGauge
				.builder(name,
						() -> firings(this.states.of(this.queue), id).map(time).map(Duration::toMillis).orElse(null),
						TimeUnit.MILLISECONDS)
				.description(description)
				.tags("queue", this.queue, "schedule", id)
				.register(this.registry);
		}

		private static Optional<Firings> firings(List<ScheduleState> states, String id) {
			return states.stream()
				.filter((state) -> state.schedule().id().equals(id))
				.map(ScheduleState::firings)
				.findAny();
		}

		private static @Nullable Duration untilNext(Firings firings) {
			Instant next = firings.next();
			if (next == null) {
				return null;
			}
			Duration left = Duration.between(Instant.now(), next);
			return left.isNegative() ? Duration.ZERO : left;
		}

	}

}
