package io.github.redisqueue.model;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32;

import io.github.redisqueue.Job;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.shard.ShardedQueue;
import io.github.redisqueue.test.QueueFixture;

/**
 * The queues that are compared with the model: each type, plain and in shards.
 *
 * @param type the type
 * @param shards the number of shards, 1 for a plain queue
 */
record Variant(QueueType type, int shards) {

	private static final int SHARDS = 3;

	private static final Map<String, String> GROUPS = Map.of("a", "x", "b", "x", "c", "x", "d", "y");

	static Stream<Variant> all() {
		return Stream.of(QueueType.values())
			.flatMap((type) -> Stream.of(new Variant(type, 1), new Variant(type, SHARDS)));
	}

	/**
	 * The shard of a job: the CRC-32 of its group or, if it has none, of its id, modulo
	 * the number of shards.
	 */
	int shard(Job job) {
		CRC32 crc = new CRC32();
		crc.update(((job.group() != null) ? job.group() : job.id()).getBytes(StandardCharsets.UTF_8));
		return (int) (crc.getValue() % this.shards);
	}

	/**
	 * A job that is to be added, in a group that it may have. In a queue with shards the
	 * jobs with an id are all in the same shard, as one in another shard is not found.
	 */
	Addition place(Addition addition, Rules rules) {
		if (rules.maxConcurrent() == 0) {
			return addition.in(null);
		}
		return (this.shards > 1) ? addition.in(GROUPS.get(addition.id())) : addition;
	}

	/** Whether one heartbeat extends all leases of a worker. */
	boolean leasesOfAWorkerEndTogether() {
		return this.type == QueueType.LIST;
	}

	WorkerQueue create(QueueKeys keys, QueueSettings settings, ScriptRunner scripts) {
		return (this.shards == 1) ? QueueFixture.queue(this.type, keys, settings, scripts)
				: new ShardedQueue(this.type, this.shards, keys, settings, scripts);
	}

	/** The keys that a drained queue may keep. */
	Set<String> lastingKeys(QueueKeys keys) {
		Set<String> lasting = new HashSet<>(Set.of(keys.bell(), keys.key("shards"), keys.key("type")));
		for (QueueKeys shard : (this.shards == 1) ? List.of(keys) : ShardedQueue.keys(keys, this.shards)) {
			lasting.add(shard.key("limits"));
			lasting.add(shard.key("token"));
			if (this.type == QueueType.STREAM) {
				lasting.add(shard.key("stream"));
			}
		}
		return lasting;
	}

	@Override
	public String toString() {
		return this.type.name().toLowerCase(Locale.ROOT) + ((this.shards > 1) ? " in " + this.shards + " shards" : "");
	}

}
