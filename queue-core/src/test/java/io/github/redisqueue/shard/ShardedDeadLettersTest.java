package io.github.redisqueue.shard;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.DeadLetters;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class ShardedDeadLettersTest extends ShardTests {

	/** Buries jobs, each some time after the one before. */
	private void buryOneByOne(WorkerQueue queue, List<Job> jobs) {
		for (Job job : jobs) {
			queue.add(job);
			Lease lease = queue.lease(1).leases().get(0);
			queue.bury(Map.of(lease, CAUSE));
			Instant buriedAt = queue.deadLetters().get(job.id()).orElseThrow().buriedAt();
			await().pollInterval(Duration.ofMillis(1)).until(() -> serverTime().isAfter(buriedAt));
		}
	}

	private Instant serverTime() {
		List<String> time = this.redis.commands().time();
		return Instant.ofEpochSecond(Long.parseLong(time.get(0))).plusMillis(Long.parseLong(time.get(1)) / 1000);
	}

	private void buryAll(List<Job> jobs) {
		this.queue.add(jobs);
		for (List<Lease> leases; !(leases = this.queue.lease(500).leases()).isEmpty();) {
			leases.forEach((lease) -> this.queue.bury(Map.of(lease, CAUSE)));
		}
	}

	private List<String> deadIds() {
		return jobIds(this.queue.deadLetters().page(0, 500).stream().map(DeadLetter::job).toList());
	}

	@Test
	void areReadFromTheNewestOnWhateverShardTheyAreIn() {
		List<Job> jobs = new ArrayList<>(jobsOfEach(5));
		Collections.swap(jobs, 1, 8);
		Collections.swap(jobs, 3, 13);
		buryOneByOne(this.queue, jobs);
		Collections.reverse(jobs);
		assertThat(deadIds()).isEqualTo(jobIds(jobs));
		DeadLetters letters = this.queue.deadLetters();
		assertThat(letters.page(4, 3)).extracting(DeadLetter::job).isEqualTo(jobs.subList(4, 7));
		assertThat(letters.page(14, 3)).extracting(DeadLetter::job).isEqualTo(jobs.subList(14, 15));
		assertThat(letters.page(15, 3)).isEmpty();
		assertThat(letters.page(Long.MAX_VALUE, 500)).isEmpty();
	}

	@Test
	void arePagedThroughWithoutGapsAlsoIfOneShardHasNearlyAll() {
		List<Job> jobs = new ArrayList<>(jobsOf(2, 700));
		jobs.addAll(jobsOf(0, 30));
		buryAll(jobs);
		List<DeadLetter> letters = new ArrayList<>();
		List<DeadLetter> page;
		do {
			page = this.queue.deadLetters().page(letters.size(), 90);
			letters.addAll(page);
		}
		while (page.size() == 90);
		assertThat(letters).isSortedAccordingTo(Comparator.comparing(DeadLetter::buriedAt).reversed());
		assertThat(letters).extracting(DeadLetter::id).containsExactlyInAnyOrderElementsOf(jobIds(jobs));
	}

	@Test
	void areDeletedBeyondTheShareOfTheirShard() {
		List<Job> jobs = new ArrayList<>(jobsOf(0, 1));
		jobs.addAll(jobsOf(1, 3));
		jobs.addAll(jobsOf(2, 1));
		QueueSettings settings = QueueSettings.builder("keeping", LONG).maxDeadLetters(5).build();
		buryOneByOne(create(QueueType.LEASE, SHARDS, settings), jobs);
		jobs.remove(1);
		Collections.reverse(jobs);
		assertThat(deadIds()).isEqualTo(jobIds(jobs));
	}

}
