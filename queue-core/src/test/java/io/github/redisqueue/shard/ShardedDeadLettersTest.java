package io.github.redisqueue.shard;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
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

	private WorkerQueue keeping(long maxLength) {
		return create(QueueType.LEASE, SHARDS,
				QueueSettings.builder("keeping", LONG)
					.maxDeadLetters(maxLength)
					.maxDeadLetterAge(Duration.ofDays(1))
					.build());
	}

	/** Buries jobs, each some time after the one before. */
	private void buryOneByOne(List<Job> jobs) {
		for (Job job : jobs) {
			this.queue.add(job);
			Lease lease = this.queue.lease(1).leases().get(0);
			this.queue.bury(Map.of(lease, CAUSE));
			Instant buriedAt = this.queue.deadLetters().get(job.id()).orElseThrow().buriedAt();
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
		buryOneByOne(jobs);
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
	void areAsManyInAllShardsTogetherAsAreKeptOnceTheQueueWasCleaned() {
		List<Job> jobs = new ArrayList<>(jobsOfEach(4));
		Collections.swap(jobs, 0, 11);
		buryOneByOne(jobs);
		keeping(12).clean(CleanDepth.LIGHT);
		assertThat(deadIds()).hasSize(12);
		keeping(5).clean(CleanDepth.LIGHT);
		Collections.reverse(jobs);
		assertThat(deadIds()).isEqualTo(jobIds(jobs.subList(0, 5)));
	}

	/** Those that one call buries have one time. */
	@Test
	void ofOneMillisecondGoInTheOrderOfTheirBurial() {
		buryOneByOne(jobsOf(0, 1));
		this.queue.add(jobsOf(1, 3));
		this.queue
			.bury(this.queue.lease(3).leases().stream().collect(Collectors.toMap((lease) -> lease, (lease) -> CAUSE)));
		List<String> newestFirst = deadIds();
		keeping(2).clean(CleanDepth.LIGHT);
		assertThat(deadIds()).isEqualTo(newestFirst.subList(0, 2));
	}

	@Test
	void areKeptUpToTheWholeLengthIfTheyAreAllInOneShard() {
		buryAll(jobsOf(1, 6));
		keeping(6).clean(CleanDepth.DEEP);
		assertThat(deadIds()).hasSize(6);
	}

	@Test
	void ofUnreadableJobsPushOutNoOthers() {
		List<Job> jobs = new ArrayList<>(jobsOfEach(1));
		buryOneByOne(jobs);
		for (Job bad : jobsOfEach(3).stream().filter((job) -> !jobs.contains(job)).toList()) {
			this.queue.add(bad);
			Lease lease = this.queue.lease(1).leases().get(0);
			this.queue.bury(Map.of(lease, Cause.of(Cause.Reason.UNREADABLE, "said by a test")));
		}
		keeping(3).clean(CleanDepth.LIGHT);
		assertThat(deadIds()).hasSize(9);
		keeping(2).clean(CleanDepth.LIGHT);
		assertThat(deadIds()).hasSize(8).doesNotContain(jobs.get(0).id());
	}

	@Test
	void withoutARecordAreForgottenToo() {
		buryAll(jobsOf(0, 600));
		this.redis.commands().del(shardKeys(0).key("dead:job"));
		keeping(10).clean(CleanDepth.LIGHT);
		assertThat(this.queue.counts().dead()).isEqualTo(10);
	}

	@Test
	void areNotForgottenTwiceByCleanersAtOnce() throws Exception {
		buryAll(jobsOfEach(300));
		ExecutorService threads = Executors.newFixedThreadPool(4);
		try {
			List<Callable<CleanReport>> cleaners = new ArrayList<>();
			for (int i = 0; i < 4; i++) {
				WorkerQueue keeping = keeping(100);
				cleaners.add(() -> keeping.clean(CleanDepth.LIGHT));
			}
			for (Future<CleanReport> cleaner : threads.invokeAll(cleaners)) {
				cleaner.get();
			}
		}
		finally {
			threads.shutdownNow();
		}
		keeping(100).clean(CleanDepth.LIGHT);
		assertThat(this.queue.counts().dead()).isEqualTo(100);
	}

}
