package io.github.redisqueue.algorithm.lease;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.redisqueue.Job;
import io.github.redisqueue.JobState;
import io.github.redisqueue.JobStatus;
import io.github.redisqueue.Lease;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The jobs of a {@code lease} queue that others work on, as somebody sees them who looks
 * at it.
 */
class LeaseBrowsingTest extends LeaseQueueTests {

	private void moveToProcessing() {
		this.commands.rpoplpush(key("queue"), key("processing"));
	}

	@Test
	void whatAForeignClientHoldsTellsItsSession() {
		add("a");
		moveToProcessing();
		this.commands.setex(key("lease:a"), 600, "5f2c-session");
		JobStatus found = shown().find("a");
		assertThat(found.state()).isEqualTo(JobState.LEASED);
		assertThat(found.worker()).isEqualTo("5f2c-session");
		assertThat(found.leaseEnd()).isNotNull();
		assertThat(shown().all(JobState.LEASED, 1, false)).extracting(JobStatus::worker)
			.containsExactly("5f2c-session");
	}

	@Test
	void whatAForeignClientHasNotLeasedYetIsNoLongerReady() {
		add("a", "b");
		moveToProcessing();
		assertThat(shown().find("a").state()).isEqualTo(JobState.LEASED);
		assertThat(shown().find("b").state()).isEqualTo(JobState.READY);
		assertThat(shown().ids(JobState.LEASED, 1)).containsExactly("a");
		assertThat(shown().ids(JobState.READY, 1)).containsExactly("b");
	}

	@Test
	void whatHasEndedFarFromTheTailIsNotLeased() {
		List<Job> jobs = IntStream.range(0, 450).mapToObj((i) -> job("job-" + i)).toList();
		this.queue.add(jobs);
		List<Lease> leases = leaseAll(this.queue);
		assertThat(this.queue.complete(leases.subList(400, 420))).hasSize(20);
		assertThat(this.commands.llen(key("processing"))).isGreaterThan(430);
		assertThat(this.queue.counts().leased()).isEqualTo(430);
		assertThat(shown().ids(JobState.LEASED, 100)).hasSize(430).doesNotContain("job-400", "job-419");
		assertThat(this.queue.find("job-400")).isEmpty();
	}

	@Test
	void aStaleCopyDoesNotHideTheJobThatAForeignClientHasAddedAgain() {
		List<Job> jobs = IntStream.range(0, 450).mapToObj((i) -> job("job-" + i)).toList();
		this.queue.add(jobs);
		this.queue.complete(leaseAll(this.queue).subList(400, 420));
		this.commands.set(key("item:job-400"), "again");
		this.commands.lpush(key("queue"), "job-400");
		assertThat(shown().find("job-400").state()).isEqualTo(JobState.READY);
		assertThat(shown().ids(JobState.READY, 1)).containsExactly("job-400");
		assertThat(shown().ids(JobState.LEASED, 100)).doesNotContain("job-400");
		moveToProcessing();
		assertThat(shown().find("job-400").state()).isEqualTo(JobState.LEASED);
		for (int count : List.of(7, 100, 500)) {
			assertThat(shown().ids(JobState.LEASED, count)).as("in pages of %d", count).containsOnlyOnce("job-400");
		}
	}

	@Test
	void anItemOrALeaseOfAnotherTypeHidesNoOtherJob() {
		add("bad", "odd", "good");
		this.commands.del(key("item:bad"));
		this.commands.lpush(key("item:bad"), "no payload");
		this.commands.lpush(key("lease:odd"), "no lease");
		assertThat(this.queue.find("bad")).isEmpty();
		assertThat(shown().ids(JobState.READY, 1)).containsExactly("odd", "good");
		assertThat(shown().find("odd").state()).isEqualTo(JobState.READY);
	}

	@Test
	void aJobIsSeenOnceIfAScriptWasCutShortWhileItMoved() {
		add("a", "b");
		Lease lease = leaseOne(this.queue);
		this.commands.lpush(key("queue"), "a");
		assertThat(shown().ids(JobState.READY, 1)).containsExactly("b");
		assertThat(shown().ids(JobState.LEASED, 1)).containsExactly("a");
		this.commands.lpush(key("processing"), "a");
		assertThat(shown().ids(JobState.LEASED, 10)).containsExactly("a");
		this.queue.retry(Map.of(lease, failure(Duration.ofHours(1))));
		this.commands.lpush(key("queue"), "a");
		assertThat(shown().ids(JobState.READY, 1)).containsExactly("b");
		assertThat(shown().ids(JobState.DELAYED, 1)).containsExactly("a");
		assertThat(shown().ids(JobState.LEASED, 1)).isEmpty();
	}

}
