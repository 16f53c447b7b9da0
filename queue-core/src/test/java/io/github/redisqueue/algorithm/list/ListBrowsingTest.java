package io.github.redisqueue.algorithm.list;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import io.github.redisqueue.JobState;
import io.github.redisqueue.JobStatus;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.test.QueueFixture;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The jobs of a {@code list} queue that others work on, as somebody sees them who looks
 * at it.
 */
class ListBrowsingTest extends QueueFixture {

	ListBrowsingTest() {
		super(QueueType.LIST);
	}

	private String privateList() {
		return this.redis.keys().stream().filter((key) -> key.startsWith(key("processing:"))).findFirst().orElseThrow();
	}

	@Test
	void theJobsOfManyWorkersAreReadWorkerByWorker() {
		List<String> ids = IntStream.range(0, 30).mapToObj((i) -> "job-" + i).toList();
		add(ids.toArray(String[]::new));
		for (int i = 0; i < 10; i++) {
			assertThat(worker("worker-" + i).lease(3).leases()).hasSize(3);
		}
		for (int count : List.of(1, 2, 3, 4, 500)) {
			assertThat(shown().ids(JobState.LEASED, count)).isEqualTo(ids);
		}
	}

	@Test
	void aJobWhoseReceiptSomebodyDeletedIsLeasedAsLongAsItStandsInThePrivateList() {
		add("a", "b");
		leaseOne(this.queue);
		this.commands.del(key("tokens"));
		assertThat(this.queue.counts().leased()).isOne();
		assertThat(shown().all(JobState.LEASED, 1, false)).extracting(JobStatus::worker).containsExactly("one");
		assertThat(shown().find("a")).isEqualTo(new JobStatus("a", JobState.LEASED, job("a"), job("a").size(), null, 0,
				0, null, "one", shown().find("a").leaseEnd(), null, Set.of()));
		assertThat(shown().find("b").state()).isEqualTo(JobState.READY);
	}

	@Test
	void aReceiptAloneMakesNoJobLeased() {
		add("a", "b");
		leaseOne(this.queue);
		String run = privateList().substring(key("processing:").length());
		this.commands.hset(key("tokens"), "b", "9 " + run);
		assertThat(this.queue.counts().ready()).isOne();
		assertThat(shown().ids(JobState.READY, 1)).containsExactly("b");
		assertThat(shown().find("b").state()).isEqualTo(JobState.READY);
		this.commands.hset(key("tokens"), "a", "9 another#run");
		assertThat(shown().all(JobState.LEASED, 1, false)).extracting(JobStatus::worker).containsExactly("one");
		assertThat(shown().find("a").worker()).isEqualTo("one");
	}

	@Test
	void aCopyInAPrivateListIsNoLeasedJob() {
		add("a", "b", "c");
		leaseOne(this.queue);
		this.commands.lpush(privateList(), "b", "gone", "a");
		assertThat(shown().ids(JobState.LEASED, 10)).containsExactly("a");
		assertThat(shown().ids(JobState.READY, 1)).containsExactly("b", "c");
		assertThat(shown().find("b").state()).isEqualTo(JobState.READY);
		this.commands.lpush(key("queue"), "a");
		assertThat(shown().ids(JobState.READY, 1)).containsExactly("b", "c");
		assertThat(shown().find("a").state()).isEqualTo(JobState.LEASED);
	}

}
