package io.github.redisqueue.algorithm.list;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.queue.GivenLeases;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a {@code list} queue writes into Redis: section 6 of the design.
 */
class ListKeysTest extends ListQueueTests {

	private long serverMillis() {
		List<String> time = this.commands.time();
		return Long.parseLong(time.get(0)) * 1000 + Long.parseLong(time.get(1)) / 1000;
	}

	@Test
	void aReadyJobIsAPayloadAndAnIdInTheQueue() {
		this.queue.add(List.of(job("a"), job("b").withHeaders(Map.of("k", "v"))));
		assertKeys("queue", "jobs", "headers");
		assertThat(range(key("queue"))).as("pushed left").containsExactly("b", "a");
		assertThat(this.redis.binaryCommands().hget(key("jobs"), "a")).isEqualTo(job("a").payload());
		assertThat(this.commands.hkeys(key("headers"))).as("only of jobs that have any").containsExactly("b");
	}

	@Test
	void aDelayedJobIsAPayloadAndAScoreInMilliseconds() {
		long before = serverMillis();
		this.queue.add(job("a").withDelay(Duration.ofHours(1)));
		assertKeys("delayed", "jobs");
		assertThat(this.commands.zscore(key("delayed"), "a")).isBetween(before + 3_600_000.0,
				serverMillis() + 3_600_001.0);
	}

	@Test
	void aLeasedJobStandsInThePrivateListOfItsRunWhichIsRegistered() {
		this.queue.add(List.of(job("a"), job("b")));
		long before = serverMillis();
		List<Lease> leases = this.queue.lease(2).leases();
		String run = run(leases.get(0));
		assertThat(run).matches("one#[0-9a-f]{12}");
		assertKeys("processing:" + run, "workers", "jobs", "tokens", "token");
		assertThat(range(privateList(leases.get(0)))).as("the oldest at the tail").containsExactly("b", "a");
		assertThat(this.commands.hget(key("tokens"), "a")).isEqualTo("1 " + run);
		assertThat(this.commands.hget(key("tokens"), "b")).as("those leased together are known by their first token")
			.isEqualTo("1 " + run);
		assertThat(this.commands.get(key("token"))).isEqualTo("2");
		assertThat(this.commands.zscore(key("workers"), run)).as("the end of its leases")
			.isBetween(before + (double) LONG.toMillis(), serverMillis() + (double) LONG.toMillis());
	}

	@Test
	void eachRunHasAPrivateListOfItsOwn() {
		this.queue.add(List.of(job("a"), job("b")));
		Lease lease = lease();
		Lease other = worker("two", LONG).lease(1).leases().get(0);
		assertThat(range(privateList(lease))).containsExactly("a");
		assertThat(range(privateList(other))).containsExactly("b");
		assertThat(this.commands.zcard(key("workers"))).isEqualTo(2);
		assertThat(this.queue.counts().leased()).isEqualTo(2);
	}

	@Test
	void aRunThatHoldsNothingIsNotRegistered() {
		this.queue.add(List.of(job("a"), job("b")));
		List<Lease> leases = this.queue.lease(2).leases();
		complete(this.queue, leases.get(1));
		assertThat(range(privateList(leases.get(0)))).containsExactly("a");
		complete(this.queue, leases.get(0));
		assertKeys("token");
	}

	@Test
	void extendingPutsOffTheEndForAllThatARunHolds() {
		this.queue.add(List.of(job("a"), job("b")));
		WorkerQueue brief = worker("brief", Duration.ofSeconds(5));
		List<Lease> leases = brief.lease(2).leases();
		double end = this.commands.zscore(key("workers"), run(leases.get(0)));
		this.queue.extend(leases.subList(0, 1));
		assertThat(this.commands.zscore(key("workers"), run(leases.get(0)))).isGreaterThan(end + 20_000);
		assertThat(this.commands.zcard(key("workers"))).isOne();
	}

	@Test
	void releasedJobsStandWhereTheyAreTakenNextInTheOrderGiven() {
		this.queue.add(List.of(job("a"), job("b"), job("c")));
		this.queue.release(this.queue.lease(2).leases());
		assertKeys("queue", "jobs", "token");
		assertThat(range(key("queue"))).containsExactly("c", "b", "a");
	}

	@Test
	void aFailedJobIsDelayedAndItsFailuresAreCounted() {
		this.queue.add(job("a"));
		this.queue.retry(Map.of(lease(), failure(Duration.ofHours(1))));
		assertKeys("delayed", "jobs", "failures", "token");
		assertThat(this.commands.hget(key("failures"), "a")).matches("(?s)1:\\d{13}:\\d{13}:.*");
	}

	@Test
	void aReclaimedJobStandsAtTheTailAndItsTokenIsMarked() {
		this.queue.add(List.of(job("a"), job("b")));
		Lease lease = worker("vanished", SHORT).lease(1).leases().get(0);
		await().until(() -> this.queue.clean(CleanDepth.LIGHT).reclaimed() == 1);
		assertKeys("queue", "jobs", "tokens", "token", "crashes");
		assertThat(range(key("queue"))).containsExactly("a", "b");
		assertThat(this.commands.hgetall(key("tokens")))
			.containsExactly(Map.entry("a", "-" + GivenLeases.receipt(lease)));
		assertThat(this.commands.hget(key("crashes"), "a")).isEqualTo("1");
	}

	@Test
	void aReclaimedJobThatItsHolderExtendsIsBackInItsPrivateList() {
		this.queue.add(job("a"));
		Lease lease = worker("vanished", SHORT).lease(1).leases().get(0);
		await().until(() -> this.queue.clean(CleanDepth.LIGHT).reclaimed() == 1);
		assertThat(this.queue.extend(List.of(lease))).hasSize(1);
		assertKeys("processing:" + run(lease), "workers", "jobs", "tokens", "token", "crashes");
		assertThat(this.commands.hget(key("tokens"), "a")).isEqualTo(GivenLeases.receipt(lease));
	}

	@Test
	void theStartOfASuspectIsRecordedByItsToken() {
		this.queue.add(job("a"));
		worker("vanished", SHORT).lease(1);
		await().until(() -> this.queue.clean(CleanDepth.LIGHT).reclaimed() == 1);
		Lease lease = lease();
		this.queue.start(List.of(lease));
		assertThat(this.commands.hget(key("crashes"), "a")).isEqualTo("1:!" + lease.token() + ":one");
	}

	@Test
	void aRedrivenJobIsAReadyOneAgain() {
		this.queue.add(job("a").withHeaders(Map.of("k", "v")));
		this.queue.bury(Map.of(lease(), Cause.of(Cause.Reason.REQUESTED, "given up")));
		this.queue.deadLetters().redrive(List.of("a"));
		assertKeys("queue", "jobs", "headers", "token");
		assertThat(range(key("queue"))).containsExactly("a");
	}

}
