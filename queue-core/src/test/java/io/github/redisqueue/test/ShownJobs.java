package io.github.redisqueue.test;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import io.github.redisqueue.JobPage;
import io.github.redisqueue.JobState;
import io.github.redisqueue.JobStatus;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.WorkerQueue;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The jobs of a queue as somebody sees them who looks at it.
 *
 * @param queue the queue
 */
public record ShownJobs(WorkerQueue queue) {

	/** The counts of a queue that has no jobs and is not paused. */
	public static final QueueCounts NONE = new QueueCounts(0, 0, 0, 0, 0, null, false, Set.of());

	/** More pages than any test has. */
	private static final int MAX_PAGES = 2000;

	/**
	 * Reads all pages of a state.
	 * @param state the state
	 * @param count the number of jobs of each page
	 * @param withJobs whether to read payloads and headers
	 * @return the pages
	 */
	public List<JobPage> pages(JobState state, int count, boolean withJobs) {
		List<JobPage> pages = new ArrayList<>();
		String cursor = null;
		do {
			JobPage page = this.queue.browse(state, cursor, count, withJobs);
			assertThat(page.jobs()).hasSizeLessThanOrEqualTo(count);
			pages.add(page);
			cursor = page.cursor();
			assertThat(pages).as("pages of %s", state).hasSizeLessThan(MAX_PAGES);
		}
		while (cursor != null);
		return pages;
	}

	/**
	 * Reads all jobs of a state.
	 * @param state the state
	 * @param count the number of jobs of each page
	 * @param withJobs whether to read payloads and headers
	 * @return the jobs
	 */
	public List<JobStatus> all(JobState state, int count, boolean withJobs) {
		return pages(state, count, withJobs).stream().flatMap((page) -> page.jobs().stream()).toList();
	}

	/**
	 * Reads all ids of a state.
	 * @param state the state
	 * @param count the number of jobs of each page
	 * @return the ids
	 */
	public List<String> ids(JobState state, int count) {
		return all(state, count, false).stream().map(JobStatus::id).toList();
	}

	/**
	 * Finds a job that is there.
	 * @param id its id
	 * @return the job
	 */
	public JobStatus find(String id) {
		return this.queue.find(id).orElseThrow();
	}

}
