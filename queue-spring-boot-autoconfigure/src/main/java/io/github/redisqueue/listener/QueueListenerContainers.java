package io.github.redisqueue.listener;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.context.SmartLifecycle;

/**
 * The listeners of an application, by id. Starts and stops them with the application.
 * Thread-safe.
 */
public final class QueueListenerContainers implements SmartLifecycle {

	private final Map<String, Entry> entries = new LinkedHashMap<>();

	private boolean running;

	/**
	 * Adds a listener. If the application runs already, the listener is started at once.
	 * @param container the listener
	 * @param autoStartup whether it is started with the application
	 * @param place where it was declared, for messages
	 * @throws InvalidListenerException if there is one with this id
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
	 * A listener.
	 * @param id its id
	 * @return the listener
	 * @throws IllegalArgumentException if there is none with this id
	 */
	public synchronized QueueListenerContainer get(String id) {
		Entry entry = this.entries.get(id);
		if (entry == null) {
			throw new IllegalArgumentException("There is no listener '" + id + "', only " + this.entries.keySet());
		}
		return entry.container();
	}

	/**
	 * All listeners.
	 * @return the listeners in the order in which they were added
	 */
	public synchronized List<QueueListenerContainer> all() {
		return this.entries.values().stream().map(Entry::container).toList();
	}

	/**
	 * Starts those that are to be started with the application.
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
		starting.forEach(QueueListenerContainer::begin);
	}

	/**
	 * Stops all of them, and waits for that.
	 */
	@Override
	public void stop() {
		CompletableFuture<Void> stopped = new CompletableFuture<>();
		stop(() -> stopped.complete(null));
		stopped.join();
	}

	/**
	 * Stops all of them at the same time.
	 * @param callback called when all have stopped
	 */
	@Override
	public void stop(Runnable callback) {
		List<QueueListenerContainer> stopping = beginToStop();
		AtomicInteger left = new AtomicInteger(stopping.size() + 1);
		Runnable stopped = () -> {
			if (left.decrementAndGet() == 0) {
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
