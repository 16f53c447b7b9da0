package io.github.redisqueue.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.Cause;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Failure;
import io.github.redisqueue.HistoryLimits;
import io.github.redisqueue.JobEvent;
import io.github.redisqueue.JobEvent.Kind;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkerQueue;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What tests of histories share: queues with a history and without one, and what happens
 * to jobs in them.
 */
@OnlyFor(Scope.LETTUCE)
abstract class HistoryTests extends QueueTests {

	static final Failure FAILURE = new Failure(Duration.ZERO,
			Cause.of(Cause.Reason.FAILURES, new IllegalStateException("no stock"), 100));

	static final String FAILED = "java.lang.IllegalStateException: no stock";

	static final Duration HOUR = Duration.ofHours(1);

	static QueueSettings.Builder settings(String worker, Duration leaseTime) {
		return QueueSettings.builder(worker, leaseTime).maxRetries(1).maxCrashes(1);
	}

	/** The queue with a history, as a worker sees it. */
	WorkerQueue noting(String worker, int maxEvents, int maxJobs) {
		return create(settings(worker, LONG).history(new HistoryLimits(maxEvents, maxJobs)).build());
	}

	WorkerQueue noting(String worker) {
		return noting(worker, 20, 10_000);
	}

	/** The queue without a history, as a worker sees it. */
	WorkerQueue silent(String worker) {
		return create(settings(worker, LONG).build());
	}

	WorkerQueue with(boolean history, String worker) {
		return history ? noting(worker) : silent(worker);
	}

	static List<Kind> kinds(List<JobEvent> events) {
		return events.stream().map(JobEvent::kind).toList();
	}

	List<Kind> kinds(String id) {
		return kinds(this.queue.history(id));
	}

	DeadLetter letter(String id) {
		return this.queue.deadLetters().get(id).orElseThrow();
	}

	static void fail(WorkerQueue worker) {
		Lease lease = leaseOne(worker);
		assertThat(worker.retry(Map.of(lease, FAILURE)).retried()).containsExactly(lease);
	}

	static void failAndDie(WorkerQueue worker) {
		Lease lease = leaseOne(worker);
		assertThat(worker.retry(Map.of(lease, FAILURE)).buried()).containsExactly(lease);
	}

	static void complete(WorkerQueue worker) {
		assertThat(complete(worker, leaseOne(worker))).isTrue();
	}

}
