package io.github.redisqueue.admin;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Makes dead letters of new jobs.
 */
public final class Burial {

	private Burial() {
	}

	/** Buries jobs in the order of their ids. */
	public static void bury(WorkerQueue queue, String... ids) {
		for (String id : ids) {
			bury(queue, new IllegalStateException("No stock for " + id), id);
		}
	}

	/** Buries jobs in the order of their ids. */
	public static void bury(WorkerQueue queue, Exception failure, String... ids) {
		for (String id : ids) {
			bury(queue, Job.of(id, ("payload of " + id).getBytes()).withHeader("tenant", "acme"), failure);
		}
	}

	/** Buries a job whose handler has failed too often. */
	public static void bury(WorkerQueue queue, Job job, Exception failure) {
		bury(queue, job, Cause.of(Cause.Reason.FAILURES, failure, 4096));
	}

	/** Buries a job. */
	public static void bury(WorkerQueue queue, Job job, Cause cause) {
		assertThat(queue.add(job)).isTrue();
		Lease lease = queue.lease(1).leases().get(0);
		assertThat(queue.bury(Map.of(lease, cause))).hasSize(1);
	}

	/** Buries many jobs at once, for which somebody has asked. */
	public static void bury(WorkerQueue queue, int count) {
		queue.add(IntStream.range(0, count).mapToObj((i) -> Job.of("job-" + i, new byte[0])).toList());
		Map<Lease, Cause> causes = new HashMap<>();
		while (causes.size() < count) {
			List<Lease> leases = queue.lease(500).leases();
			leases.forEach((lease) -> causes.put(lease, Cause.of(Cause.Reason.REQUESTED, "not wanted")));
		}
		assertThat(queue.bury(causes)).hasSize(count);
	}

}
