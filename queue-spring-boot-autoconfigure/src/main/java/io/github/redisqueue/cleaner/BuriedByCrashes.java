package io.github.redisqueue.cleaner;

import java.util.List;

import io.github.redisqueue.Cause;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.listener.Burials;
import io.github.redisqueue.listener.JobBuriedEvent;
import io.github.redisqueue.observation.JobMdc;

/**
 * Tells of the jobs that a cleaning has buried. Their content is read from the dead
 * letters, so a job that was redriven or purged meanwhile is not told. Thread-safe.
 */
final class BuriedByCrashes {

	private final Burials burials;

	BuriedByCrashes(Burials burials) {
		this.burials = burials;
	}

	/**
	 * Tells of jobs.
	 * @param queue the queue that was cleaned
	 * @param ids the ids of the jobs
	 * @throws org.springframework.dao.DataAccessException if Redis fails; the remaining
	 * jobs are not told then
	 */
	void tell(WorkQueue queue, List<String> ids) {
		for (String id : ids) {
			queue.deadLetters()
				.get(id)
				.filter((letter) -> letter.cause().reason() == Cause.Reason.CRASHES)
				.ifPresent((letter) -> tell(queue.name(), letter));
		}
	}

	private void tell(String queue, DeadLetter letter) {
		Lease last = Lease.builder(queue, letter.job())
			.failures(letter.history().failures())
			.crashes(Math.max(0, letter.history().crashes() - 1))
			.build();
		this.burials.tell(new JobBuriedEvent(queue, null, letter.job(), letter.cause()),
				(action) -> JobMdc.run(last, action));
	}

}
