package io.github.redisqueue.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The groups of a queue: which of their jobs are open, and in which order the others
 * wait. A job joins the line of its group when its time has come, and the next opens when
 * a place is free. A queue may find that out later, with its next lease, addition or
 * cleaning: until then the model is ahead of it.
 */
final class ModelGroups {

	private final Rules rules;

	private final ModelJobs jobs;

	private final List<KeptPlace> kept = new ArrayList<>();

	private long lastPosition;

	private boolean ahead;

	/**
	 * Groups.
	 * @param rules the settings of the queue
	 * @param jobs the jobs of the queue
	 */
	ModelGroups(Rules rules, ModelJobs jobs) {
		this.rules = rules;
		this.jobs = jobs;
	}

	/** Joins the line of its group, behind all that joined before. */
	void join(ModelJob job) {
		job.state = ModelJob.State.WAITING;
		job.position = ++this.lastPosition;
	}

	/**
	 * A job is cancelled or replaced. Who holds it keeps its place for a lease time, as
	 * its handler may still run.
	 */
	void leave(ModelJob job) {
		if (job.group() != null && job.state == ModelJob.State.LEASED) {
			this.kept.add(new KeptPlace(job.group(), Objects.requireNonNull(job.lease),
					this.jobs.now() + Rules.LEASE_TIME.toMillis()));
		}
	}

	/** The holders of leases report, whether these are lost or not. */
	void report(Stream<@Nullable ModelLease> leases) {
		leases.forEach((lease) -> this.kept.removeIf((place) -> place.lease() == lease));
	}

	/** Time has passed: jobs that are due join, and places are kept no longer. */
	void advance() {
		long now = this.jobs.now();
		boolean expired = this.kept.removeIf((place) -> place.until() <= now);
		List<ModelJob> due = this.jobs.all()
			.stream()
			.filter((job) -> job.isToJoin() && job.due <= now)
			.sorted(Comparator.<ModelJob>comparingLong((job) -> job.due)
				.thenComparing((job) -> job.delayedBy)
				.thenComparing((job) -> job.number))
			.toList();
		due.forEach(this::join);
		open(ModelJob.ANYWHERE);
		this.ahead = this.ahead || expired || !due.isEmpty();
	}

	/**
	 * The next jobs take the places that are free. In the order of age they stand where
	 * this operation puts them, unless the queue puts them there later.
	 */
	void open(long operation) {
		long place = this.ahead ? ModelJob.ANYWHERE : operation;
		this.jobs.waiting()
			.sorted(Comparator.comparing((job) -> job.position))
			.filter((job) -> openCount(job.group()) < this.rules.maxConcurrent())
			.forEach((job) -> {
				job.isOpen = true;
				job.makeReady(place);
			});
	}

	private long openCount(@Nullable String group) {
		return this.jobs.all().stream().filter((job) -> job.isOpen && Objects.equals(job.group(), group)).count()
				+ this.kept.stream().filter((place) -> place.group().equals(group)).count();
	}

	/** The queue has done what is due. */
	void catchUp() {
		this.ahead = false;
	}

	/** Whether the queue may not have noticed yet that time has passed. */
	boolean isAhead() {
		return this.ahead;
	}

	/** Whether holders of jobs that are gone keep their places. */
	boolean areKept() {
		return !this.kept.isEmpty();
	}

	/**
	 * The place of a job that is gone.
	 *
	 * @param group the group of the job
	 * @param lease the lease of its holder
	 * @param until when the place is free at the latest, by the clock of the model, in ms
	 */
	private record KeptPlace(String group, ModelLease lease, long until) {

	}

}
