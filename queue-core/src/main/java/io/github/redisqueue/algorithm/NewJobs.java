package io.github.redisqueue.algorithm;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.redisqueue.Job;

/**
 * Looks over jobs that are to be added. Only here are ids restricted: what foreign
 * clients added under whatever id can still be leased.
 */
public final class NewJobs {

	private static final int MAX_ID_LENGTH = 500;

	private NewJobs() {
	}

	/**
	 * The jobs by id, in the order given.
	 * @param jobs the jobs; of two with one id, the first counts
	 * @return the jobs by id
	 * @throws IllegalArgumentException if an id is empty or too long
	 */
	public static Map<String, Job> byId(Collection<Job> jobs) {
		Map<String, Job> unique = new LinkedHashMap<>();
		for (Job job : jobs) {
			if (job.id().isEmpty() || job.id().length() > MAX_ID_LENGTH) {
				throw new IllegalArgumentException(
						"A job id has 1 to " + MAX_ID_LENGTH + " characters, this one has " + job.id().length());
			}
			unique.putIfAbsent(job.id(), job);
		}
		return unique;
	}

}
