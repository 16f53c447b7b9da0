package io.github.redisqueue.model;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.redisqueue.Cause;
import org.jspecify.annotations.Nullable;

/**
 * The dead letters of a queue, one for each id.
 */
final class ModelLetters {

	private final Map<String, ModelLetter> letters = new LinkedHashMap<>();

	/** Keeps a job that was buried, in place of an older one with its id. */
	void add(ModelJob job, Cause.Reason reason, long now, long place) {
		this.letters.remove(job.id());
		this.letters.put(job.id(),
				new ModelLetter(job.content, reason, job.lease.worker().name(), job.failures, job.crashes, now, place));
	}

	/** Those that are too old are forgotten. */
	void expire(long now) {
		this.letters.values().removeIf((letter) -> letter.buriedAt() + Rules.MAX_DEAD_LETTER_AGE.toMillis() < now);
	}

	Set<String> purge(Collection<String> ids) {
		Set<String> purged = new LinkedHashSet<>();
		ids.stream().filter((id) -> this.letters.remove(id) != null).forEach(purged::add);
		return purged;
	}

	@Nullable ModelLetter remove(String id) {
		return this.letters.remove(id);
	}

	@Nullable ModelLetter get(String id) {
		return this.letters.get(id);
	}

	int count() {
		return this.letters.size();
	}

	/** All ids, the oldest first. */
	List<String> oldestFirst() {
		return oldestFirst(this.letters.keySet());
	}

	/**
	 * Ids in the order in which their jobs were buried, after those of no dead letter.
	 */
	List<String> oldestFirst(Collection<String> ids) {
		return ids.stream().sorted(Comparator.comparing(this::place)).toList();
	}

	private long place(String id) {
		ModelLetter letter = get(id);
		return (letter != null) ? letter.place() : 0;
	}

}
