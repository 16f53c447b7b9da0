package io.github.redisqueue.metrics;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.observation.JobHandleContext;
import io.github.redisqueue.observation.JobSendContext;
import io.github.redisqueue.observation.ReadyTime;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
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

	private final BiFunction<String, String, ListenerState> states;

	/** Only of queues that have meters. A timer stays while its listener is stopped. */
	private final Map<Served, Timer> waits = new ConcurrentHashMap<>();

	/** The names of the observations, which are those of timers. */
	private final Set<String> observations = ConcurrentHashMap.newKeySet();

	/**
	 * Creates counters for all queues that the application uses. They are registered when
	 * a queue is created, with the value zero.
	 * @param enabled whether the queue with a name has meters
	 * @param states the state for a queue and the id of a listener, without waiting
	 */
	public QueueMeters(MeterRegistry registry, WorkQueues queues, Predicate<String> enabled,
			BiFunction<String, String, ListenerState> states) {
		this.registry = registry;
		this.enabled = enabled;
		this.states = states;
		queues.onQueue((queue) -> Stream.of(Kind.values()).forEach((kind) -> happened(kind, queue.name(), 0)));
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
			this.waits.computeIfAbsent(new Served(queue, listener), this::register);
		}
	}

	private Timer register(Served served) {
		Supplier<ListenerState> state = () -> this.states.apply(served.queue(), served.listener());
		gauge(served, "redis.queue.handlers.active", "Jobs that handlers of the listener handle now",
				() -> state.get().handling());
		gauge(served, "redis.queue.handlers.max",
				"Jobs that the listener may handle at the same time; 0 if it is stopped",
				() -> state.get().concurrency());
		gauge(served, "redis.queue.listener.paused",
				"Whether the listener leases no jobs because it or the queue is paused, 0 or 1",
				() -> state.get().paused() ? 1 : 0);
		TimeGauge.builder("redis.queue.listener.stalled", () -> state.get().stalled().toNanos(), TimeUnit.NANOSECONDS)
			.description("Time for which the listener has been unable to lease jobs, or to get a thread for them")
			.tags(served.tags())
			.register(this.registry);
		return Timer.builder("redis.queue.wait")
			.description("Time from when a job was ready for the first time to its first handling")
			.tags(served.tags())
			.register(this.registry);
	}

	private void gauge(Served served, String name, String description, Supplier<Number> value) {
		Gauge.builder(name, value).description(description).tags(served.tags()).register(this.registry);
	}

	@Override
	public void removed(String queue, String listener) {
		Served served = new Served(queue, listener);
		this.waits.remove(served);
		remove(served.tags());
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
			Timer wait = this.waits.get(new Served(handling.lease().queue(), handling.listener()));
			Duration waited = (wait != null) ? ReadyTime.waited(handling.lease()) : null;
			if (waited != null) {
				wait.record(waited);
			}
		}
	}

	/** What tells the meters of a listener that serves several queues apart. */
	private record Served(String queue, String listener) {

		Tags tags() {
			return Tags.of("queue", this.queue, "listener", this.listener);
		}

	}

	/**
	 * The state of a listener.
	 *
	 * @param concurrency how many jobs it may handle at the same time, 0 if it is stopped
	 * @param paused whether it leases no jobs because it or the queue is paused
	 * @param stalled for how long it has been unable to lease jobs, or to get a thread
	 * for them; zero if it is able to
	 */
	public record ListenerState(int concurrency, int handling, boolean paused, Duration stalled) {

		public static final ListenerState STOPPED = new ListenerState(0, 0, false, Duration.ZERO);

	}

}
