package io.github.redisqueue.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rule 2 of the contract: a job that is added with {@link AddMode#REPLACE} takes the
 * place of the one with its id, as if that were cancelled before.
 */
abstract class ReplaceContract extends QueueTests {

	private static Job other(String id) {
		return Job.of(id, "another payload".getBytes()).withHeaders(Map.of("another", "header"));
	}

	private Set<String> replace(Job... jobs) {
		return this.queue.add(List.of(jobs), AddMode.REPLACE);
	}

	/** It begins a life of its own, which nothing of the old job is left in. */
	private void assertIsTheOnlyOne(Job job) {
		Lease lease = awaitLease(this.queue);
		assertThat(lease.job()).isEqualTo(job);
		assertThat(lease.attempt()).isOne();
		assertThat(lease.failures()).isZero();
		assertThat(lease.crashes()).isZero();
		assertThat(leaseAll(this.queue)).isEmpty();
		assertCounts(0, 0, 1, 0);
		assertThat(complete(this.queue, lease)).isTrue();
		assertNothingIsLeftBehind();
	}

	@Test
	void oneThatIsReadyIsReplaced() {
		this.queue.add(job("a").withHeaders(Map.of("k", "v")));
		assertThat(replace(other("a"))).containsExactly("a");
		assertCounts(1, 0, 0, 0);
		assertIsTheOnlyOne(other("a"));
		this.queue.add(other("a"));
		assertThat(replace(job("a"), other("a"))).as("the first of two").containsExactly("a");
		assertIsTheOnlyOne(job("a"));
	}

	@Test
	void aReplacementStandsBehindTheOthers() {
		List<Job> jobs = jobsInLine(4);
		this.queue.add(jobs);
		replace(jobs.get(2), jobs.get(0));
		assertCounts(4, 0, 0, 0);
		assertThat(leaseAll(this.queue)).extracting(Lease::job)
			.containsExactly(jobs.get(1), jobs.get(3), jobs.get(2), jobs.get(0));
	}

	@ParameterizedTest
	@EnumSource(Settlement.class)
	void whoHoldsTheOldJobFindsTheLeaseLost(Settlement settlement) {
		this.queue.add(job("a").withHeaders(Map.of("k", "v")));
		Lease lost = leaseOne(this.queue);
		replace(other("a"));
		assertCounts(1, 0, 0, 0);
		assertThat(settlement.by(this.queue, lost)).isFalse();
		assertCounts(1, 0, 0, 0);
		Lease again = leaseOne(worker("two"));
		assertThat(again.job()).isEqualTo(other("a"));
		assertThat(settlement.by(this.queue, lost)).isFalse();
		assertThat(complete(worker("two"), again)).isTrue();
		assertNothingIsLeftBehind();
	}

	@Test
	void manyJobsAreReplacedInOneCallAndKeepTheirOrder() {
		List<Job> jobs = jobsInLine(90);
		this.queue.add(jobs.subList(0, 70));
		List<Lease> lost = this.queue.lease(30).leases();
		assertThat(this.queue.add(jobs, AddMode.REPLACE)).hasSize(90);
		assertCounts(90, 0, 0, 0);
		assertThat(this.queue.extend(lost)).isEmpty();
		assertThat(leaseAll(this.queue)).extracting(Lease::job).containsExactlyElementsOf(jobs);
	}

	@Test
	void aCompletedIdIsRefusedWithinTheDedupWindow() {
		WorkerQueue remembering = create(QueueSettings.builder("one", LONG).dedupWindow(Duration.ofHours(1)).build());
		remembering.add(List.of(job("a"), job("b"), job("c")));
		List<Lease> held = new ArrayList<>(leaseAll(remembering));
		held.removeIf((lease) -> lease.id().equals("b"));
		remembering.complete(held);
		assertThat(remembering.add(List.of(job("a")), AddMode.REPLACE)).isEmpty();
		assertThat(remembering.add(List.of(other("a"), other("b"), other("c"), other("d")), AddMode.REPLACE))
			.containsExactlyInAnyOrder("b", "d");
		assertThat(leaseAll(remembering)).extracting(Lease::job).containsExactlyInAnyOrder(other("b"), other("d"));
	}

}
