package io.github.redisqueue.model;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The jobs that are in a queue, and its clock, which tells their states.
 */
final class ModelJobs {

	private final Map<String, ModelJob> jobs = new LinkedHashMap<>();

	/** The clock, in ms. */
	private long now;

	void advance(Duration time) {
		this.now += time.toMillis();
	}

	long now() {
		return this.now;
	}

	void put(ModelJob job) {
		this.jobs.put(job.id(), job);
	}

	@Nullable ModelJob remove(String id) {
		return this.jobs.remove(id);
	}

	@Nullable ModelJob get(String id) {
		return this.jobs.get(id);
	}

	boolean contains(String id) {
		return this.jobs.containsKey(id);
	}

	Collection<ModelJob> all() {
		return this.jobs.values();
	}

	Stream<ModelJob> ready() {
		return all().stream().filter((job) -> job.isReady(this.now));
	}

	Stream<ModelJob> delayed() {
		return all().stream().filter((job) -> job.isDelayed(this.now));
	}

	/** Those that stand in the lines of their groups. */
	Stream<ModelJob> waiting() {
		return all().stream().filter((job) -> job.state == ModelJob.State.WAITING);
	}

	Stream<ModelJob> leased() {
		return all().stream().filter((job) -> job.state == ModelJob.State.LEASED);
	}

	Stream<ModelJob> abandoned() {
		return leased().filter((job) -> job.isAbandoned(this.now));
	}

	/** When the next job is due, in ms from now. */
	@Nullable Long nextDue() {
		return delayed().map((job) -> job.due - this.now).min(Comparator.naturalOrder()).orElse(null);
	}

}
