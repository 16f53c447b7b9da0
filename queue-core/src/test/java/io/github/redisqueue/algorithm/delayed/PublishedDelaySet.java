package io.github.redisqueue.algorithm.delayed;

import java.util.List;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.ZAddArgs;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;

/**
 * The scheduled queue as it is published, command by command: a witness of its faults.
 * All times are in ms and those of the caller.
 */
final class PublishedDelaySet {

	private static final String POLL = """
			local ids = redis.call('ZRANGE', KEYS[1], '-inf', ARGV[1], 'BYSCORE', 'LIMIT', 0, ARGV[3])
			local scores = {}
			for i, id in ipairs(ids) do
				scores[2 * i - 1], scores[2 * i] = ARGV[1] + ARGV[2], id
			end
			if #ids > 0 then
				redis.call('ZADD', KEYS[1], unpack(scores))
			end
			return ids
			""";

	private final RedisClusterCommands<String, String> commands;

	private final String key;

	PublishedDelaySet(RedisClusterCommands<String, String> commands, String key) {
		this.commands = commands;
		this.key = key;
	}

	/** Adds a job, or gives it another ready time. */
	void schedule(String id, long ready) {
		this.commands.zadd(this.key, ready, id);
	}

	/** Adds a job unless it is there; says whether it was new. */
	boolean add(String id, long ready) {
		return this.commands.zadd(this.key, ZAddArgs.Builder.nx(), ready, id) == 1;
	}

	List<String> poll(long now, long leaseTime, int batch) {
		return this.commands.eval(POLL, ScriptOutputType.MULTI, new String[] { this.key }, Long.toString(now),
				Long.toString(leaseTime), Integer.toString(batch));
	}

	/** Ends a job, whoever holds it; says whether it was there. */
	boolean complete(String id) {
		return this.commands.zrem(this.key, id) == 1;
	}

	List<String> ids() {
		return this.commands.zrange(this.key, 0, -1);
	}

}
