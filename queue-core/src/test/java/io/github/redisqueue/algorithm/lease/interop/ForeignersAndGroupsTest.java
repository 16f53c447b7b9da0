package io.github.redisqueue.algorithm.lease.interop;

import java.util.List;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Foreign clients know nothing of groups.
 */
class ForeignersAndGroupsTest extends SharedQueueTests {

	@BeforeEach
	void openGroups() {
		this.ours = this.queue.grouped();
		// Records how many may be open.
		assertThat(this.ours.lease(1).leases()).isEmpty();
	}

	private static Job job(String id) {
		return Job.of(id, SharedQueue.data("our " + id)).withGroup("group");
	}

	private List<Lease> lease() {
		return this.ours.lease(10).leases();
	}

	@Test
	void theyDoNotSeeAJobThatWaits() {
		this.ours.add(List.of(job("a"), job("b")));
		assertThat(this.queue.exists("b")).isFalse();
		assertThat(this.queue.queued()).containsExactly("a");
		this.theirs.deepClean();
		assertThat(this.theirs.lease(SharedQueue.SECONDS)).isEqualTo("a");
		assertThat(this.theirs.lease(SharedQueue.SECONDS)).isNull();
		assertThat(this.ours.counts().waiting()).isOne();
	}

	@Test
	void afterTheyHaveCompletedAJobACleaningOpensTheNext() {
		this.ours.add(List.of(job("a"), job("b")));
		this.theirs.lease(SharedQueue.SECONDS);
		assertThat(this.theirs.complete("a")).isTrue();
		assertThat(lease()).isEmpty();
		this.ours.clean(CleanDepth.LIGHT);
		List<Lease> next = lease();
		assertThat(next).extracting(Lease::job).containsExactly(job("b"));
		assertThat(this.ours.complete(next)).hasSize(1);
		this.ours.clean(CleanDepth.DEEP);
		assertThat(this.queue.leftovers()).containsOnly(this.queue.key("limits"));
	}

	@Test
	void aJobOfTheirsWithTheIdOfOneThatWaitsGoesFirst() {
		this.ours.add(List.of(job("a"), job("b")));
		assertThat(this.theirs.addItem("b", SharedQueue.data("their b"))).isTrue();
		List<Lease> leases = lease();
		assertThat(leases).extracting((lease) -> new String(lease.job().payload())).containsExactly("our a", "their b");
		assertThat(this.ours.complete(leases.subList(0, 1))).hasSize(1);
		assertThat(lease()).isEmpty();
		assertThat(this.ours.counts().waiting()).isOne();
		assertThat(this.ours.complete(leases.subList(1, 2))).hasSize(1);
		List<Lease> next = lease();
		assertThat(next).extracting(Lease::job).containsExactly(job("b"));
		assertThat(this.ours.complete(next)).hasSize(1);
		assertThat(this.queue.leftovers()).containsOnly(this.queue.key("limits"));
	}

	@Test
	void oneThatTheyHaveCompletedThemselvesGivesWayWithTheNextCleaning() {
		this.ours.add(List.of(job("a"), job("b")));
		assertThat(this.theirs.addItem("b", SharedQueue.data("their b"))).isTrue();
		assertThat(this.ours.complete(this.ours.lease(1).leases())).hasSize(1);
		assertThat(this.theirs.lease(SharedQueue.SECONDS)).isEqualTo("b");
		assertThat(this.theirs.complete("b")).isTrue();
		this.ours.clean(CleanDepth.LIGHT);
		assertThat(lease()).extracting(Lease::job).containsExactly(job("b"));
	}

}
