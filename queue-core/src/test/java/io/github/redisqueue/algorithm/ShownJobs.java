package io.github.redisqueue.algorithm;

import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.JobPage;
import io.github.redisqueue.JobState;
import io.github.redisqueue.JobStatus;
import io.github.redisqueue.WorkerQueue;

/**
 * The jobs of a queue as somebody sees them who looks at it.
 *
 * @param queue the queue
 */
public record ShownJobs(WorkerQueue queue) {

	/**
	 * Reads all pages of a state.
	 * @param state the state
	 * @param count the number of jobs of each page
	 * @return the jobs
	 */
	public List<JobStatus> all(JobState state, int count) {
		List<JobStatus> jobs = new ArrayList<>();
		String cursor = null;
		do {
			JobPage page = this.queue.browse(state, cursor, count);
			jobs.addAll(page.jobs());
			cursor = page.cursor();
		}
		while (cursor != null);
		return jobs;
	}

	/**
	 * Reads all ids of a state.
	 * @param state the state
	 * @param count the number of jobs of each page
	 * @return the ids
	 */
	public List<String> ids(JobState state, int count) {
		return all(state, count).stream().map(JobStatus::id).toList();
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
