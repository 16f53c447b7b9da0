package io.github.redisqueue.template;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Job;
import io.github.redisqueue.template.SendResult.Status;

/**
 * A job on its way to a queue.
 *
 * @param mode whether the queue has to look for a present job with the same id
 * @param pending whether to send the job after the commit of the current transaction
 */
record OutgoingJob(Job job, AddMode mode, boolean pending) {

	/**
	 * The mode in which these jobs can be added together.
	 * @param jobs jobs of which all replace others, or none does
	 */
	static AddMode mode(Collection<OutgoingJob> jobs) {
		AddMode mode = AddMode.UNCHECKED;
		for (OutgoingJob job : jobs) {
			mode = (job.mode != AddMode.UNCHECKED && mode != AddMode.REPLACE) ? job.mode : mode;
		}
		return mode;
	}

	/**
	 * Cuts jobs into runs that can be added with one call each, in their order: jobs that
	 * replace others go alone, and each id once, because a queue takes the first of two.
	 */
	static List<List<OutgoingJob>> runs(List<OutgoingJob> jobs) {
		if (jobs.size() == 1) {
			return List.of(jobs);
		}
		List<List<OutgoingJob>> runs = new ArrayList<>();
		Set<String> ids = new HashSet<>();
		boolean replacing = false;
		for (OutgoingJob job : jobs) {
			if (runs.isEmpty() || job.replaces() != replacing || (replacing && ids.contains(job.id()))) {
				runs.add(new ArrayList<>());
				ids.clear();
				replacing = job.replaces();
			}
			runs.get(runs.size() - 1).add(job);
			ids.add(job.id());
		}
		return runs;
	}

	static List<Job> jobs(List<OutgoingJob> outgoing) {
		List<Job> jobs = new ArrayList<>(outgoing.size());
		outgoing.forEach((job) -> jobs.add(job.job));
		return jobs;
	}

	/** The same with other jobs, as a tracer makes them, in the same order. */
	static List<OutgoingJob> as(List<OutgoingJob> outgoing, List<Job> jobs) {
		List<OutgoingJob> all = new ArrayList<>(outgoing.size());
		for (int i = 0; i < jobs.size(); i++) {
			all.add(outgoing.get(i).as(jobs.get(i)));
		}
		return all;
	}

	/** The results of jobs to whose addition the queue has replied. */
	static List<SendResult> results(List<OutgoingJob> jobs, Set<String> added) {
		boolean allAdded = added.size() == jobs.size();
		// Of two jobs with the same id, Redis added the first.
		Set<String> remaining = allAdded ? Set.of() : new HashSet<>(added);
		List<SendResult> results = new ArrayList<>(jobs.size());
		jobs.forEach((job) -> results
			.add(job.result((allAdded || remaining.remove(job.id())) ? Status.ADDED : Status.PRESENT)));
		return results;
	}

	boolean replaces() {
		return this.mode == AddMode.REPLACE;
	}

	/** The same with the headers of a tracer. */
	OutgoingJob as(Job other) {
		return new OutgoingJob(other, this.mode, this.pending);
	}

	String id() {
		return this.job.id();
	}

	/** The size of the payload and the headers. */
	long bytes() {
		return this.job.size() + this.job.headers()
			.entrySet()
			.stream()
			.mapToLong((header) -> (long) header.getKey().length() + header.getValue().length())
			.sum();
	}

	SendResult result(Status status) {
		return new SendResult(id(), status);
	}

}
