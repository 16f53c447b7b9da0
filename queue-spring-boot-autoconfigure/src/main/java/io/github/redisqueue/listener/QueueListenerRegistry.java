package io.github.redisqueue.listener;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.context.SmartLifecycle;

/**
 * The listeners of the application by id. Starts and stops them with the application.
 * Thread-safe.
 */
public final class QueueListenerRegistry implements SmartLifecycle {

	private final Map<String, Entry> entries = new LinkedHashMap<>();

	private boolean running;

	/**
	 * Creates an instance without listeners that is not started.
	 */
	public QueueListenerRegistry() {
	}

	/**
	 * Adds a listener. If the application is running, a listener with auto-startup is
	 * started at once.
	 * @param container the listener
	 * @param autoStartup whether the listener is started with the application
	 * @param place where the listener is declared, for messages
	 * @throws InvalidListenerException if the application has a listener with this id
	 */
	public synchronized void add(QueueListenerContainer container, boolean autoStartup, String place) {
		Entry present = this.entries.putIfAbsent(container.id(), new Entry(container, autoStartup, place));
		if (present != null) {
			throw new InvalidListenerException(
					"There are two listeners with the id '" + container.id() + "': " + present.place() + ", for queue '"
							+ present.container().queueName() + "', and " + place + ", for queue '"
							+ container.queueName() + "'.",
					"Give each listener an id of its own, as in @QueueListener(id = \"" + container.id()
							+ "-2\", ...).");
		}
		if (this.running && autoStartup) {
			container.start();
		}
	}

	/**
	 * Returns a listener.
	 * @param id the id of the listener
	 * @return the listener
	 * @throws IllegalArgumentException if no listener has this id
	 */
	public synchronized QueueListenerContainer get(String id) {
		Entry entry = this.entries.get(id);
		if (entry == null) {
			throw new IllegalArgumentException(
					"No listener has the id '" + id + "'. The ids are " + this.entries.keySet());
		}
		return entry.container();
	}

	/**
	 * Returns all listeners.
	 * @return the listeners in the order of addition
	 */
	public synchronized List<QueueListenerContainer> all() {
		return this.entries.values().stream().map(Entry::container).toList();
	}

	/**
	 * Starts the listeners with auto-startup.
	 * @throws io.github.redisqueue.DuplicateWorkerException if another running instance
	 * has the worker id of this one, and the type of a queue needs it to be unique
	 */
	@Override
	public synchronized void start() {
		this.running = true;
		List<QueueListenerContainer> starting = this.entries.values()
			.stream()
			.filter(Entry::autoStartup)
			.map(Entry::container)
			.toList();
		WorkerIdCheck.await(starting.stream().map(QueueListenerContainer::queue).toList());
		starting.forEach(QueueListenerContainer::startUnchecked);
	}

	/**
	 * Stops all listeners at the same time, and waits until they have stopped.
	 */
	@Override
	public void stop() {
		CompletableFuture<Void> stopped = new CompletableFuture<>();
		stop(() -> stopped.complete(null));
		stopped.join();
	}

	/**
	 * Stops all listeners at the same time without waiting.
	 * @param callback called when all listeners have stopped
	 */
	@Override
	public void stop(Runnable callback) {
		List<QueueListenerContainer> stopping = beginToStop();
		AtomicInteger running = new AtomicInteger(stopping.size() + 1);
		Runnable stopped = () -> {
			if (running.decrementAndGet() == 0) {
				callback.run();
			}
		};
		stopping.forEach((container) -> container.stop(stopped));
		stopped.run();
	}

	private synchronized List<QueueListenerContainer> beginToStop() {
		this.running = false;
		return all();
	}

	@Override
	public synchronized boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return QueueListenerContainer.PHASE;
	}

	private record Entry(QueueListenerContainer container, boolean autoStartup, String place) {

	}

}
