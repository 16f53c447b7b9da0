package io.github.redisqueue.autoconfigure;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.shard.ShardedQueue;
import io.github.redisqueue.QueueType;

/**
 * The queues of an application, with their properties. Those with properties of their own
 * are there from the beginning. Thread-safe.
 */
final class ConfiguredQueues implements WorkQueues {

	private final QueuePropertiesMapper properties;

	private final ScriptRunner scripts;

	private final QueuePlaces places = new QueuePlaces();

	private final Map<String, WorkerQueue> queues = new ConcurrentHashMap<>();

	private final List<Consumer<WorkQueue>> listeners = new ArrayList<>();

	ConfiguredQueues(QueuePropertiesMapper properties, ScriptRunner scripts) {
		this.properties = properties;
		this.scripts = scripts;
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
		QueueKeys place = this.properties.keys(name);
		QueueType type = this.properties.type(name);
		int shards = this.properties.shards(name);
		this.places.occupy(place, type, shards);
		WorkerQueue queue = new ShardedQueue(type, shards, place, this.properties.queue(name), this.scripts);
		this.queues.put(name, queue);
		this.listeners.forEach((listener) -> listener.accept(queue));
		return queue;
	}

	@Override
	public Collection<WorkQueue> all() {
		return List.copyOf(this.queues.values());
	}

	@Override
	public synchronized void each(Consumer<WorkQueue> listener) {
		this.listeners.add(listener);
		all().forEach(listener);
	}

}
