package io.github.redisqueue.shard;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.QueueLayoutException;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.lettuce.LettuceEvaluator;
import io.github.redisqueue.script.AsyncEvaluator;
import io.github.redisqueue.script.NodeConnection;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.TestThreads;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.dao.DataAccessException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * A shard that fails or hangs does not keep the others from anything.
 */
@Timeout(180)
class AsyncShardsTest extends ShardTests {

	private static final int BAD = 1;

	private volatile boolean hangs;

	private AsyncWorkerQueue async;

	@BeforeEach
	void createAsyncQueue() {
		ScriptRunner runner = new ScriptRunner(this.redis.connections(), new HangingShard(), TestThreads.timer(),
				TestThreads.connector(), Duration.ofSeconds(60));
		this.async = create(QueueSettings.of("one", LONG), runner).async();
	}

	private static <T> T done(CompletableFuture<T> result) throws Exception {
		return result.get(20, TimeUnit.SECONDS);
	}

	/** Two leases of each shard. */
	private List<Lease> leaseAllJobs() throws Exception {
		assertThat(done(this.async.add(jobsOfEach(2), AddMode.IF_ABSENT, false))).hasSize(6);
		assertThat(done(this.async.add(jobsOfEach(2), AddMode.IF_ABSENT, false))).as("the ids are present").isEmpty();
		List<Lease> leases = done(this.async.lease(6)).leases();
		assertThat(sizes(leases)).isEqualTo(Map.of(0, 2L, 1, 2L, 2, 2L));
		return leases;
	}

	private static List<Lease> of(int shard, List<Lease> leases) {
		return leases.stream().filter((lease) -> shardOf(lease) == shard).toList();
	}

	@Test
	void aShardIsWhereItsNumberSays() throws Exception {
		this.queue.add(jobsOfEach(1));
		for (int shard = 0; shard < SHARDS; shard++) {
			Job job = jobsOf(shard, 1).get(0);
			assertThat(ids(done(this.async.shards().get(shard).lease(10)).leases())).containsExactly(job.id());
		}
	}

	@Test
	void lookingFindsTheShardsThatHaveJobs() throws Exception {
		assertThat(done(this.async.look())).isEmpty();
		this.queue.add(jobsOf(0, 1));
		this.queue.add(jobsOf(2, 1));
		assertThat(done(this.async.look())).containsExactlyInAnyOrder(0, 2);
	}

	@Test
	void aShardThatCannotBeLookedAtHidesNoOtherAndIsAsked() throws Exception {
		this.queue.add(jobsOf(2, 1));
		this.redis.commands().set(shardKeys(BAD).key("queue"), "this is no list");
		assertThat(done(this.async.look())).containsExactlyInAnyOrder(BAD, 2);
	}

	@Test
	void ifAShardFailsTheOthersLeaseTheirJobs() throws Exception {
		this.queue.add(jobsOfEach(2));
		breakShard(BAD);
		LeaseResult result = done(this.async.lease(10));
		assertThat(sizes(result.leases())).containsOnlyKeys(0, 2);
		assertThat(result.nextDue()).as("what the broken shard has is not known").isZero();
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> done(this.async.lease(10)))
			.withCauseInstanceOf(DataAccessException.class);
	}

	@Test
	void whileAShardHangsTheOthersSettleTheirJobs() throws Exception {
		List<Lease> leases = leaseAllJobs();
		this.hangs = true;
		CompletableFuture<?> all = this.async.complete(leases);
		await().until(() -> this.queue.counts().leased() == 2);
		assertThat(all).isNotDone();
	}

	@Test
	void whileAShardHangsTheOthersGoOnByThemselves() throws Exception {
		List<Lease> leases = leaseAllJobs();
		this.queue.add(jobsOfEach(4));
		this.hangs = true;
		AsyncWorkerQueue bad = this.async.shards().get(BAD);
		List<CompletableFuture<?>> hanging = List.of(bad.lease(1), bad.extend(of(BAD, leases)),
				bad.complete(of(BAD, leases)));
		for (int shard : new int[] { 0, 2 }) {
			AsyncWorkerQueue good = this.async.shards().get(shard);
			assertThat(done(good.extend(of(shard, leases)))).hasSize(2);
			assertThat(done(good.complete(of(shard, leases)))).hasSize(2);
			assertThat(done(good.lease(10)).leases()).hasSize(2);
		}
		assertThat(hanging).noneMatch(CompletableFuture::isDone);
	}

	@Test
	void anInstanceWithAnotherLayoutIsRefusedByEachShard() throws Exception {
		this.queue.add(jobsOfEach(1));
		AsyncWorkerQueue other = create(QueueType.LEASE, 2, QueueSettings.of("other", LONG)).async();
		for (AsyncWorkerQueue shard : other.shards()) {
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> done(shard.lease(1)))
				.withCauseInstanceOf(QueueLayoutException.class);
		}
	}

	/** Sends scripts to all shards but one while that hangs. */
	private final class HangingShard implements AsyncEvaluator {

		private final AsyncEvaluator real = new LettuceEvaluator(AsyncShardsTest.this.redis.connections(),
				AsyncShardsTest.this.redis.connections(), false, TestThreads.connector());

		@Override
		public boolean isCluster() {
			return false;
		}

		@Override
		public CompletionStage<List<@Nullable Object>> evaluate(String sha, byte @Nullable [] source, int keys,
				byte[][] parts) {
			boolean hangs = AsyncShardsTest.this.hangs && new String(parts[0]).startsWith(shardKeys(BAD).prefix());
			return hangs ? new CompletableFuture<>() : this.real.evaluate(sha, source, keys, parts);
		}

		@Override
		public NodeConnection connect(byte[] key) {
			return this.real.connect(key);
		}

	}

}
