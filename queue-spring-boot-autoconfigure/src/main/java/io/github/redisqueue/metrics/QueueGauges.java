package io.github.redisqueue.metrics;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.background.ApplicationThreads;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Gauges of all queues that the application uses, tagged {@code queue}:
 * {@code redis.queue.ready}, {@code redis.queue.leases}, {@code redis.queue.delayed},
 * {@code redis.queue.waiting}, {@code redis.queue.dead.letters},
 * {@code redis.queue.oldest.age} and {@code redis.queue.counts.age}. Those of
 * {@code redis.queue.obstacle} are also tagged {@code reason}. The values come from
 * Redis, so every instance reports the same: aggregate instances with the maximum, not
 * the sum. Thread-safe.
 */
public final class QueueGauges implements MeterBinder, AutoCloseable {

	private final WorkQueues queues;

	private final Predicate<String> enabled;

	private final Predicate<String> cleaned;

	private final ApplicationThreads threads;

	private final List<CountGauges> all = new CopyOnWriteArrayList<>();

	private final Runnable watching = () -> this.all.forEach(CountGauges::keepRecent);

	/**
	 * Creates gauges that are not bound to a registry yet.
	 * @param queues the queues
	 * @param enabled whether the queue with a name has meters
	 * @param cleaned whether the application cleans the queue with a name: of others it
	 * may not be allowed to count the jobs, so it does not before somebody reads the
	 * gauges
	 * @param threads count the jobs, and log when they cannot
	 */
	public QueueGauges(WorkQueues queues, Predicate<String> enabled, Predicate<String> cleaned,
			ApplicationThreads threads) {
		this.queues = queues;
		this.enabled = enabled;
		this.cleaned = cleaned;
		this.threads = threads;
		queues.onForget(this::forget);
		threads.watch(this.watching);
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		this.queues.onQueue((queue) -> {
			if (this.enabled.test(queue.name())) {
				CountGauges gauges = new CountGauges(queue, registry, this.threads);
				this.all.add(gauges);
				if (this.cleaned.test(queue.name())) {
					gauges.ask();
				}
			}
		});
	}

	/** {@link QueueMeters} removes the gauges from the registry. */
	private void forget(WorkQueue queue) {
		this.all.stream().filter((gauges) -> gauges.queue() == queue).forEach(CountGauges::end);
		this.all.removeIf((gauges) -> gauges.queue() == queue);
	}

	/** Asks Redis no more. The gauges show what is known. */
	@Override
	public void close() {
		this.threads.unwatch(this.watching);
		this.all.forEach(CountGauges::end);
	}

}
