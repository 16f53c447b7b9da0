package io.github.redisqueue;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A page of the jobs in one state. Immutable.
 *
 * @param jobs the jobs in their order, possibly none although there is a further page
 * @param cursor where the next page begins: a text of letters, digits, dots, hyphens and
 * underscores; or null if there is no further page
 * @see WorkQueue#browse(JobState, String, int)
 */
public record JobPage(List<JobStatus> jobs, @Nullable String cursor) {

	/**
	 * Copies the list.
	 */
	public JobPage {
		jobs = List.copyOf(jobs);
	}

}
