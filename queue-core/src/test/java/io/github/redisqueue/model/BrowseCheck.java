package io.github.redisqueue.model;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.github.redisqueue.Job;
import io.github.redisqueue.JobPage;
import io.github.redisqueue.JobState;
import io.github.redisqueue.JobStatus;
import io.github.redisqueue.WorkerQueue;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares what is browsed and found in each state with what the model has.
 *
 * @param queue the queue
 * @param model its model
 */
record BrowseCheck(WorkerQueue queue, QueueModel model) {

	void check() {
		for (JobState state : JobState.values()) {
			List<JobStatus> browsed = browse(state);
			assertThat(browsed.stream().map(Known::of)).as("browsed %s", state)
				.containsExactlyInAnyOrderElementsOf(known(state).toList());
			for (JobStatus job : browsed) {
				JobStatus found = this.queue.find(job.id()).orElseThrow();
				// A job in the queue is found in place of a dead letter.
				if (state != JobState.DEAD || !this.model.jobs().contains(job.id())) {
					assertThat(Known.of(found)).as("found").isEqualTo(Known.of(job));
					assertThat(found.obstacles()).isEqualTo(job.obstacles());
				}
			}
		}
	}

	private List<JobStatus> browse(JobState state) {
		List<JobStatus> jobs = new ArrayList<>();
		String cursor = null;
		do {
			JobPage page = this.queue.browse(state, cursor, 2, true);
			jobs.addAll(page.jobs());
			cursor = page.cursor();
		}
		while (cursor != null);
		return jobs;
	}

	private Stream<Known> known(JobState state) {
		return switch (state) {
			case READY -> known(state, this.model.jobs().ready());
			case DELAYED -> known(state, this.model.jobs().delayed());
			case WAITING -> known(state, this.model.jobs().waiting());
			case LEASED -> known(state, this.model.jobs().leased());
			case DEAD -> this.model.letters()
				.oldestFirst()
				.stream()
				.map(this.model.letters()::get)
				.map((letter) -> new Known(letter.job(), state, letter.failures(), letter.crashes()));
		};
	}

	private static Stream<Known> known(JobState state, Stream<ModelJob> jobs) {
		return jobs.map((job) -> new Known(job.content, state, job.failures, job.crashes));
	}

	/**
	 * What the model knows of a job.
	 *
	 * @param job the job
	 * @param state its state
	 * @param failures how often it failed
	 * @param crashes how often it crashed
	 */
	private record Known(Job job, JobState state, int failures, int crashes) {

		static Known of(JobStatus status) {
			return new Known(status.job(), status.state(), status.failures(), status.crashes());
		}

	}

}
