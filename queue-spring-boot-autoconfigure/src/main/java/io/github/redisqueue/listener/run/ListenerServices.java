package io.github.redisqueue.listener.run;

import java.util.List;
import java.util.function.LongSupplier;

import io.github.redisqueue.background.ApplicationThreads;
import io.github.redisqueue.background.Outages;
import io.github.redisqueue.listener.BuriedJobNotifier;
import io.github.redisqueue.listener.HandlerInterceptor;
import io.github.redisqueue.listener.JobErrorHandler;
import io.github.redisqueue.listener.JobHandler;
import io.github.redisqueue.listener.ListenerQueue;
import io.github.redisqueue.listener.ListenerRuns;
import io.github.redisqueue.listener.handle.HandlerGate;
import io.github.redisqueue.listener.job.Heartbeats;
import io.github.redisqueue.listener.job.LeaseExpiryMonitor;
import io.github.redisqueue.listener.job.PrefetchMemory;
import io.github.redisqueue.metrics.QueueEvents;
import io.github.redisqueue.observation.QueueObservations;
import org.jspecify.annotations.Nullable;

import org.springframework.core.task.AsyncTaskExecutor;

/**
 * The objects that all listeners of an application share. Thread-safe.
 */
public final class ListenerServices implements ListenerRuns {

	/** Runs the handler threads. */
	final AsyncTaskExecutor handlerExecutor;

	final ApplicationThreads threads;

	final QueueEvents events;

	final QueueObservations observations;

	final Heartbeats heartbeats;

	final LeaseExpiryMonitor expiryMonitor;

	final PrefetchMemory prefetchMemory;

	final HandlerExtensions extensions;

	/** The time in nanoseconds by which handlers and calls are measured. */
	volatile LongSupplier ticker = System::nanoTime;

	final HandlerGate gate = new HandlerGate(HandlerGate.PATIENCE);

	/**
	 * Creates the services.
	 * @param prefetchMemory how many bytes the payloads of leased jobs may have before
	 * listeners that hold jobs lease no more
	 */
	public ListenerServices(AsyncTaskExecutor handlerExecutor, ApplicationThreads threads, QueueEvents events,
			QueueObservations observations, long prefetchMemory, HandlerExtensions extensions) {
		this.extensions = extensions;
		this.handlerExecutor = handlerExecutor;
		this.threads = threads;
		this.events = events;
		this.observations = observations;
		this.heartbeats = new Heartbeats(threads.heartbeats(), threads.outages(), threads.background());
		this.prefetchMemory = new PrefetchMemory(prefetchMemory);
		this.expiryMonitor = new LeaseExpiryMonitor(threads.heartbeats());
	}

	public Outages outages() {
		return this.threads.outages();
	}

	/** Lets listeners that start from now on measure durations by another time. */
	public void ticker(LongSupplier ticker) {
		this.ticker = ticker;
	}

	@Override
	public Run prepare(String id, String name, List<ListenerQueue> queues, JobHandler handler, int concurrency) {
		return new ListenerRun(id, name, queues, handler, concurrency, this);
	}

	@Override
	public void removed(String id, String queue) {
		this.events.removed(queue, id);
	}

	/** What an application adds to the handling of jobs by all its listeners. */
	public record HandlerExtensions(List<HandlerInterceptor> interceptors, @Nullable JobErrorHandler errorHandler,
			BuriedJobNotifier burials) {

		public static final HandlerExtensions NONE = new HandlerExtensions(List.of(), null, BuriedJobNotifier.NONE);

	}

}
