package io.github.redisqueue.listener;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.context.SmartLifecycle;

/**
 * The listeners of the application by id. Starts and stops them with the application.
 * Thread-safe.
 */
public final class QueueListenerRegistry implements SmartLifecycle {

	private final Map<String, Entry> entries = new LinkedHashMap<>();

	/** All listeners, for those who must not wait while others start. */
	private volatile List<QueueListenerContainer> all = List.of();

	/** Those that have been removed and have not stopped. */
	private final Set<QueueListenerContainer> removed = new HashSet<>();

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
	public void add(QueueListenerContainer container, boolean autoStartup, String place) {
		if (register(container, autoStartup, place)) {
			start(container);
		}
	}

	/** Returns whether the listener is to be started. */
	private synchronized boolean register(QueueListenerContainer container, boolean autoStartup, String place) {
		Entry present = this.entries.putIfAbsent(container.id(), new Entry(container, autoStartup, place));
		if (present != null) {
			throw new InvalidListenerException(
					"There are two listeners with the id '" + container.id() + "': " + present.place() + ", for "
							+ present.container().on() + ", and " + place + ", for " + container.on() + ".",
					"Give each listener an id of its own, as in @QueueListener(id = \"" + container.id()
							+ "-2\", ...).");
		}
		list();
		return this.running && autoStartup;
	}

	private void start(QueueListenerContainer container) {
		boolean started = false;
		try {
			container.start();
			started = true;
		}
		finally {
			if (!started) {
				unregister(container);
			}
		}
		if (!isRunning()) {
			// The application has stopped meanwhile.
			container.stop();
		}
	}

	private synchronized void unregister(QueueListenerContainer container) {
		this.entries.remove(container.id());
		list();
	}

	private void list() {
		this.all = this.entries.values().stream().map(Entry::container).toList();
	}

	/**
	 * Adds a listener at run time, and starts it if the application is running. If it
	 * cannot be started, it is not added.
	 * @param container the listener
	 * @throws InvalidListenerException if the application has a listener with this id
	 */
	public void add(QueueListenerContainer container) {
		add(container, true, "one that was added at run time");
	}

	/**
	 * Removes a listener and its meters, and stops it without waiting.
	 * @param id the id of the listener
	 * @return completed when the listener has stopped
	 * @throws IllegalArgumentException if no listener has this id
	 */
	public CompletableFuture<Void> remove(String id) {
		CompletableFuture<Void> stopped = new CompletableFuture<>();
		QueueListenerContainer removed;
		synchronized (this) {
			removed = get(id);
			this.entries.remove(id);
			this.removed.add(removed);
			list();
		}
		removed.stop(() -> {
			forget(removed);
			stopped.complete(null);
		});
		return stopped;
	}

	private synchronized void forget(QueueListenerContainer container) {
		this.removed.remove(container);
		if (!this.entries.containsKey(container.id())) {
			container.forget();
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
	 * Returns all listeners. Never waits.
	 * @return the listeners in the order of addition
	 */
	public List<QueueListenerContainer> all() {
		return this.all;
	}

	/**
	 * Starts the listeners with auto-startup.
	 */
	@Override
	public synchronized void start() {
		this.running = true;
		this.entries.values()
			.stream()
			.filter(Entry::autoStartup)
			.map(Entry::container)
			.forEach(QueueListenerContainer::start);
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
		List<QueueListenerContainer> stopping = new ArrayList<>(all());
		stopping.addAll(this.removed);
		return stopping;
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
