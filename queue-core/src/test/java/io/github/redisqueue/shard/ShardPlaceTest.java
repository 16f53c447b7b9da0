package io.github.redisqueue.shard;

import java.util.List;
import java.util.concurrent.CompletionException;

import io.github.redisqueue.QueueLayoutException;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Shard 1 of the queue {@code orders} has the keys of the queue {@code orders:1}. Whoever
 * comes first has them.
 */
class ShardPlaceTest extends ShardTests {

	private static final int TAKEN = 1;

	private ShardedQueue sharded(QueueType type) {
		return worker(type, "one");
	}

	private ShardedQueue namesake(QueueType type, int shards) {
		return new ShardedQueue(type, shards, QueueKeys.of(this.redis.keyPrefix(), "orders:" + TAKEN),
				QueueSettings.of("two", LONG), this.scripts);
	}

	private String recordKey() {
		return shardKeys(TAKEN).key("shards");
	}

	private String recorded() {
		return this.redis.commands().get(recordKey());
	}

	@ParameterizedTest
	@EnumSource
	void aQueueWithTheKeysOfAShardIsRefusedAndToldWhatToDo(QueueType type) {
		sharded(type).add(jobsOfEach(2));
		List<String> before = keysOfQueues();
		ShardedQueue namesake = namesake(type, 1);
		for (Runnable call : List.<Runnable>of(namesake::checkLayout, () -> namesake.lease(1),
				() -> namesake.add(job("a")), namesake::counts)) {
			assertThatExceptionOfType(QueueLayoutException.class).isThrownBy(call::run).satisfies((ex) -> {
				assertThat(ex.description()).contains("'orders:1'", recordKey(), "of " + this.keys.prefix());
				assertThat(ex.action()).contains("Rename", "prefix", "delete", recordKey());
			});
		}
		assertThat(keysOfQueues()).isEqualTo(before);
		assertThat(sharded(type).lease(10).leases()).hasSize(6);
	}

	@ParameterizedTest
	@EnumSource
	void aShardWithTheKeysOfAQueueIsRefusedAndTheOtherShardsGoOn(QueueType type) {
		WorkerQueue namesake = namesake(type, 1);
		namesake.add(job("a"));
		ShardedQueue sharded = sharded(type);
		assertThatExceptionOfType(QueueLayoutException.class).isThrownBy(() -> sharded.add(jobsOf(TAKEN, 1)))
			.satisfies((ex) -> {
				assertThat(ex.description()).contains("Shard 1 of queue 'orders'", recordKey(), "holds '1'");
				assertThat(ex.action()).contains("Rename", "prefix", "delete", recordKey());
			});
		assertThatExceptionOfType(QueueLayoutException.class).isThrownBy(sharded::checkLayout);
		assertThat(sharded.add(jobsOf(0, 2))).hasSize(2);
		assertThat(sizes(sharded.lease(10).leases())).containsOnlyKeys(0);
		assertThat(namesake.counts().ready()).isOne();
		assertThat(recorded()).isEqualTo("1");
	}

	@Test
	void aListenerOfSuchAShardIsRefusedToo() {
		namesake(QueueType.LEASE, 1).add(job("a"));
		assertThatExceptionOfType(CompletionException.class)
			.isThrownBy(() -> sharded(QueueType.LEASE).async().shards().get(TAKEN).lease(1).join())
			.withCauseInstanceOf(QueueLayoutException.class);
	}

	@Test
	void aQueueInShardsMayNotHaveTheKeysOfAShardEither() {
		sharded(QueueType.LEASE).add(jobsOfEach(1));
		assertThatExceptionOfType(QueueLayoutException.class).isThrownBy(namesake(QueueType.LEASE, 2)::counts)
			.withMessageContaining("a shard of the queue with the key prefix '" + this.keys.prefix() + "'");
	}

	@Test
	void aQueueInShardsThatIsRecordedThereGoesOnBesideTheShard() {
		ShardedQueue namesake = namesake(QueueType.LEASE, 2);
		namesake.add(job("a"));
		ShardedQueue sharded = sharded(QueueType.LEASE);
		assertThat(sharded.add(jobsOfEach(1))).hasSize(3);
		assertThat(namesake.lease(10).leases()).hasSize(1);
		assertThat(sharded.lease(10).leases()).hasSize(3);
		assertThat(recorded()).isEqualTo("2");
	}

	@ParameterizedTest
	@EnumSource
	void shardsWithoutARecordGoOnAndAreRecorded(QueueType type) {
		this.redis.commands().set(this.keys.key("shards"), Integer.toString(SHARDS));
		this.redis.commands().set(this.keys.key("type"), type.name().toLowerCase());
		for (int shard = 0; shard < SHARDS; shard++) {
			ShardedQueue.shard(type, shardKeys(shard), QueueSettings.of("old", LONG), this.scripts)
				.add(jobsOf(shard, 2));
		}
		assertThat(sharded(type).lease(10).leases()).hasSize(6);
		assertThat(recorded()).isEqualTo("of " + this.keys.prefix());
	}

	@ParameterizedTest
	@EnumSource
	void aQueueWithoutARecordGoesOnAndIsRecorded(QueueType type) {
		ShardedQueue.shard(type, shardKeys(TAKEN), QueueSettings.of("old", LONG), this.scripts).add(job("a"));
		assertThat(namesake(type, 1).lease(10).leases()).hasSize(1);
		assertThat(recorded()).isEqualTo("1");
	}

	@Test
	void aRecordThatIsNoTextIsToldOf() {
		this.redis.commands().rpush(recordKey(), "no text");
		assertThatExceptionOfType(Exception.class).isThrownBy(() -> sharded(QueueType.LEASE).add(jobsOf(TAKEN, 1)))
			.withMessageContainingAll("orders", recordKey(), "holds no string");
	}

	/** On a cluster the bell may be rung later. */
	private List<String> keysOfQueues() {
		return this.redis.keys().stream().filter((key) -> !key.contains("{bell}")).toList();
	}

}
