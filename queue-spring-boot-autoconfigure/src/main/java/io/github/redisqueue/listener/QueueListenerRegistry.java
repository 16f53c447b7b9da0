package io.github.redisqueue.listener;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.springframework.context.SmartLifecycle;
import org.springframework.util.Assert;

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

	/** Creates an instance without listeners that is not started. */
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
		try {
			startIfWanted(container);
		}
		catch (Throwable ex) {
			unregister(container);
			throw ex;
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
		Entry entry = detach(id);
		QueueListenerContainer container = entry.container();
		// What another thread is about to start could not be stopped before that.
		CompletableFuture<Void> stopped = entry.added()
			.thenCompose((added) -> container.beginToStop())
			.thenRun(() -> forget(container));
		// The caller may complete his own.
		return stopped.copy();
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
	 * {@return a listener}
	 * @param id the id of the listener
	 * @throws IllegalArgumentException if no listener has this id
	 */
	public synchronized QueueListenerContainer get(String id) {
		return find(id).container();
	}

	private Entry find(String id) {
		Entry entry = this.entries.get(id);
		Assert.notNull(entry, () -> "No listener has the id '" + id + "'. The ids are " + this.entries.keySet());
		return entry;
	}

	/**
	 * {@return all listeners in the order of addition, without waiting}
	 */
	public List<QueueListenerContainer> all() {
		return this.all;
	}

	/**
	 * {@return the listeners on a queue, whether they run or not, without waiting}
	 * @param queue the name of the queue; one that the application does not know has none
	 */
	public List<QueueListenerContainer> of(String queue) {
		return this.all.stream().filter((listener) -> listener.queueNames().contains(queue)).toList();
	}

	/**
	 * Starts the listeners with auto-startup. If one of them cannot be started, all
	 * listeners are stopped again.
	 */
	@Override
	public void start() {
		try {
			// A listener may wait for handlers of its last run, which may ask this
			// object.
			beginToStart().forEach(this::startIfWanted);
		}
		catch (Throwable ex) {
			stop();
			throw ex;
		}
	}

	private synchronized List<QueueListenerContainer> beginToStart() {
		this.running = true;
		return this.entries.values().stream().filter(Entry::autoStartup).map(Entry::container).toList();
	}

	/** Stops all listeners at the same time, and waits until they have stopped. */
	@Override
	public void stop() {
		stopAll().join();
	}

	/**
	 * Stops all listeners at the same time without waiting.
	 * @param callback called when all listeners have stopped
	 */
	@Override
	public void stop(Runnable callback) {
		stopAll().thenRun(callback);
	}

	private CompletableFuture<Void> stopAll() {
		return CompletableFuture
			.allOf(beginToStop().stream().map(QueueListenerContainer::beginToStop).toArray(CompletableFuture[]::new));
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

	/** A listener, and what is completed when it has been started, if adding it does. */
	private record Entry(QueueListenerContainer container, boolean autoStartup, String place,
			CompletableFuture<Void> added) {

	}

}
