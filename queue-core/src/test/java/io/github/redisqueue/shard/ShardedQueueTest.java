package io.github.redisqueue.shard;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.AuditFinding;
import io.github.redisqueue.AuditReport;
import io.github.redisqueue.AuditRule;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.DeadLetters;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.PartialAuditException;
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
	void deadLettersAreReadFromTheNewestOnWhateverShardTheyAreIn() {
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
	void deadLettersArePagedThroughWithoutGapsAlsoIfOneShardHasNearlyAll() {
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
	void deadLettersAreDeletedBeyondTheShareOfTheirShard() {
		List<Job> jobs = new ArrayList<>(jobsOf(0, 1));
		jobs.addAll(jobsOf(1, 3));
		jobs.addAll(jobsOf(2, 1));
		QueueSettings settings = QueueSettings.builder("keeping", LONG).maxDeadLetters(5).build();
		buryOneByOne(create(QueueType.LEASE, SHARDS, settings), jobs);
		jobs.remove(1);
		Collections.reverse(jobs);
		assertThat(deadIds()).isEqualTo(jobIds(jobs));
	}

	@Test
	void aFindingNamesItsShard() {
		this.commands.hset(shardKeys(1).key("failures"), "gone", "1");
		this.commands.hset(shardKeys(2).key("failures"), "gone", "1");
		AuditReport report = this.queue.audit();
		assertThat(report.findings()).extracting(AuditFinding::shard).containsExactly(1, 2);
		assertThat(report.counts().get(AuditRule.RECORD_WITHOUT_JOB)).isEqualTo(2);
	}

	@Test
	void theKeysOfShardsAreThoseOfTheirQueue() {
		this.queue.add(jobsOfEach(1));
		beside(this.keys.prefix().replaceAll("[{}]", ""), SHARDS).add(jobsOfEach(1));
		// A queue whose keys begin like those of the shards.
		String beginning = this.keys.prefix().substring(0, this.keys.prefix().indexOf(":{"));
		assertThat(beside(beginning, 1).audit().findings()).extracting(AuditFinding::id)
			.noneMatch((key) -> key.contains("orders/"));
		// A queue whose shards have keys that begin like those of the shards.
		beside(this.keys.prefix() + ":late", SHARDS).add(jobsOfEach(1));
		assertThat(this.queue.audit().findings()).isEmpty();
	}

	private WorkerQueue beside(String prefix, int shards) {
		return new ShardedQueue(QueueType.LEASE, shards, this.keys.withPrefix(prefix), QueueSettings.of("one", LONG),
				this.scripts);
	}

	@Test
	void aRuleIsNotCheckedIfTheTimeOfAShardWasOverBeforeIt() {
		Iterator<Duration> limits = List.of(Duration.ofDays(1), Duration.ZERO).iterator();
		Shards shards = new Shards(List.of(worker(QueueType.LEASE, "one"), worker(QueueType.LEASE, "two")), false);
		assertThatExceptionOfType(PartialAuditException.class)
			.isThrownBy(() -> shards.audit(Duration.ofDays(1), (shard, left) -> shard.audit(limits.next())))
			.satisfies((ex) -> assertThat(ex.report().checked()).isEmpty())
			.satisfies((ex) -> assertThat(ex.report().unchecked()).isEqualTo(this.queue.audit().checked()));
	}

}
