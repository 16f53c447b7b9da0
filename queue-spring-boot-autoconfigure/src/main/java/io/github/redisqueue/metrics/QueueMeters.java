package io.github.redisqueue.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkQueues;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Counts the events in the queues of this instance, tagged {@code queue}:
 * {@code redis.queue.retries}, {@code redis.queue.reclaims},
 * {@code redis.queue.leases.lost} and {@code redis.queue.buried}. Measures what listeners
 * do, also tagged {@code listener}: {@code redis.queue.handlers.active} and
 * {@code redis.queue.wait}. Thread-safe.
 */
public final class QueueMeters implements QueueEvents {

	private final MeterRegistry registry;

	private final Predicate<String> enabled;

	private final ListenerStates states;

	private final Map<String, QueueEvents> byQueue = new ConcurrentHashMap<>();

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
		queues.onQueue((queue) -> of(queue.name()));
	}

	@Override
	public void listening(String queue, String listener) {
		of(queue).listening(queue, listener);
	}

	@Override
	public void removed(String queue, String listener) {
		of(queue).removed(queue, listener);
	}

	@Override
	public void handling(String listener, Lease lease) {
		of(lease.queue()).handling(listener, lease);
	}

	@Override
	public void handled(String listener, Lease lease) {
		of(lease.queue()).handled(listener, lease);
	}

	@Override
	public void retried(String queue, long jobs) {
		of(queue).retried(queue, jobs);
	}

	@Override
	public void buried(String queue, long jobs) {
		of(queue).buried(queue, jobs);
	}

	@Override
	public void lost(String queue, long jobs) {
		of(queue).lost(queue, jobs);
	}

	@Override
	public void reclaimed(String queue, long jobs) {
		of(queue).reclaimed(queue, jobs);
	}

	private QueueEvents of(String queue) {
		return this.byQueue.computeIfAbsent(queue,
				(name) -> this.enabled.test(name) ? new Counters(this.registry, name, this.states) : QueueEvents.NONE);
	}

	/**
	 * The counters of one queue, and the meters of its listeners.
	 */
	private static final class Counters implements QueueEvents {

		private final MeterRegistry registry;

		private final String queue;

		private final ListenerStates states;

		private final Map<String, ListenerMeters> listeners = new ConcurrentHashMap<>();

		private final Counter retries;

		private final Counter buried;

		private final Counter lost;

		private final Counter reclaims;

		Counters(MeterRegistry registry, String queue, ListenerStates states) {
			this.registry = registry;
			this.queue = queue;
			this.states = states;
			this.retries = counter(registry, queue, "redis.queue.retries",
					"Failures of handlers whose jobs are retried");
			this.buried = counter(registry, queue, "redis.queue.buried", "Jobs that became dead letters");
			this.lost = counter(registry, queue, "redis.queue.leases.lost",
					"Leases that were lost or expired before their jobs were settled");
			this.reclaims = counter(registry, queue, "redis.queue.reclaims",
					"Jobs of crashed workers that were made ready again");
		}

		private static Counter counter(MeterRegistry registry, String queue, String name, String description) {
			return Counter.builder(name).description(description).tag("queue", queue).register(registry);
		}

		@Override
		public void listening(String queue, String listener) {
			this.listeners.computeIfAbsent(listener,
					(id) -> new ListenerMeters(this.registry, this.queue, id, this.states));
		}

		@Override
		public void removed(String queue, String listener) {
			ListenerMeters meters = this.listeners.remove(listener);
			if (meters != null) {
				meters.remove(this.registry);
			}
		}

		@Override
		public void handling(String listener, Lease lease) {
			ListenerMeters meters = this.listeners.get(listener);
			if (meters != null) {
				meters.handling(lease);
			}
		}

		@Override
		public void handled(String listener, Lease lease) {
			ListenerMeters meters = this.listeners.get(listener);
			if (meters != null) {
				meters.handled();
			}
		}

		@Override
		public void retried(String queue, long jobs) {
			this.retries.increment(jobs);
		}

		@Override
		public void buried(String queue, long jobs) {
			this.buried.increment(jobs);
		}

		@Override
		public void lost(String queue, long jobs) {
			this.lost.increment(jobs);
		}

		@Override
		public void reclaimed(String queue, long jobs) {
			this.reclaims.increment(jobs);
		}

	}

}
