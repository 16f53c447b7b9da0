package io.github.redisqueue.algorithm.list;

import java.util.List;
import java.util.stream.IntStream;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * How a {@code list} queue deals with what scripts that were cut short, and others who
 * lay hands on its keys, leave in it.
 */
class ListRepairTest extends ListQueueTests {

	@Test
	void leasingDropsWhatIsNoJob() {
		this.queue.add(job("a"));
		this.commands.rpush(key("queue"), "ghost");
		assertThat(this.queue.lease(10).leases()).extracting(Lease::id).containsExactly("a");
		assertThat(this.commands.exists(key("queue"))).isZero();
	}

	@Test
	void leasingDropsACopyOfWhatIsLeased() {
		this.queue.add(job("a"));
		Lease lease = lease();
		this.commands.rpush(key("queue"), "a");
		assertThat(worker("two", LONG).lease(10).leases()).isEmpty();
		assertThat(this.commands.exists(key("queue"))).isZero();
		assertThat(complete(this.queue, lease)).isTrue();
	}

	@Test
	void aLeaseOfAJobWhosePayloadSomebodyRemovedDoesNotEndANewJobOfItsId() {
		Job plain = Job.of("a", "payload".getBytes());
		this.queue.add(plain);
		Lease old = lease();
		this.commands.del(key("jobs"), privateList(old));
		assertThat(this.queue.add(plain)).isTrue();
		assertThat(complete(this.queue, old)).isFalse();
		assertThat(complete(this.queue, lease())).isTrue();
	}

	@Test
	void aCopyInThePrivateListOfAnotherWorkerIsDroppedWithThatList() {
		this.queue.add(List.of(job("a"), job("b")));
		Lease vanished = worker("vanished", SHORT).lease(1).leases().get(0);
		Lease lease = lease();
		this.commands.lpush(privateList(vanished), "b");
		await().until(() -> this.queue.clean(CleanDepth.LIGHT).dropped() == 1);
		assertThat(range(key("queue"))).containsExactly("a");
		assertThat(complete(this.queue, lease)).isTrue();
	}

	@Test
	void aPrivateListThatNobodyKnowsOfIsFoundByADeepClean() {
		WorkerQueue cleaner = worker("cleaner", SHORT);
		this.queue.add(job("a"));
		Lease lease = lease();
		this.commands.del(key("workers"));
		assertThat(cleaner.clean(CleanDepth.LIGHT).reclaimed()).isZero();
		cleaner.clean(CleanDepth.DEEP);
		assertThat(this.commands.zrange(key("workers"), 0, -1)).containsExactly(run(lease));
		await().until(() -> cleaner.clean(CleanDepth.LIGHT).reclaimed() == 1);
		assertKeys("queue", "jobs", "tokens", "token", "crashes");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "garbage", "-1", "1 " })
	void aJobOfAVanishedWorkerWhoseReceiptSomebodyOverwroteIsReclaimed(String receipt) {
		this.queue.add(List.of(job("a"), job("b")));
		assertThat(worker("vanished", SHORT).lease(2).leases()).hasSize(2);
		this.commands.hset(key("tokens"), "a", receipt);
		await().until(() -> this.queue.clean(CleanDepth.LIGHT).reclaimed() == 2);
		assertThat(leaseAll(this.queue)).extracting(Lease::id).containsExactlyInAnyOrder("a", "b");
	}

	@Test
	void theJobsOfAVanishedWorkerWhoseReceiptsAreGoneAreReclaimedSomeAtATime() {
		List<Job> jobs = IntStream.range(0, 50).mapToObj((i) -> job("job-" + i)).toList();
		this.queue.add(jobs);
		assertThat(worker("vanished", SHORT).lease(50).leases()).hasSize(50);
		this.commands.del(key("tokens"));
		await().until(() -> this.queue.clean(CleanDepth.LIGHT).reclaimed() == 50);
		assertThat(leaseAll(this.queue)).extracting(Lease::id)
			.containsExactlyInAnyOrderElementsOf(jobs.stream().map(Job::id).toList());
	}

	@Test
	void aJobOfALiveWorkerWhoseReceiptIsGoneIsReadyAfterTheNextHeartbeats() {
		WorkerQueue live = worker("live", SHORT);
		this.queue.add(List.of(job("a"), job("b")));
		List<Lease> leases = live.lease(2).leases();
		this.commands.hdel(key("tokens"), "a");
		await().until(() -> {
			live.extend(leases);
			return range(key("queue")).equals(List.of("a"));
		});
		assertThat(lease().id()).isEqualTo("a");
		assertThat(complete(live, leases.get(0))).isFalse();
		assertThat(complete(live, leases.get(1))).isTrue();
	}

	@Test
	void aCopyWithoutAReceiptOfAJobThatIsReadyOrDelayedIsDropped() {
		this.queue.add(List.of(job("a"), job("b"), job("delayed").withDelay(LONG)));
		Lease vanished = worker("vanished", SHORT).lease(1).leases().get(0);
		this.commands.lpush(privateList(vanished), "b", "delayed");
		await().until(() -> this.queue.clean(CleanDepth.LIGHT).dropped() == 2);
		assertThat(range(key("queue"))).containsExactlyInAnyOrder("a", "b");
	}

	@Test
	void aDeepCleanTakesAPrefixLiterallyThatLooksLikeAPattern() {
		this.keys = this.keys.withPrefix(this.redis.keyPrefix() + "a[b]*?\\c");
		this.queue = worker("one", LONG);
		this.queue.add(job("a"));
		Lease lease = lease();
		this.commands.del(key("workers"));
		this.commands.lpush(this.redis.keyPrefix() + "ab-any-c:processing:other#1", "b");
		this.queue.clean(CleanDepth.DEEP);
		assertThat(this.commands.zrange(key("workers"), 0, -1)).containsExactly(run(lease));
	}

}
