package io.github.redisqueue.shard;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.zip.CRC32;

import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.script.LosslessUtf8;

/**
 * The shards of a queue, and the rule by which jobs are spread over them. Thread-safe.
 */
final class Shards {

	private final List<WorkerQueue> queues;

	Shards(List<WorkerQueue> queues) {
		this.queues = List.copyOf(queues);
	}

	/**
	 * The shard of a job: the CRC-32 of its id in UTF-8, modulo the number of shards.
	 * This rule can never change: instances with another rule would not find the jobs.
	 */
	static int number(String id, int count) {
		CRC32 hash = new CRC32();
		hash.update(LosslessUtf8.encode(id));
		return (int) (hash.getValue() % count);
	}

	int count() {
		return this.queues.size();
	}

	/** A shard for calls that do not concern a certain one. */
	WorkerQueue any() {
		return this.queues.get(0);
	}

	List<WorkerQueue> all() {
		return this.queues;
	}

	/** The shards for calls that do not wait. */
	List<AsyncWorkerQueue> async() {
		return this.queues.stream().map(WorkerQueue::async).toList();
	}

	WorkerQueue of(String id) {
		return (count() > 1) ? all().get(number(id, count())) : all().get(0);
	}

	/** The parts by shard, without shards that have no part. */
	<T> Map<WorkerQueue, Collection<T>> split(Collection<T> all, Function<T, String> id) {
		if (count() == 1 && !all.isEmpty()) {
			return Map.of(all().get(0), all);
		}
		Map<WorkerQueue, Collection<T>> parts = new LinkedHashMap<>();
		all.forEach((one) -> parts.computeIfAbsent(of(id.apply(one)), (shard) -> new ArrayList<>()).add(one));
		return parts;
	}

	/** The parts by shard, without shards that have no part. */
	<K, V> Map<WorkerQueue, Map<K, V>> split(Map<K, V> all, Function<K, String> id) {
		if (count() == 1 && !all.isEmpty()) {
			return Map.of(all().get(0), all);
		}
		Map<WorkerQueue, Map<K, V>> parts = new LinkedHashMap<>();
		all.forEach((key, value) -> parts.computeIfAbsent(of(id.apply(key)), (shard) -> new LinkedHashMap<>())
			.put(key, value));
		return parts;
	}

	/**
	 * Calls all shards, even if one fails.
	 * @throws RuntimeException the exception of the first shard that failed
	 */
	void each(Consumer<WorkerQueue> call) {
		each(all(), call);
	}

	private static <T> void each(Collection<T> all, Consumer<T> call) {
		RuntimeException first = null;
		for (T one : all) {
			try {
				call.accept(one);
			}
			catch (RuntimeException ex) {
				first = (first != null) ? first : ex;
			}
		}
		if (first != null) {
			throw first;
		}
	}

	/**
	 * Calls each shard with its part, even if one fails, and joins the results.
	 * @throws RuntimeException the exception of the first shard that failed
	 * @throws io.github.redisqueue.PartialResultException if other shards have answered
	 */
	<P, R> Set<R> gather(Map<WorkerQueue, P> parts, BiFunction<WorkerQueue, P, Set<R>> call) {
		if (parts.size() == 1) {
			Map.Entry<WorkerQueue, P> only = parts.entrySet().iterator().next();
			return call.apply(only.getKey(), only.getValue());
		}
		ShardAnswers<R> answers = new ShardAnswers<>(any().name());
		parts.forEach((shard, part) -> {
			try {
				answers.answered(part, call.apply(shard, part));
			}
			catch (RuntimeException ex) {
				answers.failed(ex);
			}
		});
		return answers.result();
	}

}
