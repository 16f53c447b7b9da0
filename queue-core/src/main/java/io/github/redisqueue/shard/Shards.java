package io.github.redisqueue.shard;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.zip.CRC32;

import io.github.redisqueue.WorkerQueue;

/**
 * The shards of a queue, and which job belongs to which. Hands none out before the
 * recorded layout was met. Thread-safe.
 */
final class Shards {

	private final List<WorkerQueue> queues;

	private final QueueLayout layout;

	Shards(List<WorkerQueue> queues, QueueLayout layout) {
		this.queues = List.copyOf(queues);
		this.layout = layout;
	}

	/**
	 * The shard of a job: the CRC-32 of its id in UTF-8, modulo the number of shards.
	 * This can never change, as jobs would be looked for where they are not.
	 */
	static int number(String id, int count) {
		CRC32 hash = new CRC32();
		hash.update(id.getBytes(StandardCharsets.UTF_8));
		return (int) (hash.getValue() % count);
	}

	int count() {
		return this.queues.size();
	}

	/** For what does not reach Redis. */
	WorkerQueue any() {
		return this.queues.get(0);
	}

	List<WorkerQueue> all() {
		this.layout.check();
		return this.queues;
	}

	WorkerQueue of(String id) {
		return (count() > 1) ? all().get(number(id, count())) : all().get(0);
	}

	/** What belongs to each shard; those to which nothing belongs are left out. */
	<T> Map<WorkerQueue, Collection<T>> split(Collection<T> all, Function<T, String> id) {
		if (count() == 1 && !all.isEmpty()) {
			return Map.of(all().get(0), all);
		}
		Map<WorkerQueue, Collection<T>> parts = new LinkedHashMap<>();
		all.forEach((one) -> parts.computeIfAbsent(of(id.apply(one)), (shard) -> new ArrayList<>()).add(one));
		return parts;
	}

	/** What belongs to each shard; those to which nothing belongs are left out. */
	<K, V> Map<WorkerQueue, Map<K, V>> split(Map<K, V> all, Function<K, String> id) {
		if (count() == 1 && !all.isEmpty()) {
			return Map.of(all().get(0), all);
		}
		Map<WorkerQueue, Map<K, V>> parts = new LinkedHashMap<>();
		all.forEach((key, value) -> parts.computeIfAbsent(of(id.apply(key)), (shard) -> new LinkedHashMap<>())
			.put(key, value));
		return parts;
	}

	/** Calls all shards, and throws at the end if one failed. */
	void each(Consumer<WorkerQueue> call) {
		FailureCollector attempts = new FailureCollector();
		all().forEach((shard) -> attempts.make(() -> call.accept(shard)));
		attempts.throwFirst();
	}

	/** Calls the shards of some parts, and throws at the end if one failed. */
	static <P> void each(Map<WorkerQueue, P> parts, BiConsumer<WorkerQueue, P> call) {
		FailureCollector attempts = new FailureCollector();
		parts.forEach((shard, part) -> attempts.make(() -> call.accept(shard, part)));
		attempts.throwFirst();
	}

	/** Calls the shards of some parts, and puts together what they return. */
	static <P, R> Set<R> gather(Map<WorkerQueue, P> parts, BiFunction<WorkerQueue, P, Set<R>> call) {
		if (parts.size() == 1) {
			Map.Entry<WorkerQueue, P> only = parts.entrySet().iterator().next();
			return call.apply(only.getKey(), only.getValue());
		}
		Set<R> results = new LinkedHashSet<>();
		each(parts, (shard, part) -> results.addAll(call.apply(shard, part)));
		return results;
	}

}
