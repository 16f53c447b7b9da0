package io.github.redisqueue.model;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Job;
import org.jspecify.annotations.Nullable;

/**
 * The dead letters of a queue, one for each id.
 */
final class ModelLetters {

	private final Map<String, Letter> letters = new LinkedHashMap<>();

	/** Keeps a job that was buried, in place of an older one with its id. */
	void add(ModelJob job, Cause.Reason reason, long now, long place) {
		this.letters.remove(job.id());
		this.letters.put(job.id(),
				new Letter(job.content, reason, job.lease.worker().name(), job.failures, job.crashes, now, place));
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

	@Nullable Letter remove(String id) {
		return this.letters.remove(id);
	}

	@Nullable Letter get(String id) {
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
		Letter letter = get(id);
		return (letter != null) ? letter.place() : 0;
	}

	/**
	 * A dead letter.
	 *
	 * @param job the job as it was added
	 * @param reason why it was buried
	 * @param worker who buried it, null if it was buried for its crashes
	 * @param failures how often a handler failed on it
	 * @param crashes how often a worker crashed with it
	 * @param buriedAt when it was buried, by the clock of the model, in ms
	 * @param place its place among the dead letters: the newest has the greatest number
	 */
	record Letter(Job job, Cause.Reason reason, @Nullable String worker, int failures, int crashes, long buriedAt,
			long place) {

	}

}
