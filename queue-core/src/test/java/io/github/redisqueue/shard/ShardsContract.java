package io.github.redisqueue.shard;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.WorkQueueContract;
import io.github.redisqueue.QueueType;

/**
 * The contract over queues of three shards.
 */
abstract class ShardsContract extends WorkQueueContract {

	private static final int SHARDS = 3;

	private final QueueType type;

	ShardsContract(QueueType type) {
		this.type = type;
	}

	@Override
	public QueueType type() {
		return this.type;
	}

	@Override
	public WorkerQueue create(QueueKeys keys, QueueSettings settings, ScriptRunner scripts) {
		return new ShardedQueue(this.type, SHARDS, keys, settings, scripts);
	}

	@Override
	public Set<String> settingsKeys(QueueKeys keys) {
		Set<String> settings = new HashSet<>(Set.of(keys.key("shards"), keys.key("type")));
		for (QueueKeys shard : shards(keys)) {
			settings.add(shard.key("limits"));
		}
		return settings;
	}

	@Override
	public QueueKeys keysOf(QueueKeys keys, String id) {
		return shards(keys).get(line(id));
	}

	@Override
	public int lines() {
		return SHARDS;
	}

	@Override
	public int line(String id) {
		return Shards.number(id, SHARDS);
	}

	@Override
	public Set<String> lastingKeys(QueueKeys keys) {
		Set<String> lasting = new HashSet<>(settingsKeys(keys));
		shards(keys).forEach((shard) -> lasting.addAll(super.lastingKeys(shard)));
		return lasting;
	}

	static List<QueueKeys> shards(QueueKeys keys) {
		return ShardedQueue.keys(keys, SHARDS);
	}

}
