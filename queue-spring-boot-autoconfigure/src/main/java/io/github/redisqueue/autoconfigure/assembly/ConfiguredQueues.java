package io.github.redisqueue.autoconfigure.assembly;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.redisqueue.autoconfigure.properties.QueuePropertiesMapper;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.listener.InvalidListenerException;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.shard.ShardedQueue;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.util.Assert;

/**
 * The queues of an application, created from its properties. Queues with properties of
 * their own are created at startup, others on first use. When the application starts,
 * before its listeners do, the layout of the queues in Redis is compared with the
 * properties. If Redis is not available then, each queue compares its layout before its
 * first operation. Thread-safe.
 */
public final class ConfiguredQueues implements WorkQueues, SmartLifecycle {

	private static final Log logger = LogFactory.getLog(ConfiguredQueues.class);

	private final QueuePropertiesMapper properties;

	private final ScriptRunner scripts;

	private final Supplier<QueueListenerRegistry> containers;

	private final Runnable evictionCheck;

	private final QueueKeyPrefixes prefixes = new QueueKeyPrefixes();

	private final Map<String, WorkerQueue> queues = new ConcurrentHashMap<>();

	/** The ids of the schedules that the application declares, by queue. */
	private final Map<String, Set<String>> schedules = new HashMap<>();

	/** Told of queues under the lock, so each hears of every queue once. */
	private final List<Consumer<WorkQueue>> listeners = new ArrayList<>();

	private final List<Consumer<WorkQueue>> forgetting = new CopyOnWriteArrayList<>();

	private volatile boolean running;

	/**
	 * Creates the queues that have properties of their own. The check of eviction is
	 * called at startup, and must not block. The listeners are supplied, so that Spring
	 * takes none of these queues, which stop later, for what has to stop before them.
	 */
	public ConfiguredQueues(QueuePropertiesMapper properties, ScriptRunner scripts,
			Supplier<QueueListenerRegistry> containers, Runnable evictionCheck) {
		this.properties = properties;
		this.scripts = scripts;
		this.containers = containers;
		this.evictionCheck = evictionCheck;
		properties.named().forEach(this::get);
	}

	@Override
	public WorkQueue get(String name) {
		return forWorker(name);
	}

	@Override
	public WorkerQueue forWorker(String name) {
		WorkerQueue queue = this.queues.get(name);
		return (queue != null) ? queue : getOrCreate(name);
	}

	private synchronized WorkerQueue getOrCreate(String name) {
		WorkerQueue present = this.queues.get(name);
		if (present != null) {
			return present;
		}
		this.prefixes.register(this.properties.keys(name), this.properties.type(name), this.properties.shards(name));
		WorkerQueue queue = new ShardedQueue(this.properties.type(name), this.properties.shards(name),
				this.properties.keys(name), this.properties.queue(name), this.scripts);
		this.queues.put(name, queue);
		this.listeners.forEach((listener) -> listener.accept(queue));
		return queue;
	}

	/** Refuses a declaration with a name that no queue can have. */
	void checkName(String name, BiFunction<String, String, InvalidListenerException> invalid) {
		try {
			this.properties.keys(name);
		}
		catch (IllegalArgumentException ex) {
			throw invalid.apply("has an invalid queue name: " + ex.getMessage(), "Choose another name.");
		}
	}

	/** The queue of a schedule that the application declares, which is not forgotten. */
	synchronized WorkQueue ofSchedule(String name, String schedule) {
		this.schedules.computeIfAbsent(name, (queue) -> new TreeSet<>()).add(schedule);
		return get(name);
	}

	@Override
	public Collection<WorkQueue> all() {
		return List.copyOf(this.queues.values());
	}

	@Override
	public synchronized void onQueue(Consumer<WorkQueue> listener) {
		this.listeners.add(listener);
		all().forEach(listener);
	}

	@Override
	public synchronized void forget(String name) {
		List<String> listeners = this.containers.get().of(name).stream().map(QueueListenerContainer::id).toList();
		Assert.state(listeners.isEmpty(),
				() -> "Queue '" + name + "' cannot be forgotten while the application has listeners for it, "
						+ listeners + ". Remove them first, with QueueListenerRegistry.remove");
		Assert.state(!this.schedules.containsKey(name),
				() -> "Queue '" + name + "' cannot be forgotten: the application declares schedules for it, "
						+ this.schedules.get(name)
						+ ". Only a queue whose schedules were put with Schedules.put can be");
		WorkerQueue forgotten = this.queues.remove(name);
		if (forgotten != null) {
			this.forgetting.forEach((listener) -> listener.accept(forgotten));
			this.prefixes.remove(name);
		}
	}

	@Override
	public void onForget(Consumer<WorkQueue> listener) {
		this.forgetting.add(listener);
	}

	/**
	 * Compares the layout of the queues in Redis with the properties.
	 * @throws io.github.redisqueue.QueueLayoutException if the layout of a queue differs
	 */
	@Override
	public void start() {
		logger.info(describe(getClass().getPackage().getImplementationVersion(), this.properties.keyPrefix(),
				this.properties.workerId()));
		warnOfMisspelt();
		try {
			this.queues.values().forEach(WorkerQueue::checkLayout);
			this.evictionCheck.run();
		}
		catch (DataAccessException ex) {
			logger.debug("The layout of the queues was not checked at startup because Redis is not available", ex);
		}
		this.running = true;
	}

	/** Another application may use a queue that this one only names. */
	private void warnOfMisspelt() {
		for (String name : this.properties.named()) {
			String warning = this.containers.get().of(name).isEmpty()
					? this.properties.warning(name, this.queues.keySet()) : null;
			if (warning != null) {
				logger.warn(warning);
			}
		}
	}

	static String describe(@Nullable String version, String keyPrefix, String worker) {
		return "Redis Queue " + ((version != null) ? version : "(development build)") + ", key prefix '" + keyPrefix
				+ "', worker id '" + worker + "'";
	}

	@Override
	public void stop() {
		this.running = false;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return QueueListenerContainer.PHASE - 1;
	}

}
