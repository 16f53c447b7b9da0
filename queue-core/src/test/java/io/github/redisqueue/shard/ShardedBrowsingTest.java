package io.github.redisqueue.shard;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.redisqueue.Groups;
import io.github.redisqueue.Job;
import io.github.redisqueue.JobPage;
import io.github.redisqueue.JobState;
import io.github.redisqueue.JobStatus;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataAccessException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The shards of a queue are browsed one after the other.
 */
class ShardedBrowsingTest extends ShardTests {

	private static List<String> ids(JobPage page) {
		return page.jobs().stream().map(JobStatus::id).toList();
	}

	@Test
	void aPageGoesOnWithTheNextShard() {
		List<String> ids = jobIds(jobsOfEach(3));
		this.queue.add(jobsOfEach(3));
		assertThat(ids(this.queue.browse(JobState.READY, null, 500))).isEqualTo(ids);
		assertThat(this.queue.browse(JobState.READY, null, 500).cursor()).isNull();
		List<String> read = new ArrayList<>();
		String cursor = null;
		for (int i = 0; i < 2; i++) {
			JobPage page = this.queue.browse(JobState.READY, cursor, 4);
			assertThat(page.jobs()).hasSize(4);
			read.addAll(ids(page));
			cursor = page.cursor();
		}
		assertThat(cursor).startsWith("2.");
		read.addAll(ids(this.queue.browse(JobState.READY, cursor, 4)));
		assertThat(read).isEqualTo(ids);
	}

	@Test
	void aPageWithPayloadsIsThatOfOneShard() {
		this.queue.add(jobsOf(1, 2));
		this.queue.add(jobsOf(2, 2));
		JobPage page = this.queue.browse(JobState.READY, null, 500, true);
		assertThat(ids(page)).isEqualTo(jobIds(jobsOf(1, 2)));
		assertThat(page.cursor()).isEqualTo("2.");
		assertThat(ids(this.queue.browse(JobState.READY, "2.", 500, true))).isEqualTo(jobIds(jobsOf(2, 2)));
	}

	@Test
	void aCursorNamesOneOfTheShards() {
		for (String cursor : List.of("3.", "x", "1", "-1.", "99999.", ".")) {
			assertThatIllegalArgumentException().isThrownBy(() -> this.queue.browse(JobState.READY, cursor, 1))
				.withMessageContainingAll("'" + cursor + "'", "3 shards", "orders");
		}
	}

	@Test
	void aShardThatFailsIsNotTakenForAnEmptyOne() {
		this.queue.add(jobsOfEach(1));
		this.redis.commands().del(shardKeys(1).key("queue"));
		this.redis.commands().set(shardKeys(1).key("queue"), "this is no list");
		assertThatExceptionOfType(DataAccessException.class)
			.isThrownBy(() -> this.queue.browse(JobState.READY, null, 500))
			.withMessageContaining("browse");
		assertThat(ids(this.queue.browse(JobState.READY, "2.", 500))).isEqualTo(jobIds(jobsOf(2, 1)));
	}

	@Test
	void aJobIsLookedForInTheShardOfItsId() {
		Job job = jobsOf(1, 1).get(0);
		this.queue.add(job);
		AtomicInteger calls = new AtomicInteger();
		ShardedQueue counted = counted(QueueType.LEASE, SHARDS, calls);
		counted.counts();
		calls.set(0);
		assertThat(counted.find(job.id())).isPresent();
		assertThat(counted.find(jobsOf(2, 1).get(0).id())).isEmpty();
		assertThat(calls).hasValue(2);
	}

	@Test
	void theJobOfAFiringIsInTheShardOfItsSchedule() {
		String id = "daily@2026-11-23T04:00:00Z";
		this.queue.add(job(id));
		assertThat(this.queue.find(id)).isPresent();
		assertThat(this.redis.commands().exists(shardKeys(Shards.number("daily", SHARDS)).key("item:" + id))).isOne();
	}

	@Test
	void aJobOfAGroupGoesBeforeADeadLetterOfAnotherShard() {
		WorkerQueue grouped = create(QueueType.LEASE, SHARDS,
				QueueSettings.builder("one", LONG).groups(Groups.of(1)).build());
		Job job = jobsOf(0, 1).get(0);
		String group = jobsOf(2, 1).get(0).id();
		grouped.add(job);
		grouped.bury(Map.of(leaseOne(grouped), CAUSE));
		assertThat(grouped.find(job.id())).get().extracting(JobStatus::state).isEqualTo(JobState.DEAD);
		grouped.add(job.withGroup(group));
		assertThat(grouped.find(job.id())).get().extracting(JobStatus::state).isEqualTo(JobState.READY);
		grouped.bury(Map.of(leaseOne(grouped), CAUSE));
		byte[] payload = { 42 };
		assertThat(grouped.deadLetters().redrive(job.id(), payload)).isTrue();
		assertThat(grouped.deadLetters().get(job.id())).as("the dead letter of the other shard stays")
			.get()
			.extracting((letter) -> letter.job().group())
			.isEqualTo(group);
		assertThat(leaseOne(grouped).job()).isEqualTo(Job.of(job.id(), payload));
	}

}
