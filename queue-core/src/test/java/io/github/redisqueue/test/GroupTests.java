package io.github.redisqueue.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.Groups;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.BeforeEach;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the contracts of groups share: a queue in which one job of each group is open, and
 * groups that stand in one line of it, so that they take turns whether there are shards
 * or not. Their jobs have ids of any line, in another order than that of the jobs.
 */
abstract class GroupTests extends LimitTests {

	/** The group of most tests. */
	String group;

	@BeforeEach
	final void createQueueWithGroups() {
		this.group = inLine("group");
		this.queue = grouped("one", 1);
	}

	/** The queue as a worker sees it, with so many open jobs of each group. */
	final WorkerQueue grouped(String worker, int maxConcurrent) {
		return create(groupSettings(worker, AGES, maxConcurrent).build());
	}

	/** A worker whose leases soon run out. */
	final WorkerQueue vanishing(String worker) {
		return create(groupSettings(worker, SHORT, 1).build());
	}

	static QueueSettings.Builder groupSettings(String worker, Duration leaseTime, int maxConcurrent) {
		return settings(worker, leaseTime).groups(Groups.of(maxConcurrent));
	}

	/** Jobs of a group, in the order in which a test adds them. */
	static List<Job> jobsOf(String group, int count) {
		return IntStream.range(0, count)
			.mapToObj((i) -> job("%s-%05d".formatted(group, count - i)).withGroup(group))
			.toList();
	}

	static List<String> idsOf(List<Job> jobs) {
		return jobs.stream().map(Job::id).toList();
	}

	/** A key of the line that a group stands in. */
	final String groupKey(String name) {
		return keysOf(this.group).key(name);
	}

	/** Leases what can be leased, which must be these. */
	final List<Lease> leaseExactly(Job... jobs) {
		List<Lease> leases = this.queue.lease(20).leases();
		assertThat(leases).extracting(Lease::job).containsExactly(jobs);
		return leases;
	}

	/** The same in any order: a job that opens stands behind those that are ready. */
	final List<Lease> leaseInAnyOrder(Job... jobs) {
		List<Lease> leases = this.queue.lease(20).leases();
		assertThat(leases).extracting(Lease::job).containsExactlyInAnyOrder(jobs);
		return Stream.of(jobs).flatMap((job) -> leases.stream().filter((lease) -> lease.job().equals(job))).toList();
	}

	/** Completes one job after the other, and tells the order of their ids. */
	final List<String> workOff() {
		return idsOf(inOrder());
	}

	/** Completes one job after the other. */
	final List<Job> inOrder() {
		List<Job> order = new ArrayList<>();
		List<Lease> leases = this.queue.lease(1).leases();
		while (!leases.isEmpty()) {
			assertThat(this.queue.complete(leases)).hasSize(1);
			order.add(leases.get(0).job());
			leases = this.queue.lease(1).leases();
		}
		return order;
	}

	final void assertStates(long waiting, long ready, long delayed, long leased) {
		QueueCounts counts = this.queue.counts();
		assertThat(List.of(counts.waiting(), counts.ready(), counts.delayed(), counts.leased()))
			.as("waiting, ready, delayed, leased")
			.containsExactly(waiting, ready, delayed, leased);
	}

}
