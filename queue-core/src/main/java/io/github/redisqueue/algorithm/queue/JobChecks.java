package io.github.redisqueue.algorithm.queue;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LogText;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.script.LosslessUtf8;

/**
 * Checks what callers give to queues.
 */
public final class JobChecks {

	private static final int MAX_ID_LENGTH = 500;

	private JobChecks() {
	}

	/**
	 * Checks jobs that are to be added, and returns them by their ids in the given order.
	 * Ids are checked only then: jobs that foreign clients added with longer ids can
	 * still be leased.
	 * @param jobs the jobs; if two have the same id, the first is used
	 * @throws IllegalArgumentException if an id is empty or too long, if an id or a
	 * header is no valid Unicode text, or if a job has a group and the settings have none
	 */
	public static Map<String, Job> check(String queue, QueueSettings settings, Collection<Job> jobs) {
		jobs.forEach((job) -> checkGroup(queue, settings, job));
		Map<String, Job> unique = new LinkedHashMap<>();
		for (Job job : jobs) {
			if (job.id().isEmpty() || job.id().length() > MAX_ID_LENGTH) {
				throw new IllegalArgumentException(
						"A job id must have 1 to " + MAX_ID_LENGTH + " characters, but has " + job.id().length());
			}
			if (!LosslessUtf8.isWellFormed(job.id())) {
				throw new IllegalArgumentException(
						"A job id must be valid Unicode text, but '" + job.id() + "' has an unpaired surrogate");
			}
			job.headers().forEach((name, value) -> checkHeader(job, name, value));
			unique.putIfAbsent(job.id(), job);
		}
		return unique;
	}

	private static void checkHeader(Job job, String name, String value) {
		if (!LosslessUtf8.canEncode(name) || !LosslessUtf8.canEncode(value)) {
			throw new IllegalArgumentException(
					"The headers of a job must be valid Unicode text, but header '" + LogText.shortened(name)
							+ "' of job '" + LogText.shortened(job.id()) + "' has an unpaired surrogate");
		}
	}

	private static void checkGroup(String queue, QueueSettings settings, Job job) {
		if (job.group() != null && settings.groups() == null) {
			throw new IllegalArgumentException("Job '" + LogText.shortened(job.id()) + "' has the group '" + job.group()
					+ "', but groups are not enabled for queue '" + queue
					+ "'. Enable them on all instances (redis-queue.queues." + queue + ".groups.enabled=true)");
		}
	}

	/**
	 * Checks that leases can be extended or settled.
	 * @throws IllegalArgumentException if a lease belongs to another queue, or was not
	 * created by a queue
	 */
	public static void checkLeases(String queue, Collection<Lease> leases) {
		RedisLease.of(queue, leases);
	}

}
