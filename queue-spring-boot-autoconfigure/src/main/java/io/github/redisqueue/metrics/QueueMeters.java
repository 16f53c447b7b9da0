package io.github.redisqueue.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.observation.JobHandleContext;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;

/**
 * Counts the events in the queues of this instance, tagged {@code queue}:
 * {@code redis.queue.retries}, {@code redis.queue.reclaims},
 * {@code redis.queue.leases.lost} and {@code redis.queue.buried}. Has the meters of the
 * listeners, which are also tagged {@code listener}, and hears of their handlers as an
 * observation handler. Thread-safe.
 */
public final class QueueMeters implements QueueEvents, ObservationHandler<JobHandleContext> {

	private final MeterRegistry registry;

	private final Predicate<String> enabled;

	private final ListenerStates states;

	private final Map<Served, ListenerMeters> listeners = new ConcurrentHashMap<>();

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
		ListenerMeters meters = this.listeners.remove(new Served(queue, listener));
		if (meters != null) {
			meters.remove(this.registry);
		}
	}

	@Override
	public boolean supportsContext(Observation.Context context) {
		return context instanceof JobHandleContext;
	}

	@Override
	public void onStart(JobHandleContext context) {
		ListenerMeters meters = this.listeners.get(new Served(context.lease().queue(), context.listener()));
		if (meters != null) {
			meters.handling(context.lease());
		}
	}

	private record Served(String queue, String listener) {

	}

}
