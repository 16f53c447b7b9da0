package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.bell.Bell;

import org.springframework.context.SmartLifecycle;

/**
 * Forwards the jobs of queues to other queues while the application runs. Thread-safe.
 */
public final class QueueForwarders implements SmartLifecycle {

	/** Longer than a call to Redis waits for its reply. */
	private static final Duration STOP_TIMEOUT = Duration.ofSeconds(12);

	private final Map<WorkerQueue, Supplier<Forwarder>> routes = new LinkedHashMap<>();

	private List<Forwarder> forwarders = List.of();

	private final ListenerServices services;

	/**
	 * Creates an instance that forwards no queue and is not started.
	 * @param services what forwarders share with listeners
	 */
	public QueueForwarders(ListenerServices services) {
		this.services = services;
	}

	/**
	 * Adds a queue whose jobs are forwarded. Must be called before the start.
	 * @param from the source queue
	 * @param to the target queue
	 * @param bell the bell of the source queue
	 * @param pollInterval how long to wait for the bell before polling the source queue
	 */
	public synchronized void add(WorkerQueue from, WorkQueue to, Bell bell, Duration pollInterval) {
		this.routes.put(from, () -> new Forwarder(from, to, bell, pollInterval, this.services));
	}

	@Override
	public synchronized void start() {
		if (isRunning()) {
			return;
		}
		WorkerIdCheck.await(this.routes.keySet());
		this.forwarders = this.routes.values().stream().map(Supplier::get).toList();
		this.forwarders.forEach(Forwarder::start);
	}

	@Override
	public synchronized void stop() {
		List<Forwarder> stopping = new ArrayList<>(this.forwarders);
		this.forwarders = List.of();
		stopping.forEach(Forwarder::beginToStop);
		try {
			for (Forwarder forwarder : stopping) {
				forwarder.awaitStop(STOP_TIMEOUT);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public synchronized boolean isRunning() {
		return !this.forwarders.isEmpty();
	}

	@Override
	public int getPhase() {
		return QueueListenerContainer.PHASE;
	}

}
