package io.github.redisqueue.algorithm.lease.interop;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Our cleaners, and what is foreign.
 */
@RedisTest
class OurCleanerTest {

	private static final byte[] DATA = SharedQueue.data("{}");

	private final SharedQueue queue;

	private final WorkerQueue ours;

	private final UpstreamWorkQueue theirs;

	OurCleanerTest(TestRedis redis) {
		this.queue = new SharedQueue(redis);
		this.ours = this.queue.ours();
		this.theirs = this.queue.theirs();
	}

	@ParameterizedTest
	@EnumSource
	void aForeignWorkerThatLivesKeepsItsJob(CleanDepth depth) {
		this.theirs.addItem("a", DATA);
		this.theirs.lease(SharedQueue.SECONDS);
		Map<String, String> before = this.queue.contents();
		this.queue.cleanTwice(depth);
		this.queue.cleanTwice(depth);
		assertThat(this.queue.contents()).isEqualTo(before);
		assertThat(this.queue.leaseAll()).isEmpty();
		assertThat(this.theirs.complete("a")).isTrue();
	}

	@Test
	void aForeignWorkerThatVanishedLeavesNoSuspectBehindWhateverBecomesOfTheJob() {
		for (String id : List.of("reclaimed", "completed", "cancelled", "requeued")) {
			this.theirs.addItem(id, DATA);
			this.theirs.lease(SharedQueue.SECONDS);
			this.queue.letLeaseRunOut(id);
		}
		this.ours.clean(CleanDepth.LIGHT);
		assertThat(this.queue.suspects()).hasSize(4);

		this.theirs.complete("completed");
		this.ours.cancel("cancelled");
		this.queue.commands().lrem(this.queue.key("processing"), 0, "requeued");
		this.queue.commands().lpush(this.queue.key("queue"), "requeued");
		this.queue.cleanTwice(CleanDepth.LIGHT);
		assertThat(this.queue.suspects()).isEmpty();
		assertThat(this.ours.complete(this.queue.leaseAll())).extracting(Lease::id)
			.containsExactlyInAnyOrder("reclaimed", "requeued");
		assertThat(this.queue.leftovers()).isEmpty();
	}

	/** Adds as many jobs as this, of which foreign workers lose all. */
	private List<String> lose(int count) {
		List<String> ids = IntStream.range(0, count).mapToObj(Integer::toString).toList();
		ids.forEach((id) -> this.theirs.addItem(id, DATA));
		ids.forEach((id) -> {
			this.theirs.lease(SharedQueue.SECONDS);
			this.queue.letLeaseRunOut(id);
		});
		return ids;
	}

	@Test
	void aPassFindsTheJobsOfAllThatVanished() {
		List<String> ids = lose(1101);
		this.queue.cleanTwice(CleanDepth.LIGHT);
		assertThat(this.queue.inProcessing()).isEmpty();
		assertThat(this.queue.leaseAll()).extracting(Lease::id).containsExactlyInAnyOrderElementsOf(ids);
	}

	@Test
	void oneThatVanishedGivesItsJobsBackOnceThoughSeveralOfUsCleanAtOnce() {
		List<String> ids = lose(700);
		CompletableFuture<?>[] cleaners = IntStream.range(0, 4).mapToObj((i) -> CompletableFuture.runAsync(() -> {
			this.queue.cleanTwice(CleanDepth.LIGHT);
			this.queue.cleanTwice(CleanDepth.DEEP);
		})).toArray(CompletableFuture[]::new);
		CompletableFuture.allOf(cleaners).join();
		assertThat(this.queue.leaseAll()).extracting(Lease::id).containsExactlyInAnyOrderElementsOf(ids);
		assertThat(this.queue.leaseAll()).isEmpty();
	}

}
