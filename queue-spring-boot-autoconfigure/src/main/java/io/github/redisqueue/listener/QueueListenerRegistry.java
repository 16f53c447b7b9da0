package io.github.redisqueue.listener;

import java.util.ArrayList;
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

	/** All listeners, for those who must not wait while others start. */
	private volatile List<QueueListenerContainer> all = List.of();

	/** Those that have been removed and have not stopped, as often as that. */
	private final List<QueueListenerContainer> removed = new ArrayList<>();

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
		Entry entry = new Entry(container, autoStartup, place, new CompletableFuture<>());
		try {
			if (register(entry)) {
				start(container);
			}
		}
		finally {
			entry.added().complete(null);
		}
	}

	/** Returns whether the listener is to be started. */
	private synchronized boolean register(Entry entry) {
		QueueListenerContainer container = entry.container();
		Entry present = this.entries.putIfAbsent(container.id(), entry);
		if (present != null) {
			throw new InvalidListenerException(
					"There are two listeners with the id '" + container.id() + "': " + present.place() + ", for "
							+ present.container().on() + ", and " + entry.place() + ", for " + container.on() + ".",
					"Give each listener an id of its own, as in @QueueListener(id = \"" + container.id()
							+ "-2\", ...).");
		}
		list();
		return this.running && entry.autoStartup();
	}

	private void start(QueueListenerContainer container) {
		boolean started = false;
		try {
			startIfWanted(container);
			started = true;
		}
		finally {
			if (!started) {
				unregister(container);
			}
		}
	}

	/** Unless the application stops meanwhile, or somebody removes the listener. */
	private void startIfWanted(QueueListenerContainer container) {
		if (isWanted(container)) {
			container.start();
			if (!isWanted(container)) {
				container.stop();
				forget(container);
			}
		}
	}

	private synchronized boolean isWanted(QueueListenerContainer container) {
		return this.running && this.all.contains(container);
	}

	private synchronized void unregister(QueueListenerContainer container) {
		this.entries.values().removeIf((entry) -> entry.container() == container);
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
		Entry entry = detach(id);
		// What another thread is about to start could not be stopped before that.
		entry.added().thenRun(() -> entry.container().stop(() -> {
			forget(entry.container());
			stopped.complete(null);
		}));
		return stopped;
	}

	private synchronized Entry detach(String id) {
		Entry entry = find(id);
		this.entries.remove(id);
		this.removed.add(entry.container());
		list();
		return entry;
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
		return find(id).container();
	}

	private Entry find(String id) {
		Entry entry = this.entries.get(id);
		if (entry == null) {
			throw new IllegalArgumentException(
					"No listener has the id '" + id + "'. The ids are " + this.entries.keySet());
		}
		return entry;
	}

	/**
	 * Returns all listeners. Never waits.
	 * @return the listeners in the order of addition
	 */
	public List<QueueListenerContainer> all() {
		return this.all;
	}

	/**
	 * Starts the listeners with auto-startup. If one of them cannot be started, all
	 * listeners are stopped again.
	 */
	@Override
	public void start() {
		boolean started = false;
		try {
			// A listener may wait for handlers of its last run, which may ask this
			// object.
			beginToStart().forEach(this::startIfWanted);
			started = true;
		}
		finally {
			if (!started) {
				stop();
			}
		}
	}

	private synchronized List<QueueListenerContainer> beginToStart() {
		this.running = true;
		return this.entries.values().stream().filter(Entry::autoStartup).map(Entry::container).toList();
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

	/**
	 * A listener.
	 *
	 * @param container the listener
	 * @param autoStartup whether it is started with the application
	 * @param place where it is declared
	 * @param added completed when it has been started, if adding it starts it
	 */
	private record Entry(QueueListenerContainer container, boolean autoStartup, String place,
			CompletableFuture<Void> added) {

	}

}
