package io.github.redisqueue.metrics;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.observation.JobHandleContext;
import io.github.redisqueue.observation.JobSendContext;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;

/**
 * Counts the events in the queues of this instance, tagged {@code queue}:
 * {@code redis.queue.retries}, {@code redis.queue.reclaims},
 * {@code redis.queue.leases.lost} and {@code redis.queue.buried}. Has the meters of the
 * listeners, which are also tagged {@code listener}, and hears of their handlers as an
 * observation handler. Removes all meters of listeners and queues that are gone, whoever
 * has registered them. Thread-safe.
 */
public final class QueueMeters implements QueueEvents, ObservationHandler<Observation.Context> {

	private final MeterRegistry registry;

	private final Predicate<String> enabled;

	private final ListenerStates states;

	private final Map<Served, ListenerMeters> listeners = new ConcurrentHashMap<>();

	/** The names of the observations, which are those of timers. */
	private final Set<String> observations = ConcurrentHashMap.newKeySet();

	/**
	 * Creates counters for all queues that the application uses. They are registered when
	 * a queue is created, with the value zero.
	 * @param registry where to register the counters
	 * @param queues the queues
	 * @param enabled whether the queue with a name has meters
	 * @param states tells what listeners know of themselves
	 */
	public QueueMeters(MeterRegistry registry, WorkQueues queues, Predicate<String> enabled, ListenerStates states) {
		this.registry = registry;
		this.enabled = enabled;
		this.states = states;
		queues.onQueue((queue) -> {
			for (Kind kind : Kind.values()) {
				happened(kind, queue.name(), 0);
			}
		});
		queues.onForget((queue) -> remove(Tags.of("queue", queue.name())));
	}

	@Override
	public void happened(Kind kind, String queue, long jobs) {
		if (this.enabled.test(queue)) {
			Counter.builder(kind.meter)
				.description(kind.description)
				.tag("queue", queue)
				.register(this.registry)
				.increment(jobs);
		}
	}

	@Override
	public void listening(String queue, String listener) {
		if (this.enabled.test(queue)) {
			this.listeners.computeIfAbsent(new Served(queue, listener),
					(served) -> new ListenerMeters(this.registry, queue, listener, this.states));
		}
	}

	@Override
	public void removed(String queue, String listener) {
		this.listeners.remove(new Served(queue, listener));
		remove(Tags.of("queue", queue, "listener", listener));
	}

	private void remove(Tags tags) {
		List<Tag> wanted = tags.stream().toList();
		this.registry.getMeters()
			.stream()
			.map(Meter::getId)
			.filter((id) -> isOfQueues(id.getName()) && id.getTags().containsAll(wanted))
			.forEach(this.registry::remove);
	}

	private boolean isOfQueues(String meter) {
		return meter.startsWith("redis.queue.") || this.observations.contains(meter)
				|| this.observations.contains(meter.replaceFirst("\\.active$", ""));
	}

	@Override
	public boolean supportsContext(Observation.Context context) {
		return context instanceof JobHandleContext || context instanceof JobSendContext;
	}

	@Override
	public void onStart(Observation.Context context) {
		this.observations.add(context.getName());
		if (context instanceof JobHandleContext handling) {
			ListenerMeters meters = this.listeners.get(new Served(handling.lease().queue(), handling.listener()));
			if (meters != null) {
				meters.handling(handling.lease());
			}
		}
	}

	private record Served(String queue, String listener) {

	}

}
