package io.github.redisqueue.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.Obstacle;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.RateLimit;
import io.github.redisqueue.WorkerQueue;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the contracts of limits and of all that rings share: one who waits for the bell by
 * one blocking command and never looks by itself, and workers whose limits are as many
 * jobs for each line of the queue, so that jobs in one line meet the same limit whether
 * there are shards or not. The queue of the other tests has no limits, and would remove
 * those of others by its first lease: here it only adds, counts, cancels and cleans.
 * Periods last for hours, so that the seconds of a slow test bring nothing.
 */
abstract class LimitTests extends QueueTests {

	static final Duration HOUR = Duration.ofHours(1);

	/** A lease time that outlasts all hours and days that a test lets pass. */
	static final Duration AGES = Duration.ofDays(60);

	/** A worker with limits on leasing. */
	final WorkerQueue bound(String worker, @Nullable RateLimit rate, int maxLeased) {
		return create(settings(worker, AGES).rateLimit(rate).maxLeased(maxLeased).build());
	}

	/** Retries and crashes bury nothing here, unless a test wants that. */
	static QueueSettings.Builder settings(String worker, Duration leaseTime) {
		return QueueSettings.builder(worker, leaseTime).maxRetries(100).maxCrashes(100);
	}

	/** So many jobs an hour for each line, all of them at once. */
	final RateLimit hourly(int jobs) {
		return hourly(jobs, jobs);
	}

	final RateLimit hourly(int jobs, int burst) {
		return new RateLimit(jobs * this.factory.lines(), HOUR, burst * this.factory.lines());
	}

	/** A worker that leases so many jobs an hour of each line, all of them at once. */
	final WorkerQueue rated(String worker, int jobs) {
		return bound(worker, hourly(jobs), 0);
	}

	/** A worker for which so many jobs of each line may be leased. */
	final WorkerQueue bounded(String worker, int leased) {
		return bound(worker, null, leased * this.factory.lines());
	}

	/** As many jobs for each line. */
	final List<Job> jobsOfEachLine(int count) {
		List<Job> jobs = new ArrayList<>();
		for (int line = 0; line < this.factory.lines(); line++) {
			int number = line;
			IntStream.iterate(0, (i) -> i + 1)
				.mapToObj((i) -> "job-" + i)
				.filter((id) -> line(id) == number)
				.limit(count)
				.forEach((id) -> jobs.add(job(id)));
		}
		return jobs;
	}

	/** A key of the line that jobs stand in. */
	final String lineKey(String name) {
		return keysOf(inLine("a")).key(name);
	}

	static LeaseResult leaseOrWait(WorkerQueue worker) {
		return join(worker.async().leaseOrWait(20));
	}

	static void assertLeases(int count, WorkerQueue worker) {
		assertThat(worker.lease(20).leases()).hasSize(count);
	}

	static List<Lease> leases(int count, WorkerQueue worker) {
		List<Lease> leases = worker.lease(20).leases();
		assertThat(leases).hasSize(count);
		return leases;
	}

	final void assertObstacles(Obstacle... obstacles) {
		assertThat(this.queue.counts().obstacles()).containsExactlyInAnyOrder(obstacles);
	}

	/** The wake-ups in the bell once nothing rings any more. */
	final List<String> allWakeUps() {
		awaitSilence();
		return wakeUps();
	}

	final void forgetWakeUps() {
		awaitSilence();
		this.commands.del(this.keys.bell());
	}

	final void assertWakes(String id, Runnable operation) {
		forgetWakeUps();
		try (BellWaiter waiter = new BellWaiter(this.redis, this.keys.bell())) {
			operation.run();
			assertThat(waiter.wakeUp()).isEqualTo(Integer.toString(line(id)));
		}
	}

	final void assertSilent(Runnable operation) {
		forgetWakeUps();
		operation.run();
		assertThat(allWakeUps()).isEmpty();
	}

}
