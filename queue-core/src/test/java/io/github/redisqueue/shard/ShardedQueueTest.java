package io.github.redisqueue.shard;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.queue.GivenLeases;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.QueueFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataAccessException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * What is special about a queue in shards; what is not is in the contract.
 */
class ShardedQueueTest extends ShardTests {

	@ParameterizedTest
	@ValueSource(ints = { 0, -1, 1001 })
	void refusesImpossibleNumbersOfShards(int shards) {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> create(QueueType.LEASE, shards, QueueSettings.of("one", LONG)))
			.withMessageContainingAll("orders", "1 to 1000", "cannot have " + shards);
	}

	@Test
	void aJobStandsInTheShardThatItsIdTells() {
		for (Job job : jobsOfEach(3)) {
			this.queue.add(job);
			String key = shardKeys(Shards.number(job.id(), SHARDS)).key("item:" + job.id());
			assertThat(this.redis.commands().exists(key)).as(job.id()).isOne();
		}
	}

	@Test
	void theOldestAgeIsThatOfTheOldestOfAllShards() {
		for (int shard = 0; shard < SHARDS; shard++) {
			long minutes = (shard == 1) ? 120 : 5;
			Instant enqueued = Instant.now().minus(Duration.ofMinutes(minutes));
			this.queue
				.add(jobsOf(shard, 1).get(0).withHeaders(Map.of(Job.ENQUEUED, Long.toString(enqueued.toEpochMilli()))));
		}
		assertThat(this.queue.counts().oldestAge()).isBetween(Duration.ofMinutes(119), Duration.ofMinutes(180));
	}

	@Test
	void allShardsRingTheOneBellOfTheQueueWithTheirNumbers() {
		for (int shard = 0; shard < SHARDS; shard++) {
			this.queue.add(jobsOf(shard, 1));
		}
		assertThat(this.commands.lrange(this.keys.bell(), 0, -1)).containsExactly("0", "1", "2");
		assertThat(this.redis.keys()).filteredOn((key) -> key.contains("bell")).containsExactly(this.keys.bell());
	}

	@Test
	void aPauseOfAllShardsIsAPauseOfTheQueue() {
		this.queue.add(jobsOfEach(1));
		WorkerQueue one = QueueFixture.queue(QueueType.LEASE, shardKeys(1), QueueSettings.of("one", LONG),
				new ScriptRunner(this.redis.connections()));
		one.pause();
		assertThat(this.queue.counts().paused()).isFalse();
		LeaseResult result = this.queue.lease(10);
		assertThat(result.paused()).isFalse();
		assertThat(sizes(result.leases())).containsOnlyKeys(0, 2);
		this.queue.pause();
		assertThat(this.queue.counts().paused()).isTrue();
		assertThat(this.queue.lease(10).paused()).isTrue();
		this.queue.resume();
		assertThat(sizes(this.queue.lease(10).leases())).containsOnlyKeys(1);
	}

	@Test
	void aHeartbeatThatNamesJobsOfOneShardTellsOthersWhatIsNotHeld() {
		WorkerQueue worker = create(QueueType.LIST, SHARDS, QueueSettings.of("one", Duration.ofSeconds(1)));
		WorkerQueue other = worker(QueueType.LIST, "other");
		worker.add(jobsOf(0, 1));
		worker.lease(1);
		worker.add(jobsOf(1, 1));
		List<Lease> held = worker.lease(1).leases();
		List<Lease> back = await().pollInterval(Duration.ofMillis(20)).until(() -> {
			assertThat(worker.extend(held)).hasSize(1);
			return other.lease(1).leases();
		}, (leases) -> !leases.isEmpty());
		assertThat(back).extracting(Lease::id).containsExactlyElementsOf(jobIds(jobsOf(0, 1)));
		assertThat(worker.complete(held)).hasSize(1);
	}

	@Test
	void ifAShardFailsTheOthersSettleTheirJobsAllTheSame() {
		List<Lease> leases = leaseAndBreak();
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> this.queue.release(leases));
		mendShard(1);
		QueueCounts counts = this.queue.counts();
		assertThat(counts.leased()).as("those of shard 1").isEqualTo(2);
		assertThat(counts.ready()).isEqualTo(4);
	}

	@Test
	void theTurnOfAShardThatFailsIsFreedAndTheOthersAreCleaned() {
		this.queue.add(jobsOfEach(2));
		create(QueueType.LEASE, SHARDS, QueueSettings.of("vanished", Duration.ofMillis(50))).lease(6);
		advance(Duration.ofMillis(100));
		breakShard(1);
		assertThatExceptionOfType(DataAccessException.class)
			.isThrownBy(() -> worker(QueueType.LEASE, "two").cleanInTurn(CleanDepth.LIGHT, LONG, (report) -> {
			}));
		mendShard(1);
		assertThat(this.queue.counts().ready()).isEqualTo(4);
		List<CleanReport> reports = new ArrayList<>();
		worker(QueueType.LEASE, "three").cleanInTurn(CleanDepth.LIGHT, LONG, reports::add);
		assertThat(reports).singleElement()
			.satisfies((report) -> assertThat(report.reclaimed()).as("those of shard 1").isEqualTo(2));
	}

	/** Two leases of each shard, of which shard 1 can tell nothing. */
	private List<Lease> leaseAndBreak() {
		this.queue.add(jobsOfEach(2));
		List<Lease> leases = this.queue.lease(6).leases();
		breakShard(1);
		return leases;
	}

	@Test
	void aLeaseOfAnotherQueueIsRefusedBeforeAnyShardIsCalled() {
		this.queue.add(jobsOfEach(1));
		List<Lease> leases = new ArrayList<>(this.queue.lease(3).leases());
		Lease last = leases.get(2);
		leases.add(GivenLeases.forge("invoices", last.job(), last.token(), GivenLeases.receipt(last)));
		assertThatIllegalArgumentException().isThrownBy(() -> this.queue.complete(leases));
		assertThatIllegalArgumentException().isThrownBy(() -> this.queue.bury(each(leases, CAUSE)));
		assertThat(this.queue.counts().leased()).isEqualTo(3);
	}

}
