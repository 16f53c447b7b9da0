package io.github.redisqueue.test;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.AuditReport;
import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.DeadLetters;
import io.github.redisqueue.Durability;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Job;
import io.github.redisqueue.JobEvent;
import io.github.redisqueue.JobPage;
import io.github.redisqueue.JobState;
import io.github.redisqueue.JobStatus;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.RetryResult;
import io.github.redisqueue.Schedules;
import io.github.redisqueue.WorkerQueue;
import org.jspecify.annotations.Nullable;

/**
 * A queue whose asynchronous operations are started, and their results waited for, so
 * that tests of the blocking operations test them.
 *
 * @param queue the queue
 */
record JoinedQueue(WorkerQueue queue) implements WorkerQueue {

	static <T> T join(CompletableFuture<T> result) {
		try {
			return result.join();
		}
		catch (CompletionException ex) {
			if (ex.getCause() instanceof RuntimeException unchecked) {
				throw unchecked;
			}
			throw ex;
		}
	}

	@Override
	public AsyncWorkerQueue async() {
		return this.queue.async();
	}

	@Override
	public LeaseResult lease(int max) {
		return join(async().lease(max));
	}

	@Override
	public Set<Lease> start(Collection<Lease> held, boolean alone) {
		return join(async().start(held, alone));
	}

	@Override
	public Set<Lease> extend(Collection<Lease> held) {
		return join(async().extend(held));
	}

	@Override
	public Set<Lease> complete(Collection<Lease> held) {
		return join(async().complete(held));
	}

	@Override
	public RetryResult retry(Map<Lease, Failure> failed) {
		return join(async().retry(failed));
	}

	@Override
	public Set<Lease> release(Collection<Lease> held) {
		return join(async().release(held));
	}

	@Override
	public Set<Lease> postpone(Map<Lease, Duration> delays) {
		return join(async().postpone(delays));
	}

	@Override
	public Set<Lease> bury(Map<Lease, Cause> causes) {
		return join(async().bury(causes));
	}

	@Override
	public String name() {
		return async().name();
	}

	@Override
	public Duration leaseTime() {
		return async().leaseTime();
	}

	@Override
	public int maxCrashes() {
		return this.queue.maxCrashes();
	}

	@Override
	public int maxRetries() {
		return this.queue.maxRetries();
	}

	@Override
	public Set<String> add(Collection<Job> jobs, AddMode mode) {
		return join(async().add(jobs, mode));
	}

	@Override
	public Set<String> add(Collection<Job> jobs, AddMode mode, Durability durability) {
		return this.queue.add(jobs, mode, durability);
	}

	@Override
	public Set<String> reschedule(Collection<String> ids, Duration delay) {
		return this.queue.reschedule(ids, delay);
	}

	@Override
	public Set<String> reschedule(Collection<String> ids, Instant readyAt) {
		return this.queue.reschedule(ids, readyAt);
	}

	@Override
	public Set<String> cancel(Collection<String> ids) {
		return this.queue.cancel(ids);
	}

	@Override
	public void clean(CleanDepth depth, Consumer<CleanReport> cleaned) {
		this.queue.clean(depth, cleaned);
	}

	@Override
	public void cleanInTurn(CleanDepth depth, Duration interval, Consumer<CleanReport> cleaned) {
		this.queue.cleanInTurn(depth, interval, cleaned);
	}

	@Override
	public void checkLayout() {
		this.queue.checkLayout();
	}

	@Override
	public QueueCounts counts() {
		return this.queue.counts();
	}

	@Override
	public Optional<JobStatus> find(String id) {
		return this.queue.find(id);
	}

	@Override
	public List<JobEvent> history(String id) {
		return this.queue.history(id);
	}

	@Override
	public JobPage browse(JobState state, @Nullable String cursor, int count, boolean withJobs) {
		return this.queue.browse(state, cursor, count, withJobs);
	}

	@Override
	public AuditReport audit(Duration limit) {
		return this.queue.audit(limit);
	}

	@Override
	public AuditReport repair(boolean dryRun, Duration limit) {
		return this.queue.repair(dryRun, limit);
	}

	@Override
	public void pause() {
		this.queue.pause();
	}

	@Override
	public void resume() {
		this.queue.resume();
	}

	@Override
	public DeadLetters deadLetters() {
		return this.queue.deadLetters();
	}

	@Override
	public Schedules schedules() {
		return this.queue.schedules();
	}

}
